import CSQLite

/// The parameters of a statement, to be bound in a closure: `{ $0[1] = id; $0[2] = name }` binds ?1 and ?2.
///
/// After the closure returns, an error is thrown if a parameter is unbound or unknown, or if a value was rejected.
public struct Bindings: ~Copyable {
    @usableFromInline let statement: OpaquePointer
    @usableFromInline var buffer: UnsafeMutableRawBufferPointer
    /// The parameters that are still unbound, as bit sets: one word for the first 64, and an array for the rest, if
    /// any.
    @usableFromInline var (unbound, laterUnbound): (UInt64, [UInt64]?)
    /// Whether SQLite has its own copies of values that did not fit in the buffer.
    @usableFromInline var hasCopies = false
    @usableFromInline var failure: (result: Int32, index: Int)?

    @inlinable
    init(of handle: borrowing StatementHandle) {
        statement = handle.pointer
        buffer = handle.buffer
        (unbound, laterUnbound) = (handle.parameters, handle.laterParameters)
    }

    /// The value bound to the parameter ?`index`, counting from 1. `nil` is bound as NULL.
    @inlinable
    public subscript<Value: Storable>(index: Int) -> Value? {
        @available(*, unavailable, message: "a parameter can be set, not read")
        get { nil }
        @inline(__always) set {
            if let newValue {
                newValue.bind(to: &self, at: index)
            } else {
                bindNull(at: index)
            }
        }
    }

    /// The enum value or ID whose raw value is bound to the parameter ?`index`.
    @inlinable
    public subscript<Value: RawRepresentable>(index: Int) -> Value? where Value.RawValue: Storable {
        @available(*, unavailable, message: "a parameter can be set, not read")
        get { nil }
        set { self[index] = newValue?.rawValue }
    }

    /// Binds values to ?1, ?2, and so on.
    @inlinable
    public mutating func bind(_ values: [(any Bindable)?]) {
        for (offset, value) in values.enumerated() {
            if let value { value.bind(to: &self, at: offset + 1) } else { bindNull(at: offset + 1) }
        }
    }

    @inlinable
    public mutating func bindNull(at index: Int) {
        markBound(sqlite3_bind_null(statement, Int32(clamping: index)), index)
    }

    @inlinable
    public mutating func bind(integer value: Int64, at index: Int) {
        markBound(sqlite3_bind_int64(statement, Int32(clamping: index), value), index)
    }

    @inlinable
    public mutating func bind(real value: Double, at index: Int) {
        markBound(sqlite3_bind_double(statement, Int32(clamping: index), value), index)
    }

    @inlinable
    mutating func bind(copiedText start: UnsafeMutableRawPointer, count: Int, at index: Int) {
        let (start, count) = (start.assumingMemoryBound(to: CChar.self), Int32(truncatingIfNeeded: count))
        markBound(sqlite3_bind_text(statement, Int32(clamping: index), start, count, csqlite_static()), index)
    }

    @inlinable
    public mutating func bind(blob: UnsafeRawBufferPointer, at index: Int) {
        if let copy = copyToBuffer(blob) {
            let count = Int32(truncatingIfNeeded: blob.count)
            markBound(sqlite3_bind_blob(statement, Int32(clamping: index), copy, count, csqlite_static()), index)
        } else {
            copy(blob: blob, at: index)
        }
    }

    // MARK: - Memory

    /// Copies bytes into the buffer, which SQLite can read until the next run.
    /// - Returns: The copy, or `nil` if the bytes do not fit.
    @inlinable @inline(__always)
    mutating func copyToBuffer(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
        guard let start = buffer.baseAddress, bytes.count <= buffer.count else { return nil }
        if let source = bytes.baseAddress {
            start.copyMemory(from: source, byteCount: bytes.count)
        }
        buffer = UnsafeMutableRawBufferPointer(start: start + bytes.count, count: buffer.count &- bytes.count)
        return start
    }

    @usableFromInline
    mutating func copy(text: String, at index: Int) {
        hasCopies = true
        let (count, utf8) = (UInt64(text.utf8.count), UInt8(SQLITE_UTF8))
        markBound(
            sqlite3_bind_text64(statement, Int32(clamping: index), text, count, csqlite_transient(), utf8), index)
    }

    @usableFromInline
    mutating func copy(blob: UnsafeRawBufferPointer, at index: Int) {
        hasCopies = true
        let count = UInt64(blob.count)
        markBound(
            sqlite3_bind_blob64(statement, Int32(clamping: index), blob.baseAddress, count, csqlite_transient()),
            index)
    }

    // MARK: - Validation

    @inlinable @inline(__always)
    mutating func markBound(_ result: Int32, _ index: Int) {
        if index <= 64 { unbound &= ~(1 << UInt64(truncatingIfNeeded: index &- 1)) } else { markBoundLater(index) }
        if result != SQLITE_OK, failure == nil { failure = (result, index) }
    }

    @usableFromInline
    mutating func markBoundLater(_ index: Int) {
        let (word, bit) = (index - 65).quotientAndRemainder(dividingBy: 64)
        if word < laterUnbound?.count ?? 0 { laterUnbound?[word] &= ~(1 << UInt64(bit)) }
    }

    /// Checks that all parameters are bound.
    /// - Throws: `SQLiteError` for the first parameter that could not be bound or was not bound.
    @inlinable
    mutating func finish(_ handle: StatementHandle) throws(SQLiteError) {
        if hasCopies { handle.hasCopies = true }
        if let failure { throw Self.error(failure.result, binding: failure.index, in: handle.sql) }
        if unbound != 0 || laterUnbound?.contains(where: { $0 != 0 }) ?? false {
            throw unboundParameter(in: handle.sql)
        }
    }

    @usableFromInline
    func unboundParameter(in sql: String) -> SQLiteError {
        let words = [unbound] + (laterUnbound ?? [])
        let word = words.firstIndex { $0 != 0 } ?? 0
        return SQLiteError(
            .misuse, "a parameter is not bound: ?\(word * 64 + words[word].trailingZeroBitCount + 1)", sql: sql)
    }

    @usableFromInline
    static func error(_ result: Int32, binding index: Int, in sql: String) -> SQLiteError {
        let message =
            switch result {
            case SQLITE_RANGE: "the statement has no parameter ?\(index)"
            case SQLITE_TOOBIG: "the value for ?\(index) is too long"
            default: "the value for ?\(index) cannot be bound: \(String(cString: sqlite3_errstr(result)))"
            }
        return SQLiteError(ResultCode(extended: result), message, extendedCode: result, sql: sql)
    }
}

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
