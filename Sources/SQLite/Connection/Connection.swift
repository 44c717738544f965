import CSQLite
import CSQLiteAllocator

/// A connection to a database file.
///
///     let names = try connection.all("SELECT name FROM person") { $0[0] as String }
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
    /// What the connection was last checked out for, or `nil` outside a pool.
    var purpose: ConnectionPurpose?
    // The pragma “query_only” would have the same effect, but compile all statements again whenever it is set.
    /// Whether statements that change the database are rejected.
    var rejectsChanges = false
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

    // Memory statistics take a lock for each allocation, which costs an eighth of the time of a large change.
    /// Whether SQLite’s memory statistics are disabled. The first access disables them for the process.
    private static let countsNoMemory = csqlite_count_no_memory() == SQLITE_OK

    /// Whether SQLite keeps small blocks of memory. The first access installs the allocator for the process.
    private static let keepsSmallBlocks = csqlite_keep_small_blocks() == SQLITE_OK

    // A journal that names a super-journal can also appear after the file was opened.
    /// Whether SQLite opens no super-journals. The first access registers the file system layer for the process.
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
