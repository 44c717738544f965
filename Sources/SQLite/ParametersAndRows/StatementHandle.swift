import CSQLite

/// The one place that holds SQLite's pointer to a statement: finalized when nobody keeps it.
@usableFromInline
final class StatementHandle {
    @usableFromInline let pointer: OpaquePointer
    @usableFromInline let database: OpaquePointer
    @usableFromInline let sql: String
    var isInUse = true
    var lastUse = 0
    @exclusivity(unchecked) @usableFromInline var isUnderWay = false
    /// A bit for each of the first 64 parameters that must be bound, and words of bits for those after them.
    @usableFromInline let (parameters, laterParameters): (UInt64, [UInt64])
    /// Whether SQLite holds copies of texts or blobs that did not fit into the buffer.
    @exclusivity(unchecked) @usableFromInline var hasCopies = false
    /// The first column of the present row that could not be read as it was asked for.
    /// In a box, since it is looked at for each row; nor is exclusivity checked for each: nothing here outlives the statement.
    @exclusivity(unchecked) @usableFromInline var fault: (any Error)?

    /// Where short texts lie while they are bound, so that SQLite need not copy them: it never moves, and goes last.
    @usableFromInline let buffer: UnsafeMutableRawBufferPointer

    init(_ pointer: OpaquePointer, on database: OpaquePointer, sql: String) {
        self.pointer = pointer
        self.database = database
        self.sql = sql
        let parameterCount = Int(sqlite3_bind_parameter_count(pointer))
        (parameters, laterParameters) = Self.parameters(of: pointer, count: parameterCount)
        self.buffer = .allocate(byteCount: parameterCount > 0 ? 4096 : 0, alignment: 1)
    }

    /// A statement with `?5` alone has five parameters for SQLite; only the one that it names must be bound, and none
    /// of a statement that is only explained.
    private static func parameters(of pointer: OpaquePointer, count: Int) -> (UInt64, [UInt64]) {
        guard count > 0, sqlite3_stmt_isexplain(pointer) == 0 else { return (0, []) }
        let named = (0..<count).filter { sqlite3_bind_parameter_name(pointer, Int32($0 + 1)) != nil }
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        for index in named.isEmpty ? Array(0..<count) : named { words[index / 64] |= 1 << UInt64(index % 64) }
        return (words[0], Array(words.dropFirst()))
    }

    deinit {
        sqlite3_finalize(pointer)
        buffer.deallocate()
    }

    /// Goes to the next row; false after the last one.
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

    /// How many rows the last INSERT, UPDATE or DELETE of the connection changed.
    @inlinable var changes: Int {
        Int(truncatingIfNeeded: sqlite3_changes64(database))
    }

    /// Ends the use by one owner; what lies in the buffer stays bound until the next one binds.
    func returnToCache() {
        reset()
        if hasCopies { sqlite3_clear_bindings(pointer) }
        hasCopies = false
        isInUse = false
    }
}
