/// A value that can be bound to a parameter.
public protocol Bindable {
    func bind(to parameters: inout Bindings, at index: Int)
}

extension RawRepresentable where Self: Bindable, RawValue: Bindable {
    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) { rawValue.bind(to: &parameters, at: index) }
}

/// A Swift type that a column can hold: read as `row[0]`, bound as `$0[1] = value`. An optional may be NULL.
public protocol Storable: Bindable {
    /// Nil when the column holds another kind of value.
    init?(_ column: borrowing Column)

    /// Stands in for what could not be read while the row's closure runs on; the query then throws.
    static var placeholder: Self { get }
}

extension Int64: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.int64 else { return nil }
        self = value
    }

    @inlinable public static var placeholder: Int64 { 0 }

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        parameters.bind(integer: self, at: index)
    }
}

extension Int: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.int64 else { return nil }
        self.init(exactly: value)
    }

    @inlinable public static var placeholder: Int { 0 }

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        parameters.bind(integer: Int64(self), at: index)
    }
}

/// Kept as 0 and 1; another integer is no Bool.
extension Bool: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        switch column.int64 {
        case 0: self = false
        case 1: self = true
        default: return nil
        }
    }

    @inlinable public static var placeholder: Bool { false }

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        parameters.bind(integer: self ? 1 : 0, at: index)
    }
}

/// SQLite knows no NaN: one that is bound becomes NULL.
extension Double: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.double else { return nil }
        self = value
    }

    @inlinable public static var placeholder: Double { 0 }

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        parameters.bind(real: self, at: index)
    }
}

/// Kept byte by byte, U+0000 included; SQLite compares bytes, so é in one and in two scalars are two texts to it.
extension String: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.text else { return nil }
        self = value
    }

    @inlinable public static var placeholder: String { "" }

    @inlinable @inline(__always)
    public func bind(to parameters: inout Bindings, at index: Int) {
        // SQLite is called once the bytes are copied: during a call the compiler would retain the text.
        let kept = utf8.withContiguousStorageIfAvailable { parameters.keep(UnsafeRawBufferPointer($0)) }
        if case .some(let start?) = kept {
            parameters.bind(keptText: start, count: utf8.count, at: index)
        } else {
            parameters.copy(text: self, at: index)
        }
    }
}

/// A blob.
extension Array: Storable, Bindable where Element == UInt8 {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.blob else { return nil }
        self = value
    }

    @inlinable public static var placeholder: [UInt8] { [] }

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        withUnsafeBytes { parameters.bind(blob: $0, at: index) }
    }
}
