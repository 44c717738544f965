import CSQLite

extension Connection {
    /// Writes a compact copy of the database to an unused path, accessible only to its owner. The connection must not
    /// be in a transaction.
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

    /// Runs the body, calling the listener up to ten times per second while a statement is running.
    public func withProgressListener<Result>(_ listener: @escaping () -> Void, _ body: () throws -> Result) rethrows
        -> Result
    {
        try monitor.with(\.listener, listener, body)
    }

    /// Runs the body without enforcing foreign keys, so that the body can rebuild tables without triggering cascades.
    ///
    /// The body should begin its own transaction and check the foreign keys before committing.
    /// - Throws: ``SQLiteError`` (``ResultCode/misuse``) if a transaction is open, because SQLite would then ignore
    ///   the setting.
    @discardableResult
    public func withForeignKeysOff<Result>(_ body: () throws -> Result) throws -> Result {
        guard !isInTransaction else {
            throw SQLiteError(.misuse, "foreign keys cannot be turned off in a transaction")
        }
        csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_FKEY, 0)
        defer { csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1) }
        return try body()
    }

    /// Runs the body, allowing the handle to interrupt it.
    /// - Throws: ``SQLiteError`` (``ResultCode/interrupt``) if a statement is interrupted.
    @discardableResult
    public func interruptible<Result>(by handle: InterruptHandle, _ body: () throws -> Result) rethrows -> Result {
        try monitor.interruptible(by: handle, body)
    }

    /// Replaces the entire content of this database with the content of another database, in one transaction
    /// (https://sqlite.org/backup.html).
    ///
    /// Other connections to the file see either the old or the new content. Neither connection may be in a transaction,
    /// and the databases must have the same page size.
    /// - Throws: ``CommitOutcomeUnknown`` if the WAL could not be synced. Reopen the file to find out whether the
    ///   content was replaced.
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

    /// The extended result code SQLITE_IOERR_FSYNC.
    private static let failedSync: Int32 = 1034
}
