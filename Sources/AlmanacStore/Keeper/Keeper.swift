import Model
import SQLite

/// The care of a store as a whole, with connections of its own, so that it also looks at one that cannot be used.
public struct Keeper: StoreKeeper {
    let location: StoreLocation
    let opening: StoreOpening
    let photos: PersistentDataStore

    private var migrator: Migrator { opening.migrator }

    public init(of location: StoreLocation, clock: StoreClock = .system) {
        self.init(of: location, migrator: Migrator(clock: clock))
    }

    init(of location: StoreLocation, migrator: Migrator) {
        self.location = location
        opening = StoreOpening(location: location, migrator: migrator)
        photos = PersistentDataStore(folder: location.photos)
    }

    @concurrent
    public func migrations() async throws -> [MigrationState] {
        try explained {
            let connection = try opening.connectionForReading()
            _ = try migrator.pending(on: connection)
            return try migrator.states(of: connection)
        }
    }

    @concurrent
    public func migrate() async throws -> [MigrationState] {
        try opening.migrate()
    }

    @concurrent
    public func check() async throws -> [Finding] {
        try explained {
            try damageAsFinding {
                let connection = try opening.connectionForReading()
                guard try migrator.pending(on: connection).isEmpty else {
                    throw StoreProblem.notMigrated(path: location.path)
                }
                // Of one moment, since another program may be changing records, and their index, meanwhile.
                return try connection.transaction(.deferred) {
                    try checks.flatMap { check in try damageAsFinding { try check.findings(in: connection) } }
                }
            }
        }
    }

    private func damageAsFinding(_ findings: () throws -> [Finding]) throws -> [Finding] {
        do {
            return try findings()
        } catch let error as SQLiteError where error.code == .corrupt {
            return [Finding(.damagedPage, "SQLite says: \(error.message).")]
        } catch StoreProblem.damaged(let detail) {
            return [Finding(.damagedPage, detail)]
        }
    }

    @concurrent
    public func tidy() async throws {
        let used = try explained {
            try FileInTheMaking.sweep(location.folder, now: migrator.clock.milliseconds())
            let connection = try opening.connectionForReading()
            return Set(try PhotoUse.all(on: connection).compactMap(\.id))
        }
        try await photos.sweep(keeping: used, clock: migrator.clock)
    }

    private var checks: [any StoreCheck] {
        [
            IntegrityCheck(), ForeignKeyCheck(), SchemaCheck(migrator: migrator), SearchCheck(),
            PhotoCheck(store: photos, clock: migrator.clock),
        ]
    }

    func explained<Result>(_ body: () throws -> Result) throws -> Result {
        try StoreProblem.explained(at: location.path, body)
    }
}
