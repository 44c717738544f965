import CSQLite

/// The one place that holds SQLite's pointer to a statement: finalized when nobody keeps it.
@usableFromInline
final class StatementHandle {
    @usableFromInline let pointer: OpaquePointer
    let database: OpaquePointer
    let sql: String
    var isInUse = true
    var lastUse = 0
    var isBound = false
    /// The first column of the present row that could not be read as it was asked for.
    @usableFromInline var fault: SQLiteError?

    /// Where short texts lie while they are bound, so that SQLite need not copy them: it never moves, and goes last.
    static let bufferSize = 4096
    private var buffer: UnsafeMutableRawPointer?

    init(_ pointer: OpaquePointer, on database: OpaquePointer, sql: String) {
        self.pointer = pointer
        self.database = database
        self.sql = sql
    }

    deinit {
        sqlite3_finalize(pointer)
        buffer?.deallocate()
    }

    func textBuffer() -> UnsafeMutableRawPointer {
        if let buffer { return buffer }
        let fresh = UnsafeMutableRawPointer.allocate(byteCount: Self.bufferSize, alignment: 1)
        buffer = fresh
        return fresh
    }

    /// Goes to the next row; false after the last one.
    @usableFromInline
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let result: throw SQLiteError(result, on: database, sql: sql)
        }
    }

    @usableFromInline
    func reset() {
        sqlite3_reset(pointer)
        fault = nil
    }

    func unbind() {
        guard isBound else { return }
        sqlite3_clear_bindings(pointer)
        isBound = false
    }
}
