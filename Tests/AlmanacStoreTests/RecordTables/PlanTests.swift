import FoundationEssentials
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Query plans and statement counts for lists, lookups, and changes")
struct PlanTests {
    @Test func `Default lists use the index of every sort order that has one`() async throws {
        let store = try await TemporaryStore()
        try await explore(Person.table, in: store)
        try await explore(Group.table, in: store)
        try await explore(Planet.table, in: store)
        try await explore(Note.table, in: store)
    }

    private func explore<Content>(_ table: RecordTable<Content>, in store: TemporaryStore) async throws {
        let last = try await store.addExample(of: Content.kind).id
        for order in RecordOrder<Content>.allCases where !BoundedStep.isWithoutIndex(order) {
            for (isDescending, after) in [(false, last), (true, last), (false, nil), (true, nil)] as [(Bool, RecordID?)]
            {
                let listing = ListRequest<Content>(
                    .usual, by: order, isDescending: isDescending, after: after, limit: 2)
                let log = try StatementLog(on: store) { _ = try table.list(listing, in: $0) }
                #expect(try log.fullScans() == [], "\(listing)")
                #expect(try log.sortings(in: { $0.contains("LIMIT") && !$0.contains("json_each") }) == [], "\(listing)")
            }
        }
    }

    @Test func `Listing the records of a scope uses an index`() async throws {
        let store = try await TemporaryStore()
        let group = RecordID(kind: .group, number: 1)
        let person = RecordID(kind: .person, number: 1)
        let planet = RecordID(kind: .planet, number: 1)
        let log = try StatementLog(on: store) { connection in
            for scope in [ListScope.of(group), .of(planet), .favorites(.init(rawValue: 1))] {
                _ = try Person.table.list(ListRequest(scope), in: connection)
                _ = try Person.table.count(scope, in: connection)
            }
            _ = try Group.table.list(ListRequest(.of(person)), in: connection)
            _ = try Planet.table.list(ListRequest(.of(planet)), in: connection)
            for subject in [group, person, planet] {
                _ = try Note.table.list(ListRequest(.of(subject)), in: connection)
            }
        }
        #expect(try log.fullScans() == [])
        let members = try StatementLog(on: store) {
            _ = try Person.table.list(ListRequest(.of(group), by: .member), in: $0)
        }
        #expect(try members.sortings(in: { _ in true }) == [])
    }

    @Test func `Name lookups, changes, and updates of the search index use indexes`() async throws {
        let store = try await TemporaryStore()
        let home = try await store.planets.add(.example)
        let log = try StatementLog(on: store) { connection in
            try connection.transaction {
                let id = try Person.table.insert(.full(home: home.id), into: connection)
                try SearchIndexer(connection).update()
                try Person.table.update(
                    Person.table.fetch(id, from: connection), to: Person(), in: connection)
                _ = try Person.table.named("José", in: connection)
                _ = try Planet.table.named("kepler16b", in: connection)
                try Person.table.delete([id], from: connection)
            }
        }
        #expect(try log.fullScans() == [])
    }

    @Test func `Reading a single record does not collect IDs in a temporary tree`() async throws {
        let store = try await TemporaryStore()
        let home = try await store.planets.add(.example)
        let person = try await store.persons.add(.full(home: home.id))
        let (one, two) = try (
            StatementLog(on: store) {
                let found = try Person.table.fetch([person.id.rawValue], from: $0)
                #expect(found.map(\.content) == [.full(home: home.id)])
            },
            StatementLog(on: store) {
                let found = try Person.table.fetch([person.id.rawValue, person.id.rawValue], from: $0)
                #expect(found.map(\.content) == [.full(home: home.id), .full(home: home.id)])
            }
        )
        #expect(one.runs == two.runs)
        #expect(!one.statements.contains { $0.contains("IN (SELECT value FROM json_each") })
        #expect(one.cost.steps < two.cost.steps * 3 / 4)
    }

    @Test func `Loading a page runs the same number of statements regardless of the page size`() async throws {
        let store = try await TemporaryStore()
        _ = try await Population(60).settle(in: store.store)
        for order in [RecordOrder<Person>.name, .created] {
            let counts = try [2, 20, 50].map { size in
                try StatementLog(on: store) { _ = try Person.table.list(ListRequest(by: order, limit: size), in: $0) }
                    .runs
            }
            #expect(Set(counts).count == 1)
            #expect(counts[0] < 21)
        }
    }
}

/// The statements that a connection has run, as listed by SQLite (https://sqlite.org/stmt.html).
struct StatementLog {
    let connection: Connection
    let statements: [String]
    let cost: Cost

    /// The cost of statements, independent of time.
    struct Cost: Equatable {
        /// The number of times that statements were run.
        let runs: Int
        /// The number of steps that SQLite’s virtual machine executed.
        let steps: Int
        /// The number of rows written, including rows written by triggers.
        let rows: Int
    }

    var runs: Int { cost.runs }

    init(on store: TemporaryStore, _ body: (Connection) throws -> Void) throws {
        connection = try store.connection()
        let written = "SELECT total_changes()"
        let before = try connection.first(written) { $0[0] as Int } ?? 0
        try body(connection)
        let rows = try connection.first(written) { $0[0] as Int } ?? 0
        let log = try connection.all("SELECT sql, run, nstep FROM sqlite_stmt") {
            (sql: $0[0] as String, runs: $0[1] as Int, steps: $0[2] as Int)
        }
        .filter { log in
            !["sqlite_stmt", "'main'.'search_", written].contains(where: log.sql.contains)
                && !log.sql.hasPrefix("PRAGMA")
        }
        statements = log.map(\.sql)
        cost = Cost(
            runs: log.map(\.runs).reduce(0, +), steps: log.map(\.steps).reduce(0, +), rows: rows - before)
        #expect(!statements.isEmpty)
    }

    /// Returns the query plan steps that scan a table without an index.
    func fullScans() throws -> [String] {
        try steps { _ in true }.filter { step in
            step.hasPrefix("SCAN") && !step.contains("INDEX") && !Self.bounded.contains(where: step.contains)
        }
    }

    /// The substrings of query plan steps that may scan small tables.
    private static let bounded = [
        "json_each", "CONSTANT ROW", "SCAN derived", "SCAN owner", "SCAN moment", "SCAN later", "SCAN touched",
        "SCAN found", "SCAN (subquery", "SCAN sqlite_sequence",
    ]

    func sortings(in isMeant: (String) -> Bool) throws -> [String] {
        try steps(of: isMeant).filter { $0.contains("TEMP B-TREE") }
    }

    private func steps(of isMeant: (String) -> Bool) throws -> [String] {
        try statements.filter(isMeant).filter { !$0.hasPrefix("BEGIN") && !$0.hasPrefix("COMMIT") }
            .flatMap { try connection.queryPlan($0) }
    }
}

/// A database with all kinds of data, whose statements are logged.
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

    /// Returns the query plan steps of an operation that scan a table or sort rows without an index.
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
