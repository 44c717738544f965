import CSQLite

/// The current row of a statement: `Person(id: $0[0], name: $0[1])`. The type of each column is inferred.
///
/// A column that contains NULL or a value of another type is read as a placeholder. When the closure ends, the query
/// throws an error that names the column. Therefore, the closure must have no side effects that depend on valid values.
public struct Row: ~Copyable {
    // Unowned for speed: the statement that provides the row retains the handle.
    /// The handle of the statement that provides the row.
    @usableFromInline unowned(unsafe) let handle: StatementHandle

    @inlinable
    init(_ handle: StatementHandle) {
        self.handle = handle
    }

    /// Returns the column at an index, counting from 0. A column that does not exist is NULL.
    @inlinable
    public func column(_ index: Int) -> Column {
        // SQLite never returns a null pointer here. Reading the value is safe, because a connection is used by one task
        // at a time.
        Column(sqlite3_column_value(handle.pointer, Int32(truncatingIfNeeded: index)).unsafelyUnwrapped)
    }

    @inlinable @inline(__always)
    public subscript<Value: Storable>(index: Int) -> Value {
        if let value = Value(column(index)) { return value }
        fail(index, expecting: Value.self)
        return Value()
    }

    @inlinable
    public subscript<Value: Storable>(index: Int) -> Value? {
        let column = column(index)
        if let value = Value(column) { return value }
        if column.isNull { return nil }
        fail(index, expecting: Value.self)
        return nil
    }

    /// Reads an enum value or an ID from its raw value, and throws if the raw value is unknown.
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
