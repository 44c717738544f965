import CSQLite

extension Connection {
    /// The rowid that the last INSERT gave.
    public var lastInsertedID: Int64 {
        sqlite3_last_insert_rowid(database)
    }

    /// How many rows the last INSERT, UPDATE or DELETE changed, without those that triggers and foreign keys changed.
    public var changes: Int {
        Int(sqlite3_changes64(database))
    }

    /// The number of the schema, kept in the header of the file.
    public var userVersion: Int32 {
        get throws { try header("PRAGMA user_version") }
    }

    public func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try execute("PRAGMA user_version = \(version)")
    }

    /// Whose file it is, kept in the header of the file (https://sqlite.org/fileformat.html#application_id).
    public var applicationID: Int32 {
        get throws { try header("PRAGMA application_id") }
    }

    public func setApplicationID(_ id: Int32) throws(SQLiteError) {
        try execute("PRAGMA application_id = \(id)")
    }

    /// Sets the journal of the file, which keeps it for whoever opens it next.
    /// - Throws: ``ResultCode/busy`` if others have the file open, unless it has that journal already.
    func use(_ journal: JournalMode) throws {
        let mode: String? = try first("PRAGMA journal_mode = \(journal.name)") { $0[0] }
        guard mode == journal.name else {
            throw SQLiteError(.cantOpen, "the file system at \(path) does not allow the journal “\(journal.name)”")
        }
        // Only a connection that has read through a log folds it back at its close, and the switch alone reads nothing.
        _ = try userVersion
    }

    /// What lies in the file itself, whatever its log says: through SQLite, since whoever closed the file beside it would
    /// give up its locks. Zeros behind its end.
    public func fileBytes(_ count: Int, at offset: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = csqlite_read_file(database, &bytes, Int32(clamping: count), Int64(offset))
        guard result == SQLITE_OK || result == Self.endOfFile else { throw SQLiteError(result, on: database) }
        return bytes
    }

    /// SQLITE_IOERR_SHORT_READ.
    private static let endOfFile: Int32 = 522

    /// Sets how much of the file it keeps in memory at most; SQLite's own 2 MiB make a large change of a large file write
    /// and read the same pages over and over.
    func setCache(mebibytes: Int) throws(SQLiteError) {
        try execute("PRAGMA cache_size = -\(mebibytes << 10)")
    }

    /// Whether the file was opened for writing.
    var isWritable: Bool { sqlite3_db_readonly(database, "main") == 0 }

    /// Refuses from now on whatever would change the file; at its close it folds the log back all the same.
    func onlyRead() throws(SQLiteError) {
        try execute("PRAGMA query_only = ON")
    }

    private func header(_ pragma: String) throws -> Int32 {
        Int32(truncatingIfNeeded: try first(pragma) { $0[0] as Int64 } ?? 0)
    }
}
