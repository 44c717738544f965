import Model
import SQLite
import Sync

/// An Almanac database: an SQLite file and the photos next to it.
///
///     let location = StoreLocation("/home/leia/almanac.db")
///     let store = try await Store.open(at: location, mode: .createIfMissing)
///     var person = Person()
///     person.name.given = "Leia"
///     let id = try await store.persons.add(person, in: CommandContext("new person given=Leia", by: nil))
public final class Store: Sendable {
    public let location: StoreLocation
    /// Whether the database was opened as read-only or cannot be written.
    public let isReadOnly: Bool
    /// Whether the database was opened. If `false`, every operation throws the reason for the failure.
    public let isAvailable: Bool
    public let blobs: PersistentDataStore
    let database: StoreDatabase
    package let clock: StoreClock

    /// Opens a database. Creates and migrates the file if the mode allows it.
    /// - Parameter sortLanguage: The sort language of a new database.
    /// - Throws: `StoreProblem` if the database cannot be opened. The file is then unchanged, except by migrations that
    ///   have already been applied.
    @concurrent
    public static func open(
        at location: StoreLocation, mode: StoreMode, clock: StoreClock = .system, sortLanguage: String = ""
    ) async throws -> Store {
        let migrator = Migrator(clock: clock)
        let opening = StoreOpener(location: location, migrator: migrator, sortLanguage: sortLanguage)
        let (database, isReadOnly) = try opening.open(mode)
        let store = Store(location, database, isReadOnly: isReadOnly, clock)
        try await store.search.catchUp()
        return store
    }

    /// Creates a placeholder for a database that could not be opened. Every operation throws the reason for the
    /// failure.
    public convenience init(unavailableAt location: StoreLocation, because reason: any Error) {
        let database = Database(unavailableAt: location.path, because: reason)
        self.init(
            location, StoreDatabase(sqlite: database), isReadOnly: false, isAvailable: false, .system)
    }

    private init(
        _ location: StoreLocation, _ database: StoreDatabase, isReadOnly: Bool, isAvailable: Bool = true,
        _ clock: StoreClock
    ) {
        self.location = location
        self.isReadOnly = isReadOnly
        self.isAvailable = isAvailable
        blobs = PersistentDataStore(folder: location.photos)
        self.database = database
        self.clock = clock
    }

    public var accounts: some AccountDataSource { makeAccounts(passphraseCost: PassphraseHash.standardCost) }

    /// Returns the data source of accounts, with the given work factor for new passphrase hashes. Hashing with the
    /// standard factor is slow.
    package func makeAccounts(passphraseCost: UInt) -> some AccountDataSource {
        AccountStore(database: database, clock: clock, state: location.state, cost: passphraseCost)
    }

    public var favorites: some FavoriteDataSource { FavoriteStore(database: database, clock: clock) }

    public var drafts: some DraftDataSource { DraftStore(database: database) }

    /// Whether a change that the history records was committed since the database was opened.
    public var hasChanged: Bool { database.hasChanged }

    /// The number of transactions that changed the database and were committed since it was opened.
    public var changeCount: Int { database.changeCount }

    /// Rejects further operations and closes the database when its current operations end.
    public func close() {
        database.close()
    }
}

// Not opaque, because the generic type behind an opaque type is checked at run time for each command.
extension Store {
    public var persons: any PersonDataSource { RecordStore<Person>(database: database, clock: clock) }
    public var groups: any GroupDataSource { RecordStore<Group>(database: database, clock: clock) }
    public var planets: any PlanetDataSource { RecordStore<Planet>(database: database, clock: clock) }
    public var notes: any NoteDataSource { RecordStore<Note>(database: database, clock: clock) }

    public var nameRules: some NameRulesDataSource { NameRulesStore(database: database) }
    public var occasions: OccasionStore { OccasionStore(database: database) }
    public var recipients: RecipientStore { RecipientStore(database: database) }
    public var search: SearchStore { SearchStore(database: database) }
    public var history: HistoryStore { HistoryStore(database: database, clock: clock) }
    public var archive: ArchiveStore { ArchiveStore(database: database, blobs: blobs, clock: clock) }
    public var seeds: SeedStore { SeedStore(database: database, clock: clock) }
    public var duplicates: DuplicateStore { DuplicateStore(database: database, clock: clock) }
    public var imports: ImportStore { ImportStore(database: database, clock: clock, blobs: blobs) }
    public var exports: ExportStore { ExportStore(database: database, blobs: blobs) }

    /// Returns the data source of remotes.
    /// - Parameter passwords: A reader of the passwords for servers.
    public func remotes(passwords: any PasswordReader) -> RemoteStore {
        RemoteStore(
            database: database, blobs: blobs, clock: clock, passwords: passwords, approvals: location.approvals)
    }
}

/// A mode for opening a database, which determines the allowed access and whether a missing file is created.
public enum StoreMode: Sendable {
    /// Read-only access to an existing file.
    case readOnly
    /// Read and write access to an existing file. A file that cannot be written is opened for reading.
    case readWrite
    /// The same access as `readWrite`. A missing file and its parent folders are created.
    case createIfMissing
}
