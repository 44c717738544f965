import FileIO
import Glibc
import Model
import SQLite

/// The way from a path to a database whose schema is ours and up to date; a refusal leaves the file as it was.
struct StoreOpening: Sendable {
    let location: StoreLocation
    let migrator: Migrator
    let cards: any CardInterpreter
    /// What the folder lies on; injected by tests.
    var fileSystemType: @Sendable (String) -> FileSystemType = { FileSystemType(of: $0) }

    private var path: String { location.path }

    /// Finds or makes the file, refuses what is no store of ours, migrates it and opens it; for reading only, where
    /// nothing can be written.
    func open(_ mode: StoreMode) throws -> (database: StoreDatabase, isReadOnly: Bool) {
        try StoreProblem.explained(at: path) {
            if mode == .createIfMissing, try FileSystem.entry(path) == nil { try create() }
            try refuseStranger()
            guard mode != .readOnly, location.isWritable else {
                let refusal = StoreProblem.notMigrated(path: path)
                return (try databaseForReading(readingMode, Database.isForReading, refusal), true)
            }
            do {
                return (try databaseForWriting(), false)
            } catch let error as SQLiteError {
                guard try isOnlyOutOfRoom(error) else { throw error }
                return (try databaseForReading(.immutable, StoreProblem.fullAtOpening, StoreProblem.full), true)
            }
        }
    }

    private func databaseForWriting() throws -> StoreDatabase {
        let connection = try Connection(at: path, mode: .readWrite, busyLimit: StoreDatabase.busyLimit)
        try migrate(connection)
        for file in [path] + location.companions { try FileSystem.restrictToOwner(file) }
        return try database(over: connection, .readWrite)
    }

    /// - Parameters:
    ///   - refusal: What a write throws.
    ///   - outdated: Thrown where the store must be migrated first.
    private func databaseForReading(
        _ mode: OpenMode, _ refusal: any Error, _ outdated: StoreProblem
    ) throws -> StoreDatabase {
        let connection = try Connection(at: path, mode: mode, busyLimit: StoreDatabase.busyLimit)
        guard try migrator.pending(on: connection).isEmpty else { throw outdated }
        return try database(over: connection, mode, refusal)
    }

    private func database(
        over connection: sending Connection, _ mode: OpenMode, _ refusal: any Error = Database.isForReading
    ) throws -> StoreDatabase {
        let sqlite = try Database(
            over: connection, mode: mode, journal: journal, busyLimit: StoreDatabase.busyLimit, refusal: refusal,
            configure: { [migrator] in try migrator.refuseStranger($0) })
        return StoreDatabase(sqlite: sqlite, cards: cards)
    }

    /// A connection for looking at the store, whatever its migrations. It may write where it can, since SQLite's helper
    /// files go away only with a connection that may.
    func connectionForReading() throws -> Connection {
        try StoreProblem.explained(at: path) {
            try refuseStranger()
            let mode = location.isWritable ? .readWrite : try readingMode
            do {
                return try Connection(at: path, mode: mode, busyLimit: StoreDatabase.busyLimit)
            } catch let error as SQLiteError {
                guard try isOnlyOutOfRoom(error) else { throw error }
                return try Connection(at: path, mode: .immutable, busyLimit: StoreDatabase.busyLimit)
            }
        }
    }

    /// Whether SQLite found no room for its helper files, and the file alone has everything: then it can be read without
    /// them.
    private func isOnlyOutOfRoom(_ error: SQLiteError) throws -> Bool {
        guard case .full = StoreProblem(error, at: path) else { return false }
        return try !location.hasUnfoldedLog
    }

    /// The same for looking at whatever may be wrong with it; a log that is beside it stays as it is.
    func connectionForChecking(besideForeignLog: Bool) throws -> Connection {
        let hasLog = try location.hasLog
        guard hasLog else { return try connectionForReading() }
        if !besideForeignLog { try refuseStranger() }
        return try Connection(
            at: path, mode: besideForeignLog ? .immutable : .readOnly, busyLimit: StoreDatabase.busyLimit)
    }

    /// Applies what is pending, after a checked backup, and returns what became of each migration, so that nobody has to
    /// look again.
    func migrate() throws -> [MigrationState] {
        try StoreProblem.explained(at: path) {
            try refuseStranger()
            let connection = try Connection(at: path, mode: .readWrite, busyLimit: StoreDatabase.busyLimit)
            try migrate(connection)
            return try migrator.states(of: connection)
        }
    }

    private func migrate(_ connection: Connection) throws {
        guard try !migrator.pending(on: connection).isEmpty else { return }
        try backUp(connection)
        try migrator.apply(to: connection)
    }

    private func backUp(_ connection: Connection) throws {
        let folder = BackupFolder(of: location, clock: migrator.clock)
        let place = try folder.newPlace(for: .migration)
        do {
            _ = try BackupWriter(photos: PersistentDataStore(folder: location.photos)).write(connection, to: place)
            try folder.prune(after: place.path)
        } catch StoreProblem.fileExists {
            // Another program, migrating in the same millisecond, has made it.
        }
    }

    // MARK: - Refusals

    /// Looks without a lock and without helper files, so that a file that is refused stays as it was, to the byte;
    /// beside a log that is not possible, since the file alone may be half of the truth.
    func refuseStranger() throws {
        try location.refuseUnsafePlace()
        guard let entry = try FileSystem.entry(path) else { throw StoreProblem.missing(path: path) }
        guard entry.bytes > 0 else { throw StoreProblem.empty(path: path) }
        if try location.hasForeignLog { throw StoreProblem.foreignLog(path: path) }
        let mode: OpenMode = try location.hasHotJournal ? .readWrite : location.hasUnfoldedLog ? .readOnly : .immutable
        try migrator.refuseStranger(Connection(at: path, mode: mode, busyLimit: StoreDatabase.busyLimit))
    }

    /// Readers of a log need helper files; where those cannot be made and there is no log, none are needed.
    var readingMode: OpenMode {
        get throws { try location.isWritable || location.hasLog ? .readOnly : .immutable }
    }

    /// Programs on several machines cannot share the memory by which they find their way in a log.
    private var journal: JournalMode { fileSystemType(location.folder).isShared ? .rollback : .writeAheadLog }

    // MARK: - A new store

    /// The store gets its name when it is whole, so that an interrupted first run leaves none.
    private func create() throws {
        try FileSystem.makeFolder(location.folder)
        try location.refuseUnsafePlace()
        try location.refuseOrphanedLog()
        let making = AtomicFile(path)
        defer { making.discardWithLog() }
        try prepare(making.path)
        do {
            try making.moveToTarget()
        } catch  where error.code == EEXIST {
            // Another program was quicker: its store is as good.
        }
    }

    private func prepare(_ path: String) throws {
        let connection = try Connection(at: path, mode: .inTheMaking, busyLimit: StoreDatabase.busyLimit)
        try migrator.apply(to: connection)
    }
}
