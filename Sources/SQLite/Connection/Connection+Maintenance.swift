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
        try monitor.telling(listener, body)
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
        try monitor.interruptible(by: handle, body)
    }
}

extension Connection {
    /// Puts all that another database holds in place of what this one holds, in one transaction of this one's file:
    /// whoever has it open sees the one or the other, and goes on with the new (https://sqlite.org/backup.html).
    ///
    /// Neither may be in a transaction, and their pages must be of one size.
    /// - Throws: ``CommitOutcomeUnknown`` if nobody can tell whether all of it is there: a log that was written whole, and that
    ///   the disk did not confirm, may be found when the file is opened anew.
    public func replaceContent(with source: Connection) throws {
        guard let backup = sqlite3_backup_init(database, "main", source.database, "main") else {
            throw failure(sqlite3_extended_errcode(database))
        }
        let result = sqlite3_backup_step(backup, -1)
        let finished = sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE, finished == SQLITE_OK else {
            let error = failure(finished == SQLITE_OK ? result : finished)
            if error.extendedCode == Self.failedSync { throw CommitOutcomeUnknown(cause: error) }
            throw error
        }
    }

    /// SQLITE_IOERR_FSYNC.
    private static let failedSync: Int32 = 1034
}
