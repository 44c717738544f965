/// A value that can be bound to a parameter.
public protocol Bindable {
    func bind(to parameters: inout Bindings, at index: Int)
}

extension RawRepresentable where Self: Bindable, RawValue: Bindable {
    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) { rawValue.bind(to: &parameters, at: index) }
}

/// A type whose values a column can contain, read with `row[0]` and bound with `$0[1] = value`. NULL is read as `nil`.
public protocol Storable: Bindable {
    /// Creates a value from a column. Returns `nil` if the column contains a value of another type.
    init?(_ column: borrowing Column)

    /// Creates the placeholder that is returned for an unreadable column until the query throws.
    init()
}

extension Int64: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.int64 else { return nil }
        self = value
    }

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

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        parameters.bind(integer: Int64(self), at: index)
    }
}

/// A Boolean value, stored as 0 or 1. Other integers are not accepted.
extension Bool: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        switch column.int64 {
        case 0: self = false
        case 1: self = true
        default: return nil
        }
    }

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        parameters.bind(integer: self ? 1 : 0, at: index)
    }
}

/// A floating-point number, stored as REAL. SQLite has no NaN, so NaN is stored as NULL.
extension Double: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.double else { return nil }
        self = value
    }

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        parameters.bind(real: self, at: index)
    }
}

/// A string, stored as UTF-8 bytes, including U+0000. SQLite compares bytes, so precomposed and decomposed é differ.
extension String: Storable {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.text else { return nil }
        self = value
    }

    @inlinable @inline(__always)
    public func bind(to parameters: inout Bindings, at index: Int) {
        // Calls SQLite only after copying the bytes, because the compiler would retain the text during a call.
        let copy = utf8.withContiguousStorageIfAvailable { parameters.copyToBuffer(UnsafeRawBufferPointer($0)) }
        if case .some(let start?) = copy {
            parameters.bind(copiedText: start, count: utf8.count, at: index)
        } else {
            parameters.copy(text: self, at: index)
        }
    }
}

extension Array: Storable, Bindable where Element == UInt8 {
    @inlinable
    public init?(_ column: borrowing Column) {
        guard let value = column.blob else { return nil }
        self = value
    }

    @inlinable
    public func bind(to parameters: inout Bindings, at index: Int) {
        withUnsafeBytes { parameters.bind(blob: $0, at: index) }
    }
}
