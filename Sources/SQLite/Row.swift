import CSQLite

/// The current row of a statement: `Person(id: $0[0], name: $0[1])`. The type of each column is inferred.
///
/// A column that contains a value of another type, or NULL although the type is not optional, is read as a placeholder.
/// When the closure ends, the query throws an error that names the column. Therefore, the closure must have no side
/// effects that depend on valid values.
public struct Row: ~Copyable {
    /// The handle of the statement that provides the row. It is unowned for speed; the statement retains it.
    @usableFromInline unowned(unsafe) let handle: StatementHandle

    @inlinable
    init(_ handle: StatementHandle) {
        self.handle = handle
    }

    /// Returns the column at the given index, counting from 0. A column that does not exist is NULL.
    @inlinable
    public func column(_ index: Int) -> Column {
        // SQLite never returns a null pointer here. Reading the value is safe, because a connection is used by one task
        // at a time.
        Column(sqlite3_column_value(handle.pointer, Int32(truncatingIfNeeded: index)).unsafelyUnwrapped)
    }

    /// The value of a column, counting from 0. A value of another type makes the query fail.
    @inlinable @inline(__always)
    public subscript<Value: Storable>(index: Int) -> Value {
        if let value = Value(column(index)) { return value }
        fail(index, expecting: Value.self)
        return Value()
    }

    /// The value of a column, counting from 0, or `nil` if it is NULL.
    @inlinable
    public subscript<Value: Storable>(index: Int) -> Value? {
        let column = column(index)
        if let value = Value(column) { return value }
        if column.isNull { return nil }
        fail(index, expecting: Value.self)
        return nil
    }

    /// The enum value or ID with the raw value of a column. Throws if the raw value is unknown.
    @inlinable
    public subscript<Value: RawRepresentable>(index: Int) -> Value where Value.RawValue: Storable {
        get throws(SQLiteError) {
            if let raw = Value.RawValue(column(index)), let value = Value(rawValue: raw) { return value }
            throw mismatch(index, expecting: Value.self)
        }
    }

    @inlinable
    public subscript<Value: RawRepresentable>(index: Int) -> Value? where Value.RawValue: Storable {
        get throws(SQLiteError) {
            column(index).isNull ? nil : try self[index] as Value
        }
    }

    /// Calls the closure with the bytes of a TEXT, without validating or copying the bytes.
    @inlinable
    public func withUTF8<Result, Failure: Error>(
        _ index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let bytes = column(index).utf8 else {
            fail(index, expecting: String.self)
            return try body(Span())
        }
        return try body(bytes.span)
    }

    /// Calls the closure with the column as text, for output: a number in SQLite’s format, the unchanged bytes of a
    /// blob, or `nil` for NULL.
    @inlinable
    public func withRenderedUTF8<Result, Failure: Error>(
        _ index: Int, _ body: (Span<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let bytes = column(index).renderedUTF8 else { return try body(nil) }
        return try body(bytes.span)
    }

    public var count: Int {
        Int(sqlite3_column_count(handle.pointer))
    }

    public func name(of index: Int) -> String {
        sqlite3_column_name(handle.pointer, Int32(clamping: index)).map { String(cString: $0) } ?? ""
    }

    @usableFromInline
    func fail<Value>(_ index: Int, expecting type: Value.Type) {
        if handle.fault == nil {
            handle.fault = mismatch(index, expecting: type)
        }
    }

    @usableFromInline
    func mismatch<Value>(_ index: Int, expecting type: Value.Type) -> SQLiteError {
        let found = index < count ? column(index).datatype.description : "no such column (NULL)"
        let message = "column \(index) “\(name(of: index))” contains \(found) where a \(type) is expected"
        return SQLiteError(.mismatch, message, sql: handle.sql)
    }
}

/// A column of the current row. A typed property is `nil` if the column contains a value of another type.
public struct Column: ~Copyable {
    @usableFromInline let value: OpaquePointer

    @inlinable
    init(_ value: OpaquePointer) {
        self.value = value
    }

    public var datatype: Datatype {
        Datatype(rawValue: sqlite3_value_type(value)) ?? .null
    }

    @inlinable
    public var isNull: Bool {
        sqlite3_value_type(value) == SQLITE_NULL
    }

    @inlinable
    public var int64: Int64? {
        sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
    }

    /// The value of a REAL or an INTEGER. Integer literals and sums of integers have the type INTEGER.
    @inlinable
    public var double: Double? {
        switch sqlite3_value_type(value) {
        case SQLITE_FLOAT, SQLITE_INTEGER: sqlite3_value_double(value)
        default: nil
        }
    }

    /// The value of a TEXT, with invalid UTF-8 replaced with U+FFFD. ``Row/withUTF8(_:_:)`` passes the original bytes.
    @inlinable
    public var text: String? {
        utf8.map { String(decoding: $0, as: UTF8.self) }
    }

    @inlinable
    public var blob: [UInt8]? {
        guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value))))
    }

    /// The UTF-8 bytes of a TEXT, valid until the next step. The value is also `nil` if there is not enough memory to
    /// convert UTF-16 text.
    @inlinable
    var utf8: UnsafeBufferPointer<UInt8>? {
        guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(truncatingIfNeeded: sqlite3_value_bytes(value)))
    }

    /// The value converted to text, or `nil` for NULL. SQLite converts the column in place, so later reads return text.
    @inlinable
    var renderedUTF8: UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}

/// A storage class of SQLite, which is the type of a single value (https://sqlite.org/c3ref/c_blob.html).
public enum Datatype: Int32, Sendable {
    case integer = 1
    case real, text, blob, null
}

extension Datatype: CustomStringConvertible {
    public var description: String {
        switch self {
        case .integer: "an integer"
        case .real: "a real number"
        case .text: "text"
        case .blob: "a blob"
        case .null: "NULL"
        }
    }
}
