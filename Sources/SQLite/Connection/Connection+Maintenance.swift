import CSQLite

extension Connection {
    /// Writes a compact copy of the database to an unused path. Only the owner can access the copy. Must not be called
    /// in a transaction.
    public func vacuum(into path: String) throws {
        let file = try DatabaseFile(path)
        guard try file.create() else { throw SQLiteError(.cantOpen, "\(file.path) already exists") }
        do {
            try run("VACUUM INTO ?1") { $0[1] = file.path }
        } catch {
            file.remove()
            throw error
        }
    }

    /// Runs the body and calls the listener a few times per second while a statement of the body is running.
    public func withProgressListener<Result>(_ listener: @escaping () -> Void, _ body: () throws -> Result) rethrows
        -> Result
    {
        try monitor.with(\.listener, listener, body)
    }

    /// Runs the body without foreign key enforcement, so that the body can rebuild tables without cascades.
    ///
    /// The body opens its own transaction and runs `PRAGMA foreign_key_check` before it commits.
    /// - Throws: ``ResultCode/misuse`` inside a transaction, where SQLite ignores the setting.
    @discardableResult
    public func withForeignKeysOff<Result>(_ body: () throws -> Result) throws -> Result {
        guard !isInTransaction else {
            throw SQLiteError(.misuse, "foreign keys cannot be turned off in a transaction")
        }
        csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_FKEY, 0)
        defer { csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1) }
        return try body()
    }

    /// Runs the body so that the handle can interrupt it. After an interruption, the current statement throws
    /// ``ResultCode/interrupt``.
    @discardableResult
    public func interruptible<Result>(by handle: InterruptHandle, _ body: () throws -> Result) rethrows -> Result {
        try monitor.interruptible(by: handle, body)
    }

    /// Replaces the whole content of this database with that of another database, in one transaction
    /// (https://sqlite.org/backup.html). Other connections to the file see either the old or the new content.
    ///
    /// Neither connection may be in a transaction, and their page sizes must be equal.
    /// - Throws: ``CommitOutcomeUnknown`` if the disk did not confirm the WAL. The WAL may still be found complete when
    ///   the file is reopened.
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

    /// The code SQLITE_IOERR_FSYNC.
    private static let failedSync: Int32 = 1034
}
