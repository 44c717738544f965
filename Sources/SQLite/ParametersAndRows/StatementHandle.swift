import CSQLite

/// An object that owns a `sqlite3_stmt` pointer and finalizes the statement when it is deallocated.
@usableFromInline
final class StatementHandle {
    @usableFromInline let pointer: OpaquePointer
    @usableFromInline let database: OpaquePointer
    @usableFromInline let sql: String
    var isInUse = true
    var lastUse = 0
    @exclusivity(unchecked) @usableFromInline var isUnderWay = false
    // An optional array, because an empty one would be retained for each run.
    /// The parameters that must be bound, as bit sets: one word for the first 64, and an array for the rest, if any.
    @usableFromInline let (parameters, laterParameters): (UInt64, [UInt64]?)
    /// Whether SQLite has its own copies of values that did not fit in the buffer.
    @exclusivity(unchecked) @usableFromInline var hasCopies = false
    // Boxed and unchecked for speed, because the property is read for each row.
    /// The error for the first column of the current row with the wrong type.
    @exclusivity(unchecked) @usableFromInline var fault: (any Error)?

    /// The memory for bound text and blobs, which SQLite reads without copying. The buffer never moves and is freed
    /// after the statement.
    @usableFromInline let buffer: UnsafeMutableRawBufferPointer

    init(_ pointer: OpaquePointer, on database: OpaquePointer, sql: String) {
        self.pointer = pointer
        self.database = database
        self.sql = sql
        let parameterCount = Int(sqlite3_bind_parameter_count(pointer))
        (parameters, laterParameters) = Self.parameters(of: pointer, count: parameterCount)
        self.buffer = .allocate(byteCount: parameterCount > 0 ? max(4096, parameterCount * 32) : 0, alignment: 1)
    }

    // SQLite counts five parameters for a statement that uses only `?5`.
    /// Returns the parameters that must be bound: those that occur in the statement, or none for EXPLAIN.
    private static func parameters(of pointer: OpaquePointer, count: Int) -> (UInt64, [UInt64]?) {
        guard count > 0, sqlite3_stmt_isexplain(pointer) == 0 else { return (0, nil) }
        let named = (0..<count).filter { sqlite3_bind_parameter_name(pointer, Int32($0 + 1)) != nil }
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        for index in named.isEmpty ? Array(0..<count) : named { words[index / 64] |= 1 << UInt64(index % 64) }
        return (words[0], words.count > 1 ? Array(words.dropFirst()) : nil)
    }

    deinit {
        sqlite3_finalize(pointer)
        buffer.deallocate()
    }

    /// Advances to the next row.
    /// - Returns: `false` if there are no more rows.
    @inlinable
    func step() throws(SQLiteError) -> Bool {
        isUnderWay = true
        return switch sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let result: throw failure(result)
        }
    }

    @usableFromInline
    func failure(_ result: Int32) -> SQLiteError {
        SQLiteError(result, on: database, sql: sql)
    }

    @inlinable @inline(__always)
    func reset() {
        guard isUnderWay else { return }
        isUnderWay = false
        sqlite3_reset(pointer)
        if fault != nil { fault = nil }
    }

    /// The number of rows changed by the last INSERT, UPDATE, or DELETE on the connection.
    @inlinable var changes: Int {
        Int(truncatingIfNeeded: sqlite3_changes64(database))
    }

    /// Whether the statement does not change the database.
    var onlyReads: Bool { sqlite3_stmt_readonly(pointer) != 0 }

    /// Ends the current use of the statement. Values in the buffer stay bound until the next use.
    func returnToCache() {
        reset()
        if hasCopies { sqlite3_clear_bindings(pointer) }
        hasCopies = false
        isInUse = false
    }
}
