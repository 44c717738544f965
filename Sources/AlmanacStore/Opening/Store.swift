import Model
import SQLite

/// One SQLite file with everything Almanac keeps, and the photos beside it.
///
///     let store = try await Store.open(at: StoreLocation("/home/leia/almanac.db"), mode: .createIfMissing)
///     let account = try await store.accounts.add(name: "Leia", passphrase: nil)
public final class Store: Sendable {
    public let location: StoreLocation
    /// Whether it was opened for reading, or lies where nothing can be written.
    public let isReadOnly: Bool
    /// Whether it was opened; otherwise every use of it throws the reason why not.
    public let isAvailable: Bool
    /// Photos and pictures.
    public let blobs: PersistentDataStore
    package let database: StoreDatabase
    package let clock: StoreClock

    /// Opens the store, made and migrated as far as the mode allows.
    /// - Parameter cards: Reads the cards of persons for the search index.
    /// - Throws: `StoreProblem`, with the file left as it was.
    @concurrent
    public static func open(
        at location: StoreLocation, mode: StoreMode, clock: StoreClock = .system, cards: any CardInterpreter
    ) async throws -> Store {
        let opening = StoreOpening(location: location, migrator: Migrator(clock: clock), cards: cards)
        let (database, isReadOnly) = try opening.open(mode)
        let store = Store(location, database, isReadOnly: isReadOnly, clock)
        try await store.search.catchUp()
        return store
    }

    /// A store that is not open.
    public convenience init(
        unavailableAt location: StoreLocation, because reason: any Error, cards: any CardInterpreter
    ) {
        let database = Database(unavailableAt: location.path, because: reason)
        self.init(
            location, StoreDatabase(sqlite: database, cards: cards), isReadOnly: false, isAvailable: false, .system)
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

    public var accounts: some AccountDataSource { AccountStore(database: database, clock: clock) }

    public var drafts: some DraftDataSource { DraftStore(database: database) }

    /// Lets the work under way end and folds SQLite's log into the file.
    public func close() {
        database.close()
    }
}

extension Store {
    public var persons: RecordStore<Person> { records(in: Tables.persons) }
    public var groups: RecordStore<Group> { records(in: Tables.groups) }
    public var planets: RecordStore<Planet> { records(in: Tables.planets) }
    public var notes: RecordStore<Note> { records(in: Tables.notes) }

    private func records<Content>(in table: RecordTable<Content>) -> RecordStore<Content> {
        RecordStore(database: database, clock: clock, table: table)
    }

    public var occasions: OccasionStore { OccasionStore(database: database) }
    public var recipients: RecipientStore { RecipientStore(database: database) }
    public var search: SearchStore { SearchStore(database: database) }
    public var history: HistoryStore { HistoryStore(database: database, clock: clock) }
}

/// What may happen to the file when a store is opened.
public enum StoreMode: Sendable {
    /// It must exist and is not changed.
    case readOnly
    /// It must exist; where it cannot be written, it is opened for reading.
    case readWrite
    /// As `readWrite`, but a missing one is made, with the folders above it.
    case createIfMissing
}
