import CSQLite

/// One conversation with a database file: `try connection.all("SELECT name FROM person") { $0[0] as String }`.
///
/// A connection has one owner at a time and takes no locks of its own; a ``Database`` lends it out. Every one enforces
/// foreign keys, syncs fully unless the file is still in the making, distrusts the schema and refuses links as well as
/// files it was not asked to make.
public final class Connection {
    let database: OpaquePointer
    let monitor: ExecutionMonitor
    let statements = StatementCache()
    /// Where the file is, with its folders resolved.
    public let path: String

    /// - Parameter busyLimit: how long to wait for the locks of other connections before ``ResultCode/busy``.
    public convenience init(
        at path: String, mode: OpenMode, busyLimit: Duration = .seconds(5)
    ) throws(SQLiteError) {
        let file = try DatabaseFile(path)
        switch mode {
        case .createNew, .inTheMaking:
            guard try file.create() else { throw SQLiteError(.cantOpen, "\(file.path) exists already") }
        case .create:
            _ = try file.create()
        case .readOnly, .readWrite, .immutable:
            break
        }
        let access = mode.isWritable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        if mode == .immutable {
            try self.init(opening: file.immutableURI, at: file.path, flags: access | SQLITE_OPEN_URI, busyLimit)
        } else {
            try self.init(opening: file.path, at: file.path, flags: access, busyLimit)
        }
        if mode == .inTheMaking { try execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF") }
    }

    /// A database of its own that is gone with the connection.
    public static func inMemory() throws(SQLiteError) -> Connection {
        try Connection(opening: ":memory:", at: "", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, .zero)
    }

    /// SQLite would keep account of its memory under a lock at every allocation, and nobody asks for it: an eighth of the
    /// time of a large change. Settled by the first connection of the process.
    private static let countsNoMemory = csqlite_count_no_memory() == SQLITE_OK

    private init(opening name: String, at path: String, flags: Int32, _ busyLimit: Duration) throws(SQLiteError) {
        _ = Self.countsNoMemory
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
        // Where a file cannot be opened for writing at the moment, SQLite opens it for reading and keeps it so.
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

    /// Sets what SQLite leaves lax for old programs' sake, then reads the header: a file of another kind ends here.
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
        // Alone among these it reads the whole schema, which who only looks at the header can do without.
        if isWritable { try execute("PRAGMA synchronous = FULL") }
        try execute(
            """
            PRAGMA cell_size_check = ON;
            PRAGMA recursive_triggers = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA schema_version;
            """)
    }

    /// Reads on in attached files whose header or schema is not as it should be, as far as that goes
    /// (https://sqlite.org/pragma.html#pragma_writable_schema). Only for copying out of damaged files: SQLite's own tables
    /// are not protected any more.
    public func tolerateDamage() throws(SQLiteError) {
        try openShadowTables()
        try execute("PRAGMA writable_schema = ON")
    }

    /// Lets statements write into the tables in which virtual tables keep what is theirs
    /// (https://sqlite.org/vtab.html#the_xshadowname_method). Only for mending them.
    public func openShadowTables() throws(SQLiteError) {
        let result = csqlite_configure(database, SQLITE_DBCONFIG_DEFENSIVE, 0)
        guard result == SQLITE_OK else { throw SQLiteError(result, on: database) }
    }

    /// What SQLite says about a call that failed.
    func failure(_ result: Int32, sql: String? = nil) -> SQLiteError {
        SQLiteError(result, on: database, sql: sql)
    }
}
