import FoundationEssentials
import Model
import SQLite
import TestSupport

@testable import AlmanacStore

/// A database with all kinds of data that logs its statements.
struct RecordedStore {
    let folder: TemporaryFolder
    let watch: StatementRecorder
    let store: Store
    let maintenance: DatabaseMaintainer
    let account: Account
    let persons: [Record<Person>]
    let planet: Record<Planet>
    let group: Record<Group>
    let note: Record<Note>

    /// Creates a database with a population of the given size.
    init(of count: Int = 60) async throws {
        folder = try TemporaryFolder()
        watch = StatementRecorder(folder.path)
        let location = Self.location(in: folder)
        try await folder.putNewDatabase()
        store = try await Store.open(at: location, mode: .readWrite)
        maintenance = DatabaseMaintainer(of: location)
        account = try await store.accounts.add(name: "Leia", passphrase: nil)
        planet = try await store.planets.add(.example)
        let ids = try await Population(count).settle(in: store)
        _ = try await store.persons.add(.full(home: planet.id))
        persons = try await store.persons.records(Array(ids.prefix(60)))
        group = try await store.groups.record(Group.ID(rawValue: 1))
        note = try await store.notes.add(.example)
    }

    /// Creates a copy of a database.
    init(copying original: RecordedStore) async throws {
        folder = try TemporaryFolder()
        watch = StatementRecorder(folder.path)
        try Connection(at: original.folder.location.path, mode: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for name in try original.folder.names() where ["store.db", "store.db.photos"].contains(name) {
            try FileManager.default.copyItem(atPath: original.folder.file(name), toPath: folder.file(name))
        }
        let location = Self.location(in: folder)
        store = try await Store.open(at: location, mode: .readWrite)
        maintenance = DatabaseMaintainer(of: location)
        account = original.account
        planet = original.planet
        persons = original.persons
        group = original.group
        note = original.note
    }

    /// A database with 60 persons, which is created once. Tests use copies of it.
    static let small = Task { try await RecordedStore() }

    private static func location(in folder: TemporaryFolder) -> StoreLocation {
        StoreLocation(folder.location.path, state: folder.path)
    }

    /// Returns the steps of an operation whose costs grow with the database.
    func growth(_ body: (RecordedStore) async throws -> Void) async throws -> [GrowingStep] {
        QueryPlan.all(of: try await watch.statements { try await body(self) }, on: store.location.path)
            .flatMap { plan in plan.growingSteps.map { GrowingStep(step: $0, sql: plan.sql) } }
    }

    /// Runs the body as a command and returns its step.
    func step<Result>(_ body: () async throws -> Result) async throws -> Step {
        _ = try await CommandContext.$current.withValue(CommandContext("test", by: account.id)) { try await body() }
        guard let step = try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first else {
            throw HistoryProblem.noStep(Step.ID(rawValue: 0))
        }
        return step
    }
}
