import CSQLite

extension Connection {
    /// The rowid of the most recently inserted row.
    public var lastInsertedID: Int64 {
        sqlite3_last_insert_rowid(database)
    }

    /// The number of rows changed by the last INSERT, UPDATE, or DELETE itself, not by triggers or foreign key actions.
    public var changes: Int {
        Int(sqlite3_changes64(database))
    }

    /// The number of rows changed since the connection was opened, including changes by triggers and foreign key actions.
    public var totalChanges: Int {
        Int(sqlite3_total_changes64(database))
    }

    /// The schema version, stored in the file header.
    public var userVersion: Int32 {
        get throws { try header("PRAGMA user_version") }
    }

    public func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try execute("PRAGMA user_version = \(version)")
    }

    /// The ID of the application that owns the file, stored in the file header
    /// (https://sqlite.org/fileformat.html#application_id).
    public var applicationID: Int32 {
        get throws { try header("PRAGMA application_id") }
    }

    public func setApplicationID(_ id: Int32) throws(SQLiteError) {
        try execute("PRAGMA application_id = \(id)")
    }

    /// Sets the journal mode, which is stored in the file.
    /// - Throws: ``SQLiteError`` (``ResultCode/busy``) if the mode would change while another connection has
    ///   the file open.
    func use(_ journal: JournalMode) throws {
        let mode: String? = try first("PRAGMA journal_mode = \(journal.rawValue)") { $0[0] }
        guard mode == journal.rawValue else {
            throw SQLiteError(
                .cantOpen, "the file system at \(path) does not support the journal mode “\(journal.rawValue)”")
        }
        // A connection that closes checkpoints the WAL only if it has read through the WAL. Changing the mode reads
        // nothing.
        _ = try userVersion
    }

    // Reads through SQLite, which would lose its locks if the file were opened and closed separately.
    /// Reads bytes of the database file, ignoring the WAL. Bytes past the end of the file are zero.
    public func fileBytes(_ count: Int, at offset: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = csqlite_read_file(database, &bytes, Int32(clamping: count), Int64(offset))
        guard result == SQLITE_OK || result == SQLiteError.shortRead else { throw SQLiteError(result, on: database) }
        return bytes
    }

    var isWritable: Bool { sqlite3_db_readonly(database, "main") == 0 }

    // With SQLite’s default of 2 MiB, a large change would read and write the same pages repeatedly. Readers list records
    // that are scattered across a large file; a large change touches the entire file.
    /// Sets the size of the page cache for a purpose, and whether the connection accepts changes. A connection that only
    /// reads still checkpoints the WAL when it closes.
    func serve(_ purpose: ConnectionPurpose) throws(SQLiteError) {
        guard purpose != self.purpose else { return }
        switch purpose {
        case .reading: try execute("PRAGMA cache_size = -8192")
        case .writing: try execute("PRAGMA cache_size = -65536")
        }
        self.purpose = purpose
        // SQLite itself rejects the changes of other connections that only read. They can still copy the database.
        rejectsChanges = purpose == .reading && isWritable
    }

    private func header(_ pragma: String) throws -> Int32 {
        Int32(truncatingIfNeeded: try first(pragma) { $0[0] as Int64 } ?? 0)
    }
}
