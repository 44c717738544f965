import CSQLite
import CSQLiteAllocator

/// A connection to a database file.
///
///     let connection = try Connection.inMemory()
///     try connection.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
///     try connection.run("INSERT INTO note (text) VALUES (?1)", binding: "Call Han")
///     let texts = try connection.all("SELECT text FROM note") { $0[0] as String }
///
/// A connection has no mutex, so only one task may use it at a time. A ``Database`` manages connections for concurrent
/// tasks. Every connection enforces foreign keys, does not trust the schema, and rejects symbolic links, hard links,
/// and rollback journals that name a super-journal. Writes are fully synced, except in the ``OpenMode/temporary`` mode.
public final class Connection {
    /// The default maximum time to wait for locks held by other connections.
    public static let busyLimit = Duration.seconds(5)
    let database: OpaquePointer
    let monitor: ExecutionMonitor
    let statements = StatementCache()
    /// The purpose of the last checkout, or `nil` outside a pool.
    var purpose: ConnectionPurpose?
    /// Whether statements that change the database are rejected.
    var rejectsChanges: Bool {
        // SQLite itself rejects changes by connections opened as read-only, and still allows them to copy the database.
        // The pragma “query_only” would have the same effect as this property, but setting it would recompile all
        // statements.
        purpose == .reading && isWritable
    }
    /// The path of the file, with symbolic links in its parent folders resolved.
    public let path: String

    /// Opens a database file.
    /// - Parameter busyLimit: The maximum time to wait for locks held by other connections before a statement throws an
    ///   ``SQLiteError`` (``ResultCode/busy``).
    public convenience init(
        at path: String, mode: OpenMode, busyLimit: Duration = Connection.busyLimit
    ) throws(SQLiteError) {
        let file = try DatabaseFile(path)
        switch mode {
        case .createNew, .temporary:
            guard try file.create() else { throw SQLiteError(.cantOpen, "\(file.path) already exists") }
        case .create:
            _ = try file.create()
        case .readOnly, .readWrite, .immutable:
            break
        }
        try file.rejectUnsafeFiles(isAlone: mode == .immutable)
        let access = mode.isWritable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        if mode == .immutable {
            try self.init(opening: file.immutableURI, at: file.path, flags: access | SQLITE_OPEN_URI, busyLimit)
        } else {
            try self.init(opening: file.path, at: file.path, flags: access, busyLimit)
        }
        if mode == .temporary { try execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF") }
    }

    /// Returns a connection to a new in-memory database, which is lost when the connection closes.
    public static func inMemory() throws(SQLiteError) -> Connection {
        try Connection(opening: ":memory:", at: "", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, .zero)
    }

    /// Whether SQLite’s memory statistics are disabled. The first access disables them for the process. Memory
    /// statistics take a lock for each allocation, which costs an eighth of the time of a large change.
    private static let countsNoMemory = csqlite_count_no_memory() == SQLITE_OK

    /// Whether SQLite keeps small blocks of memory. The first access installs the allocator for the process.
    private static let keepsSmallBlocks = csqlite_keep_small_blocks() == SQLITE_OK

    /// Whether SQLite refuses to open super-journals. The first access registers the file system layer for the process.
    /// A journal that names a super-journal can also appear after the file was opened.
    private static let refusesSuperJournals = csqlite_refuse_super_journals() == SQLITE_OK

    private init(opening name: String, at path: String, flags: Int32, _ busyLimit: Duration) throws(SQLiteError) {
        _ = Self.countsNoMemory
        _ = Self.keepsSmallBlocks
        _ = Self.refusesSuperJournals
        var handle: OpaquePointer?
        let flags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        let result = sqlite3_open_v2(name, &handle, flags, nil)
        guard let handle else { throw SQLiteError(.outOfMemory, "out of memory") }
        self.database = handle
        self.path = path
        self.monitor = ExecutionMonitor(busyLimit: busyLimit)
        guard result == SQLITE_OK else {
            throw SQLiteError(result, on: handle)
        }
        monitor.attach(to: handle)
        try secure(isWritable: flags & SQLITE_OPEN_READWRITE != 0)
        // SQLite falls back to read-only access if it cannot open the file for writing.
        if flags & SQLITE_OPEN_READWRITE != 0, sqlite3_db_readonly(handle, "main") == 1 {
            throw SQLiteError(.readOnly, "\(path) cannot be written")
        }
    }

    deinit {
        statements.removeAll()
        if isWritable {
            CloseLock.withLock(at: path) { sqlite3_close_v2(database) }
        } else {
            sqlite3_close_v2(database)
        }
    }

    /// Replaces SQLite’s lax defaults with strict settings, then reads the header to verify that the file is a
    /// database.
    private func secure(isWritable: Bool) throws(SQLiteError) {
        let switches = [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
            (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
        ]
        for (option, value) in switches {
            let result = csqlite_configure(database, option, Int32(value))
            guard result == SQLITE_OK else { throw SQLiteError(result, on: database) }
        }
        sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 64 << 20)
        sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 16 << 20)
        // With FULL, a rollback journal could reappear after a power failure and undo a committed transaction. This
        // pragma reads the entire schema, so it is skipped if the connection only reads.
        if isWritable { try execute("PRAGMA synchronous = EXTRA") }
        try execute(
            """
            PRAGMA cell_size_check = ON;
            PRAGMA recursive_triggers = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA schema_version;
            """)
    }

    /// Allows writing to the shadow tables of virtual tables (https://sqlite.org/vtab.html#the_xshadowname_method). Use
    /// this function only for repairs.
    public func openShadowTables() throws(SQLiteError) {
        let result = csqlite_configure(database, SQLITE_DBCONFIG_DEFENSIVE, 0)
        guard result == SQLITE_OK else { throw SQLiteError(result, on: database) }
    }

    func failure(_ result: Int32, sql: String? = nil) -> SQLiteError {
        SQLiteError(result, on: database, sql: sql)
    }
}

extension Connection {
    /// The rowid of the most recently inserted row.
    public var lastInsertedID: Int64 {
        sqlite3_last_insert_rowid(database)
    }

    /// The number of rows changed by the last INSERT, UPDATE, or DELETE itself, not by triggers or foreign key actions.
    public var changes: Int {
        Int(sqlite3_changes64(database))
    }

    /// The number of rows changed since the connection was opened, including changes by triggers and foreign key
    /// actions.
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
    /// - Throws: ``SQLiteError`` (``ResultCode/busy``) if the mode would change while another connection has the file
    ///   open, or (``ResultCode/cantOpen``) if the file system does not support the mode.
    func use(_ journal: JournalMode) throws {
        let mode: String? = try monitor.retryingWhileBusy {
            try first("PRAGMA journal_mode = \(journal.rawValue)") { $0[0] }
        }
        guard mode == journal.rawValue else {
            throw SQLiteError(
                .cantOpen, "the file system at \(path) does not support the journal mode “\(journal.rawValue)”")
        }
        // When it closes, a connection checkpoints the WAL only if it has read through the WAL. Changing the mode reads
        // nothing.
        _ = try userVersion
    }

    /// Reads bytes of the database file, ignoring the WAL. Bytes past the end of the file are zero.
    public func fileBytes(_ count: Int, at offset: Int) throws -> [UInt8] {
        // Reads through SQLite, which would lose its locks if the file were opened and closed separately.
        var bytes = [UInt8](repeating: 0, count: count)
        let result = csqlite_read_file(database, &bytes, Int32(clamping: count), Int64(offset))
        guard result == SQLITE_OK || result == SQLiteError.shortRead else { throw SQLiteError(result, on: database) }
        return bytes
    }

    var isWritable: Bool { sqlite3_db_readonly(database, "main") == 0 }

    /// Sets the purpose of the connection and, on the first call, the size of its page cache. A connection that only
    /// reads still checkpoints the WAL when it closes.
    func serve(_ purpose: ConnectionPurpose) throws(SQLiteError) {
        // With SQLite’s default of 2 MiB, a large change would read and write the same pages repeatedly. More than 8
        // MiB would not make an import of 10,000 contacts faster.
        if self.purpose == nil { try execute("PRAGMA cache_size = -8192") }
        self.purpose = purpose
    }

    private func header(_ pragma: String) throws -> Int32 {
        Int32(truncatingIfNeeded: try first(pragma) { $0[0] as Int64 } ?? 0)
    }

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

    /// Runs the body and calls a closure with the text of each statement that the body starts.
    /// - Parameter tracer: Receives the text without the bound values; `nil` for no tracing.
    public func tracing<Result>(_ tracer: ((String) -> Void)?, _ body: () throws -> Result) rethrows -> Result {
        try monitor.with(\.tracer, tracer, body)
    }

    /// Runs the body without enforcing foreign keys, so that the body can rebuild tables without triggering cascades.
    ///
    /// The body should begin its own transaction and check the foreign keys before committing.
    /// - Throws: ``SQLiteError`` (``ResultCode/misuse``) if a transaction is open, because SQLite would then ignore the
    ///   setting.
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
