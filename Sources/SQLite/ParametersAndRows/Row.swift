import CSQLite

/// The row a statement stands on: `Person(id: $0[0], name: $0[1])`, each column as the type that is wanted there.
///
/// A column that holds NULL or another kind of value than asked gives a placeholder, and the query throws an error that
/// names the column as soon as the closure ends: so a closure must have no effect that a bad value could spoil.
public struct Row: ~Copyable {
    /// Uncounted, because a row is only lent, by a statement that keeps its handle meanwhile.
    @usableFromInline unowned(unsafe) let handle: StatementHandle

    @inlinable
    init(_ handle: StatementHandle) {
        self.handle = handle
    }

    /// The column `index`, counted from 0 as SQLite does; one that does not exist is NULL.
    @inlinable
    public func column(_ index: Int) -> Column {
        // Never nil, and safe to read as it stands: a connection has one owner at a time.
        Column(sqlite3_column_value(handle.pointer, Int32(truncatingIfNeeded: index)).unsafelyUnwrapped)
    }

    @inlinable @inline(__always)
    public subscript<Value: Storable>(index: Int) -> Value {
        if let value = Value(column(index)) { return value }
        fail(index, expecting: Value.self)
        return Value.placeholder
    }

    @inlinable
    public subscript<Value: Storable>(index: Int) -> Value? {
        let column = column(index)
        if let value = Value(column) { return value }
        if column.isNull { return nil }
        fail(index, expecting: Value.self)
        return nil
    }

    /// An enum, an identifier, or whatever else stands for a plain value; unknown ones are thrown.
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

    /// Lends the bytes of a text, unrepaired and uncopied, to the closure.
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

    /// Lends what the column holds as text, whatever its kind, for those who write it elsewhere: a number in SQLite's
    /// digits, the bytes of a blob as they are, nil for NULL.
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
        let found = index < count ? column(index).datatype.description : "no such column, hence NULL,"
        let message = "column \(index) “\(name(of: index))” holds \(found) where a \(type) is expected"
        return SQLiteError(.mismatch, message, sql: handle.sql)
    }
}
