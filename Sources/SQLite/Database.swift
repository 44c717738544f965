/// A database file for concurrent tasks, with one writer and several readers.
///
///     let database = try Database(at: "/home/leia/notes.db", mode: .readWrite)
///     let id = try await database.write { connection in
///         try connection.run("INSERT INTO note (text) VALUES (?1)", binding: "Call Han")
///         return connection.lastInsertedID
///     }
///     let text = try await database.read { connection in
///         try connection.first("SELECT text FROM note WHERE id = ?1", binding: id) { $0[0] as String }
///     }
///
/// The closures for reading and writing are synchronous and receive a connection instead of the database, so a write
/// cannot deadlock by waiting for a nested write. The closures run on the ``BlockingExecutor``. With a WAL, readers see
/// the last committed state during a write. The last connection to close checkpoints the WAL.
public final class Database: Sendable {
    public static let isForReading = SQLiteError(.readOnly, "the database was opened for reading only")
    private let connections: ConnectionPool
    private let isWritable: Bool
    /// The path of the file, with symbolic links in its parent folders resolved.
    public let path: String

    /// Opens a database file.
    /// - Parameters:
    ///   - journal: The journal mode to set if the file is opened for writing.
    ///   - busyLimit: The maximum time to wait for locks held by other connections.
    ///   - readerLimit: The maximum number of concurrent reads.
    ///   - refusal: The error that writes throw if the mode allows only reading.
    ///   - configure: A closure that is called with each new connection before any write. It throws to reject a file,
    ///     such as a database of another application.
    public convenience init(
        at path: String, mode: OpenMode, journal: JournalMode = .writeAheadLog,
        busyLimit: Duration = Connection.busyLimit,
        readerLimit: Int = 4, refusal: any Error = Database.isForReading,
        configure: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) throws {
        let first = try Connection(at: path, mode: mode, busyLimit: busyLimit)
        try configure(first)
        try self.init(
            over: first, mode: mode, journal: journal, busyLimit: busyLimit, readerLimit: readerLimit,
            refusal: refusal, configure: configure)
    }

    /// Creates a database from a connection that was opened in the given mode.
    public init(
        over first: sending Connection, mode: OpenMode, journal: JournalMode = .writeAheadLog,
        busyLimit: Duration = Connection.busyLimit, readerLimit: Int = 4, refusal: any Error = Database.isForReading,
        configure: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) throws {
        // Reuses the connection, because each new connection reads the schema again.
        let path = first.path
        self.path = path
        self.isWritable = mode.isWritable
        if isWritable { try first.use(journal) }

        let readMode: OpenMode = mode == .immutable ? .immutable : .readOnly
        connections = ConnectionPool(readerLimit: readerLimit) { purpose in
            if purpose == .writing, !mode.isWritable { throw refusal }
            let connection = try Connection(
                at: path, mode: purpose == .writing ? .readWrite : readMode, busyLimit: busyLimit)
            try configure(connection)
            return connection
        }
        connections.add(first)
    }

    /// Creates a placeholder for a database that could not be opened. Every operation throws the reason.
    public init(unavailableAt path: String, because reason: any Error) {
        self.path = path
        isWritable = false
        connections = ConnectionPool(readerLimit: 1) { _ in throw reason }
    }

    deinit {
        close()
    }

    /// Runs the body in a read transaction, on a consistent snapshot.
    /// - Throws: `CancellationError` if the task is cancelled. A running statement is interrupted.
    @concurrent
    public func read<Result: Sendable>(_ body: sending (Connection) throws -> Result) async throws -> Result {
        try await blocking(.reading) { connection in
            try connection.transaction(.deferred) { try body(connection) }
        }
    }

    /// Checkpoints and truncates the WAL, so that frames of a failed COMMIT cannot reappear at the next start.
    /// - Throws: ``SQLiteError`` (``ResultCode/busy``) if another connection is reading or writing.
    @concurrent
    public func checkpoint() async throws {
        try await blocking(.writing) { connection in
            let isBusy = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0[0] as Bool } ?? false
            if isBusy { throw SQLiteError(.busy, "the WAL is in use") }
        }
    }

    /// Rewrites the file without free space and truncates the WAL, so that neither contains deleted data.
    /// - Throws: ``SQLiteError`` (``ResultCode/busy``) if another connection is reading or writing.
    @concurrent
    public func vacuum() async throws {
        try await blocking(.writing) { try $0.execute("VACUUM") }
        try await checkpoint()
    }

    /// Runs the body in a write transaction. Rolls back if the body throws or the task is cancelled.
    /// - Parameters:
    ///   - foreignKeys: The foreign key mode. Use `.off` to insert rows in any order; the body must then check the
    ///     foreign keys itself.
    ///   - waits: Whether to wait for locks held by other connections.
    /// - Throws: ``CommitOutcomeUnknown`` if it is unknown whether the COMMIT took effect.
    @concurrent @discardableResult
    public func write<Result: Sendable>(
        foreignKeys: ForeignKeys = .enforced, waits: Bool = true, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        do {
            return try await blocking(.writing) { connection in
                try connection.monitor.with(\.waitsForLocks, waits) {
                    func transaction() throws -> Result { try connection.transaction { try body(connection) } }
                    return try foreignKeys == .off ? connection.withForeignKeysOff(transaction) : transaction()
                }
            }
        } catch {
            if ConnectionPool.invalidatesConnection(error) { connections.renew() }
            throw error
        }
    }

    /// Writes a compact copy to an unused path. Writes wait until the copy is complete; reads do not.
    @concurrent
    public func vacuum(into path: String) async throws {
        // In SQLite 3.40, a read-only connection cannot vacuum a table with a CHECK constraint and a generated column.
        try await blocking(isWritable ? .writing : .reading) { try $0.vacuum(into: path) }
    }

    @concurrent
    private func blocking<Result: Sendable>(
        _ purpose: ConnectionPurpose, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(BlockingExecutor.shared) {
            try await connections.withConnection(for: purpose, body)
        }
    }

    /// Rejects further operations and closes each connection when its current operation ends.
    public func close() {
        connections.close()
    }
}

/// The foreign key mode of a transaction.
public enum ForeignKeys: Sendable {
    case enforced, off
}
