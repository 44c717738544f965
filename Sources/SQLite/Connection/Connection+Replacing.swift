import CSQLite

extension Connection {
    /// Puts all that another database holds in place of what this one holds, in one transaction of this one's file:
    /// whoever has it open sees the one or the other, and goes on with the new (https://sqlite.org/backup.html).
    ///
    /// Neither may be in a transaction, and their pages must be of one size.
    /// - Throws: ``CommitUncertain`` if nobody can tell whether all of it is there: a log that was written whole, and that
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
