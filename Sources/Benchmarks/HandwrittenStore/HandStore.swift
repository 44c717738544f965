import CSQLite

/// SQLite's own functions called from Swift, with nothing between: what no layer that makes Strings can be faster than.
///
/// As on the C side, nothing here can fail but by a mistake, which ends the program.
final class HandStore {
    let database: OpaquePointer

    init(at path: String) {
        var pointer: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        precondition(sqlite3_open_v2(path, &pointer, flags, nil) == SQLITE_OK)
        database = pointer.unsafelyUnwrapped
        execute(Settings.pragmas)
    }

    deinit {
        sqlite3_close(database)
    }

    func execute(_ script: String) {
        precondition(sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK)
    }

    /// Lends a statement that is prepared anew.
    func withStatement<Result>(_ sql: String, _ body: (OpaquePointer) -> Result) -> Result {
        var pointer: OpaquePointer?
        precondition(
            sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil) == SQLITE_OK)
        defer { sqlite3_finalize(pointer) }
        return body(pointer.unsafelyUnwrapped)
    }
}
