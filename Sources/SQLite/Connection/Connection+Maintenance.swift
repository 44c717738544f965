import CSQLite

extension Connection {
    /// Writes a compact copy, readable by its owner only, to a path where nothing may be yet; not in a transaction.
    public func vacuum(into path: String) throws {
        let file = try DatabaseFile(path)
        guard try file.create() else { throw SQLiteError(.cantOpen, "\(file.path) exists already") }
        do {
            try run("VACUUM INTO ?1") { $0[1] = file.path }
        } catch {
            file.remove()
            throw error
        }
    }

    /// Runs the body, and a few times a second, while a statement of it goes on, tells so.
    public func telling<Result>(_ listener: @escaping () -> Void, _ body: () throws -> Result) rethrows -> Result {
        try supervisor.telling(listener, body)
    }

    /// Lets the body rebuild tables without cascades; refused inside a transaction, where SQLite ignores the switch.
    ///
    /// The body opens its own transaction and runs `PRAGMA foreign_key_check` before it commits.
    @discardableResult
    public func withForeignKeysOff<Result>(_ body: () throws -> Result) throws -> Result {
        guard !isInTransaction else {
            throw SQLiteError(.misuse, "foreign keys cannot be switched off inside a transaction")
        }
        csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_FKEY, 0)
        defer { csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1) }
        return try body()
    }

    /// Runs the body so that the handle can stop it: the statement under way then throws ``ResultCode/interrupt``.
    @discardableResult
    public func interruptible<Result>(by handle: InterruptHandle, _ body: () throws -> Result) rethrows -> Result {
        try supervisor.interruptible(by: handle, body)
    }
}
