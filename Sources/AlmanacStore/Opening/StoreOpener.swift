import FileIO
import Glibc
import Model
import SQLite

/// The steps from a path to an open, migrated database. If a step fails, the file is not changed, except by migrations
/// that have already been applied.
struct StoreOpener: Sendable {
    let location: StoreLocation
    let migrator: Migrator
    /// The sort language of a new database.
    var sortLanguage = ""
    /// A closure that returns the file system type of a folder. Tests replace it.
    var fileSystemType: @Sendable (String) -> FileSystemType = { FileSystemType(of: $0) }

    private var path: String { location.path }

    /// Checks that the database belongs to Almanac, migrates it, and opens it. Creates a missing file if the mode
    /// allows it. In read-only mode, or if the file cannot be written, opens the file for reading without migration.
    func open(_ mode: StoreMode) throws -> (database: StoreDatabase, isReadOnly: Bool) {
        try StoreProblem.rethrowing(at: path) {
            if mode == .createIfMissing, try FileSystem.entry(path) == nil { try create() }
            try rejectForeignFile()
            guard mode != .readOnly, location.isWritable else {
                let refusal = StoreProblem.notMigrated(path: path)
                return (try databaseForReading(readingMode, Database.isForReading, refusal), true)
            }
            do {
                return (try databaseForWriting(), false)
            } catch let error as SQLiteError {
                guard try isDatabaseFull(error) else { throw error }
                return (try databaseForReading(.immutable, StoreProblem.fullAtOpening, StoreProblem.full), true)
            }
        }
    }

    private func databaseForWriting() throws -> StoreDatabase {
        let connection = try Connection(at: path, mode: .readWrite)
        try migrate(connection)
        let allowed = location.allowedPermissions
        for file in [path] + location.companions { try FileSystem.restrict(file, to: allowed) }
        return try database(over: connection, .readWrite)
    }

    /// Opens the database for reading.
    /// - Parameters:
    ///   - refusal: The error that writes throw.
    ///   - outdated: The error to throw if migrations are pending.
    private func databaseForReading(
        _ mode: OpenMode, _ refusal: any Error, _ outdated: StoreProblem
    ) throws -> StoreDatabase {
        let connection = try Connection(at: path, mode: mode)
        guard try migrator.pending(on: connection).isEmpty else { throw outdated }
        return try database(over: connection, mode, refusal)
    }

    private func database(
        over connection: sending Connection, _ mode: OpenMode, _ refusal: any Error = Database.isForReading
    ) throws -> StoreDatabase {
        let schemaGuard = schemaGuard
        try schemaGuard.rejectForeignViews(on: connection)
        let sqlite = try Database(
            over: connection, mode: mode, journal: journal, refusal: refusal,
            configure: { [migrator] in try migrator.rejectForeignFile($0) })
        return StoreDatabase(sqlite: sqlite, schemaGuard: schemaGuard)
    }

    private var schemaGuard: SchemaGuard {
        SchemaGuard(
            checksums: Migration.schemaChecksums, approvals: location.approvals,
            model: { [migrator] in try migrator.model() })
    }

    /// Opens a connection for reading, regardless of pending migrations. The connection is writable if possible.
    /// - Throws: `StoreProblem.changedView` or `.replacedTable` if another program has changed views. The views of an
    ///   older schema are not checked.
    func connectionForReading() throws -> Connection {
        try StoreProblem.rethrowing(at: path) {
            let connection = try uncheckedConnection()
            if (try? migrator.pending(on: connection).isEmpty) == true {
                try schemaGuard.rejectForeignViews(on: connection)
            }
            return connection
        }
    }

    /// Opens a connection for reading, regardless of the schema.
    func uncheckedConnection() throws -> Connection {
        try StoreProblem.rethrowing(at: path) {
            try rejectForeignFile()
            // Only writable connections remove SQLite’s helper files.
            let mode = location.isWritable ? .readWrite : try readingMode
            do {
                return try Connection(at: path, mode: mode)
            } catch let error as SQLiteError {
                guard try isDatabaseFull(error) else { throw error }
                return try Connection(at: path, mode: .immutable)
            }
        }
    }

    /// Returns whether the disk has no space for SQLite’s helper files but the database can be read without them,
    /// because the WAL is empty.
    private func isDatabaseFull(_ error: SQLiteError) throws -> Bool {
        guard case .full = StoreProblem(error, at: path) else { return false }
        return try !location.hasUncheckpointedWAL
    }

    /// Opens a connection for checks. An existing WAL is not changed.
    func connectionForChecking(besideForeignLog: Bool) throws -> Connection {
        guard try location.hasWAL else { return try uncheckedConnection() }
        if !besideForeignLog { try rejectForeignFile() }
        return try Connection(at: path, mode: besideForeignLog ? .immutable : .readOnly)
    }

    /// Applies pending migrations after making a backup.
    /// - Returns: The resulting state of each migration.
    func migrate() throws -> [MigrationState] {
        try StoreProblem.rethrowing(at: path) {
            try rejectForeignFile()
            let connection = try Connection(at: path, mode: .readWrite)
            try migrate(connection)
            return try migrator.states(of: connection)
        }
    }

    private func migrate(_ connection: Connection) throws {
        guard try !migrator.pending(on: connection).isEmpty else { return }
        if let trigger = try ForeignTrigger.all(before: migrator, in: connection, except: location.approvals).first {
            throw trigger.problem
        }
        try backUp(connection)
        try migrator.apply(to: connection)
    }

    private func backUp(_ connection: Connection) throws {
        let folder = BackupFolder(path: location.backups, clock: migrator.clock)
        let place = try folder.newPlace(for: .migration)
        do {
            _ = try BackupWriter(photos: PersistentDataStore(folder: location.photos)).write(connection, to: place)
            try folder.prune(after: place.path)
        } catch StoreProblem.fileExists {
            // Another program that migrates in the same millisecond has made the backup.
        }
    }

    // MARK: - Validation

    /// Throws if the file is missing, empty, or not an Almanac database, or if its location or WAL makes it unsafe to
    /// open.
    ///
    /// Without a WAL or a hot journal, the file is read without locks or helper files, so that a rejected file is not
    /// changed at all.
    func rejectForeignFile() throws {
        try location.rejectUnsafeLocation()
        guard let entry = try FileSystem.entry(path) else { throw StoreProblem.missing(path: path) }
        guard entry.bytes > 0 else { throw StoreProblem.empty(path: path) }
        if try location.hasForeignWAL { throw StoreProblem.foreignLog(path: path) }
        let mode: OpenMode =
            try location.hasHotJournal ? .readWrite : location.hasUncheckpointedWAL ? .readOnly : .immutable
        try migrator.rejectForeignFile(Connection(at: path, mode: mode))
    }

    /// The mode for reading: immutable if helper files cannot be created and there is no WAL, otherwise read-only.
    var readingMode: OpenMode {
        // Reading with a WAL requires helper files.
        get throws { try location.isWritable || location.hasWAL ? .readOnly : .immutable }
    }

    /// The journal mode: a rollback journal on a shared file system, otherwise a WAL.
    private var journal: JournalMode {
        // Programs on several machines cannot share the memory that a WAL needs.
        fileSystemType(location.folder).isShared ? .rollback : .writeAheadLog
    }

    // MARK: - Creation

    /// Creates the database under a temporary name, so that an interrupted first run leaves no incomplete database.
    private func create() throws {
        try FileSystem.makeFolder(location.folder)
        try location.rejectUnsafeLocation()
        try location.rejectOrphanedWAL()
        let temporary = AtomicFile(path)
        defer { temporary.discardDatabase() }
        let connection = try Connection(at: temporary.path, mode: .temporary)
        try migrator.apply(to: connection)
        if !sortLanguage.isEmpty { try NameRules(sortLanguage: sortLanguage).write(to: connection) }
        do {
            try temporary.moveToTarget()
        } catch  where error.code == EEXIST {
            // Another program has just created the database.
        }
    }
}
