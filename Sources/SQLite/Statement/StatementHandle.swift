import CSQLite

/// The one place that holds SQLite's pointer to a statement: finalized when nobody keeps it.
@usableFromInline
final class StatementHandle {
    @usableFromInline let pointer: OpaquePointer
    let database: OpaquePointer
    let sql: String
    var isInUse = true
    var lastUse = 0
    private var isUnderWay = false
    let parameterCount: Int
    /// The first column of the present row that could not be read as it was asked for.
    /// Exclusivity is not checked at run time, once for each row: nothing here outlives the statement that reads it.
    @exclusivity(unchecked) @usableFromInline var fault: SQLiteError?

    /// Where short texts lie while they are bound, so that SQLite need not copy them: it never moves, and goes last.
    let buffer: UnsafeMutableRawBufferPointer

    init(_ pointer: OpaquePointer, on database: OpaquePointer, sql: String) {
        self.pointer = pointer
        self.database = database
        self.sql = sql
        self.parameterCount = Int(sqlite3_bind_parameter_count(pointer))
        self.buffer = .allocate(byteCount: parameterCount > 0 ? 4096 : 0, alignment: 1)
    }

    deinit {
        sqlite3_finalize(pointer)
        buffer.deallocate()
    }

    /// Goes to the next row; false after the last one.
    @usableFromInline
    func step() throws(SQLiteError) -> Bool {
        isUnderWay = true
        return switch sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let result: throw SQLiteError(result, on: database, sql: sql)
        }
    }

    @usableFromInline
    func reset() {
        guard isUnderWay else { return }
        isUnderWay = false
        sqlite3_reset(pointer)
        fault = nil
    }

    func unbind() {
        if parameterCount > 0 { sqlite3_clear_bindings(pointer) }
    }
}
