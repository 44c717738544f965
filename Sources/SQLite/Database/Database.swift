/// A database file for concurrent tasks: one writer, in the order in which tasks ask, beside a few readers.
///
///     let names = try await database.read { try $0.all("SELECT name FROM person") { $0[0] as String } }
///
/// The bodies are synchronous and get a connection, never the database: a write cannot wait for a write inside it.
/// The file is kept with a write-ahead log, so that readers see the last committed state while a write goes on; the last
/// connection that closes folds the log back into the one file. Bodies run on the ``BlockingExecutor``.
public final class Database: Sendable {
    /// How much of the file each connection keeps in memory at most, in MiB: a page of records lies in hundreds of places
    /// of a large file, a large change goes through all of it.
    private static let (readerCache, writerCache) = (8, 64)
    public static let isForReading = SQLiteError(.readOnly, "the database was opened for reading only")
    private let writers: ConnectionPool
    private let readers: ConnectionPool
    private let isWritable: Bool
    /// Where the file is, with its folders resolved.
    public let path: String

    /// - Parameters:
    ///   - journal: a file for writing is switched to it; one for reading is read with what it has.
    ///   - busyLimit: how long to wait for the locks of other programs.
    ///   - readerLimit: how many tasks read at the same time.
    ///   - refusal: what a write throws where the mode is for reading.
    ///   - configure: run on each new connection before anything is written to the file: throw to refuse a file that
    ///     belongs to another program.
    public convenience init(
        at path: String, mode: OpenMode, journal: JournalMode = .writeAheadLog, busyLimit: Duration = .seconds(5),
        readerLimit: Int = 4, refusal: any Error = Database.isForReading,
        configure: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) throws {
        let first = try Connection(at: path, mode: mode, busyLimit: busyLimit)
        try configure(first)
        try self.init(
            over: first, mode: mode, journal: journal, busyLimit: busyLimit, readerLimit: readerLimit,
            refusal: refusal, configure: configure)
    }

    /// Goes on with a connection that was opened in the mode and looked at already: each one reads the schema anew.
    public init(
        over first: sending Connection, mode: OpenMode, journal: JournalMode = .writeAheadLog,
        busyLimit: Duration = .seconds(5), readerLimit: Int = 4, refusal: any Error = Database.isForReading,
        configure: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) throws {
        let path = first.path
        self.path = path
        self.isWritable = mode.isWritable
        if isWritable { try first.use(journal) }
        try first.setCache(mebibytes: Self.readerCache)
        // Most who open a database only read it: they get by with this one, and read the schema once.
        try first.onlyRead()

        let readMode: OpenMode = mode == .immutable ? .immutable : .readOnly
        readers = ConnectionPool(limit: readerLimit) {
            let connection = try Connection(at: path, mode: readMode, busyLimit: busyLimit)
            try configure(connection)
            try connection.setCache(mebibytes: Self.readerCache)
            return connection
        }
        writers = ConnectionPool(limit: 1) { [readers] in
            guard mode.isWritable else { throw refusal }
            // All connections share the memory by which they find their way in the log: one that was opened while that
            // could not be written would keep this one from writing too. Those that are there before the first write were
            // opened when it could.
            if readers.wasRenewed { readers.renew() }
            let connection = try Connection(at: path, mode: .readWrite, busyLimit: busyLimit)
            try configure(connection)
            try connection.setCache(mebibytes: Self.writerCache)
            return connection
        }
        readers.add(first)
    }

    /// A database that could not be opened: every use of it throws the reason.
    public init(unavailableAt path: String, because reason: any Error) {
        self.path = path
        isWritable = false
        readers = ConnectionPool(limit: 1) { throw reason }
        writers = ConnectionPool(limit: 1) { throw reason }
    }

    deinit {
        close()
    }

    /// Reads one consistent state of the database, whatever is written meanwhile.
    /// - Throws: `CancellationError` if the task is cancelled, whose statement is then stopped.
    @concurrent
    public func read<Result: Sendable>(_ body: sending (Connection) throws -> Result) async throws -> Result {
        try await blocking(readers) { connection in
            try connection.transaction(.deferred) { try body(connection) }
        }
    }

    /// Folds the log into the file and empties it, so that it holds nothing that no connection sees: what a COMMIT that
    /// failed has left there could come back at the next start.
    /// - Throws: `SQLiteError` with `.busy` where others still read or write.
    @concurrent
    public func checkpoint() async throws {
        try await blocking(writers) { connection in
            let isBusy = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0[0] as Bool } ?? false
            if isBusy { throw SQLiteError(.busy, "the log is in use") }
        }
    }

    /// Does all of the body in one transaction, or nothing of it when it throws or the task is cancelled.
    /// - Parameters:
    ///   - foreignKeys: Off for what puts rows in their place in any order; the body then checks them itself.
    ///   - waits: Whether for another program that writes; else it is busy at once.
    /// - Throws: ``CommitUncertain`` if nobody can tell whether the COMMIT took effect.
    @concurrent @discardableResult
    public func write<Result: Sendable>(
        foreignKeys: ForeignKeys = .enforced, waits: Bool = true, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        do {
            return try await blocking(writers) { connection in
                try connection.monitor.waiting(waits) {
                    switch foreignKeys {
                    case .enforced:
                        try connection.transaction(.immediate) { try body(connection) }
                    case .off:
                        try connection.withForeignKeysOff {
                            try connection.transaction(.immediate) { try body(connection) }
                        }
                    }
                }
            }
        } catch {
            if ConnectionPool.invalidatesConnection(error) { readers.renew() }
            throw error
        }
    }

    /// Writes a compact copy to a path where nothing may be yet; writes wait meanwhile, reads go on.
    @concurrent
    public func vacuum(into path: String) async throws {
        // SQLite 3.40 fails on a table with a CHECK and a generated column if the connection is for reading only.
        try await blocking(isWritable ? writers : readers) { try $0.vacuum(into: path) }
    }

    /// Runs a body with a connection, on the executor for work that blocks.
    @concurrent
    private func blocking<Result: Sendable>(
        _ pool: ConnectionPool, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try await pool.withConnection(body) }
    }

    /// Lets the work under way end and refuses more. The writer goes last, since readers cannot fold the log back.
    public func close() {
        writers.rejectCheckouts()
        readers.close { [writers] in writers.close() }
    }
}

/// Whether a transaction enforces foreign keys and does what they say.
public enum ForeignKeys: Sendable {
    case enforced, off
}
