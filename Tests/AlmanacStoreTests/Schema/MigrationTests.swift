import FileIO
import FoundationEssentials
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// Migrations of a real file: each is applied once, in order, and atomically.
struct MigrationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "Applying migrations one by one produces the same schema as applying them together",
        .long("each migration separately"))
    func stepByStep() async throws {
        let all = Migration.embedded.count
        for count in Soak.sample(Array(1..<all), 4) + [all] {
            try folder.makeStore(Array(Migration.embedded.prefix(count)))
        }
        #expect(try await DatabaseMaintainer(of: folder.location).check(.deep).isEmpty)
    }

    /// With `ALMANAC_RECORD=1`, the test replaces the script of a new database instead of comparing it.
    @Test("A new database has the same objects, settings, and rows as one produced by all migrations")
    func finalSchema() throws {
        let migrated = try Connection.inMemory()
        try Migrator.test(Migration.embedded).apply(to: migrated)
        let script = try Self.script(of: migrated)
        if Transcript.isRecording {
            let path = #filePath.split(separator: "/Tests/")[0] + "/Migrations/schema.sql"
            try script.write(to: URL(filePath: String(path)), atomically: true, encoding: .utf8)
        } else {
            #expect(Migration.finalSchema == script, "ALMANAC_RECORD=1 Tests/run MigrationTests replaces the script.")
            let new = try Migrator.test(nil).model()
            #expect(try Self.objects(of: new) == Self.objects(of: migrated))
            let rows = try Self.rows(of: new)
            for (table, migratedRows) in try Self.rows(of: migrated) {
                #expect(rows[table] == migratedRows, "\(table)")
            }
        }
    }

    /// Returns the statements of all objects, by type and name.
    private static func objects(of connection: Connection) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try connection.all("SELECT type || ' ' || name, ifnull(sql, '') FROM sqlite_schema") {
                ($0[0] as String, $0[1] as String)
            })
    }

    /// Returns statements that create the tables, indexes, views, and triggers of a database, except generated triggers,
    /// and the settings of its search tables.
    private static func script(of connection: Connection) throws -> String {
        let generated = Set(RecordedTables.names.flatMap(RecordingTriggers.names))
        let objects = try connection.all(
            """
            SELECT name, sql FROM sqlite_schema
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
                AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
            ORDER BY rowid
            """
        ) { ($0[0] as String, $0[1] as String) }.filter { !generated.contains($0.0) }.map(\.1)
        let settings = try ["search", "search_name"].flatMap { table in
            try connection.all("SELECT k, v FROM \(table)_config WHERE k <> 'version' ORDER BY k") {
                "INSERT INTO \(table) (\(table), rank) VALUES ('\($0[0] as String)', \($0[1] as Int))"
            }
        }
        return "-- The schema of a new database, which MigrationTests writes from the migrations.\n"
            + (objects + settings).map { "\n\($0);\n" }.joined()
    }

    /// Returns the rows of each table as text, without the times of the migrations.
    private static func rows(of connection: Connection) throws -> [String: [String]] {
        let tables = try connection.all(
            "SELECT name FROM pragma_table_list WHERE type = 'table' AND name <> 'sqlite_schema'"
        ) {
            $0[0] as String
        }
        return try Dictionary(
            uniqueKeysWithValues: tables.map { table in
                let columns = try connection.all("SELECT name FROM pragma_table_info('\(table)')") { $0[0] as String }
                let values = columns.filter { $0 != "applied" }.map { "quote(\"\($0)\")" }.joined(
                    separator: " || ',' || ")
                return (table, try connection.all("SELECT \(values) FROM \"\(table)\"") { $0[0] as String })
            })
    }

    @Test("Opening or migrating a database again does not reapply migrations")
    func idempotence() async throws {
        try folder.makeStore()
        let maintenance = DatabaseMaintainer(of: folder.location)
        let states = try await maintenance.migrations()
        try folder.makeStore()
        #expect(try await maintenance.migrate() == states)
        #expect(try await maintenance.migrations() == states)
        #expect(try folder.names() == ["store.db"])
    }

    @Test("Listing applied and pending migrations does not change the database file")
    func pending() async throws {
        try folder.makeStore([.stars])
        let before = try folder.bytes("store.db")
        let states = try await DatabaseMaintainer(of: folder.location, migrator: .test([.stars, .colors])).migrations()
        #expect(states.map(\.name) == ["stars", "colors"])
        #expect(states.map { $0.applied != nil } == [true, false])
        #expect(try folder.bytes("store.db") == before)
    }

    @Test("A referenced table can be rebuilt without losing rows")
    func rebuild() async throws {
        try folder.makeStore([.stars])
        let states = try await DatabaseMaintainer(of: folder.location, migrator: .test([.stars, .colors])).migrate()
        #expect(states.allSatisfy { $0.applied != nil } && states.map(\.version) == [1, 2])
        let connection = try Connection(at: folder.location.path, mode: .readWrite)
        #expect(try connection.first("SELECT count(*) FROM world JOIN star ON star.id = star_id") { $0[0] as Int } == 2)
        #expect(try connection.run("DELETE FROM star") == 1)
        #expect(try connection.first("SELECT count(*) FROM world") { $0[0] as Int } == 0)
    }

    @Test("An existing database is backed up before migration, but a new database is not")
    func backup() async throws {
        try folder.makeStore([.stars])
        #expect(try folder.names() == ["store.db"])
        try folder.makeStore([.stars, .colors])
        let backups = try await DatabaseMaintainer(of: folder.location).backups()
        #expect(backups.map(\.reason) == [.migration])
        let backup = "store.db.backups/\(FileSystem.name(of: try #require(backups.first).path))"
        #expect(try folder.permissions(backup) == 0o600)
        #expect(try folder.permissions("store.db.backups") == 0o700)
        let old = try folder.open(.readOnly, [.stars], backup)
        #expect(try await old.sqlite.read { try $0.first("SELECT name FROM star") { $0[0] as String } } == "Sol")
    }

    @Test("A failed migration is rolled back and reports the reason, and a corrected migration can run afterward")
    func failure() async throws {
        try folder.makeStore([.stars])
        let problem = try #require(folder.problem(.readWrite, [.stars, .broken]))
        let reason = "SQLite reports: no such table: nowhere."
        #expect(problem == .migrationFailed(version: 2, name: "broken", reason: "\(reason)"))
        #expect(problem.description.contains("The database was not changed."))
        let store = try folder.open(.readOnly, [.stars])
        #expect(try await store.sqlite.read { try $0.first("SELECT count(*) FROM star") { $0[0] as Int } } == 1)
        store.close()
        #expect(folder.problem(.readWrite, [.stars, .colors]) == nil)
    }

    @Test("A migration that leaves orphaned rows is rejected")
    func orphans() async throws {
        try folder.makeStore([.stars])
        let reason = "SQLite reports: rows of world would refer to missing rows."
        let problem = StoreProblem.migrationFailed(version: 2, name: "orphaning", reason: "\(reason)")
        #expect(folder.problem(.readWrite, [.stars, .orphaning]) == problem)
        #expect(folder.problem(.readWrite, [.stars]) == nil)
    }

    @Test("A failed migration of a new database does not create a file")
    func failedCreation() async throws {
        #expect(folder.problem(.createIfMissing, [.stars, .broken]) != nil)
        #expect(try folder.names().isEmpty)
    }

    @Test("Concurrent migration runs apply each migration only once")
    func race() async throws {
        try folder.makeStore([.stars])
        let maintenance = DatabaseMaintainer(of: folder.location, migrator: .test([.stars, .colors]))
        try await withThrowingTaskGroup { group in
            for _ in 1...4 { group.addTask { _ = try await maintenance.migrate() } }
            try await group.waitForAll()
        }
        #expect(try await maintenance.migrations().map { $0.applied != nil } == [true, true])
        #expect(folder.problem(.readWrite, [.stars, .colors]) == nil)
    }

    @Test("D15 A database copied during a migration opens in its old state and can be migrated")
    func crash() async throws {
        try folder.makeStore([.stars])
        let crashed = try TemporaryFolder()
        let connection = try Connection(at: folder.location.path, mode: .readWrite)
        try connection.execute("PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
        try connection.transaction {
            try connection.execute(Migration.colors.sql)
            try connection.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                INSERT INTO star (id, name) SELECT i, hex(randomblob(50)) FROM n
                """)
            #expect(try folder.bytes("store.db-wal").count > 100_000)
            for name in ["store.db", "store.db-wal"] { try crashed.write(try folder.bytes(name), to: name) }
        }
        let old = try crashed.open(.readWrite, [.stars])
        #expect(try await old.sqlite.read { try $0.first("SELECT count(*) FROM star") { $0[0] as Int } } == 1)
        old.close()
        #expect(crashed.problem(.readWrite, [.stars, .colors]) == nil)
    }
}

/// The rejection of databases with a different migration list, which are not changed.
struct MigrationRefusalTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A database with a newer schema version is rejected")
    func newer() async throws {
        try folder.makeStore([.stars, .colors])
        try await expectRefusal(
            [.stars], .newer(path: folder.location.path, version: 2, known: 1),
            "It has schema version 2; this program supports 1.")
    }

    @Test("A changed migration is rejected, unless only its comments changed")
    func edited() async throws {
        try folder.makeStore([.stars])
        let commented = Migration(version: 1, name: "stars", sql: "-- Stars.\n" + Migration.stars.sql)
        #expect(folder.problem(.readWrite, [commented]) == nil)
        let edited = Migration(version: 1, name: "stars", sql: Migration.stars.sql + "DELETE FROM world")
        try await expectRefusal(
            [edited], .migrationChanged(version: 1, name: "stars"), "The checksum of the migration differs.")
    }

    @Test("A database with a gap in its migrations is rejected")
    func gap() async throws {
        try folder.makeStore([.stars, .colors])
        try folder.runAsOtherProgram("DELETE FROM migration WHERE version = 1")
        try await expectRefusal(
            [.stars, .colors], .migrationMissing(version: 1), "Migration 1 is missing from the database")
    }

    @Test("A database whose schema version differs from its migration list is rejected")
    func header() async throws {
        try folder.makeStore([.stars, .colors])
        try folder.runAsOtherProgram("DELETE FROM migration WHERE version = 2")
        try await expectRefusal(
            [.stars, .colors], .migrationMissing(version: 2), "Migration 2 is missing from the database")
    }

    @Test("A database with pending migrations is rejected if it is opened read-only")
    func older() async throws {
        try folder.makeStore([.stars])
        let problem = StoreProblem.notMigrated(path: folder.location.path)
        try await expectRefusal([.stars, .colors], problem, "has an older schema version", mode: .readOnly)
    }

    private func expectRefusal(
        _ migrations: [Migration], _ expected: StoreProblem, _ sentence: String, mode: StoreMode = .readWrite
    ) async throws {
        let before = try folder.bytes("store.db")
        let problem = try #require(folder.problem(mode, migrations))
        #expect(problem == expected)
        #expect(problem.description.contains(sentence))
        #expect(try folder.bytes("store.db") == before)
        #expect(try folder.names().filter { $0.contains("before-migration") }.isEmpty)
    }
}

@Suite("Persons imported by an earlier version")
struct EarlierImportTests {
    @Test("Migration reads positions and name orders from cards, in steps that can be undone")
    func cards() async throws {
        let folder = try TemporaryFolder()
        try folder.putFormerDatabase()
        do {
            let former = try Connection(at: folder.location.path, mode: .readWrite)
            try former.execute(
                """
                INSERT INTO present_step (time, command, token, role)
                VALUES ('2026-11-24T10:00:00.000Z', 'import old.vcf', 7, 'edit');
                INSERT INTO person (id, given, family) VALUES (90, 'Ann', 'A'), (91, 'Bea', 'B'), (92, 'Taro', 'Tanaka');
                INSERT INTO person_card VALUES
                    (90, 0, 'N:A;Ann;;;' || char(10) || 'GEO:geo:50.94,6.96'),
                    (91, 0, 'N:B;Bea;;;' || char(10) || 'NOTE:GEO'),
                    (92, 0, 'N:Tanaka;Taro;;;' || char(10) || 'FN:Tanaka Taro');
                DELETE FROM present_step;
                """)
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        let persons = try await store.persons.records((90...92).map { Person.ID(rawValue: $0) }).map(\.content)
        #expect(persons.map { $0.positions.map(\.value) } == [["50.94,6.96"], [], []])
        #expect(persons[2].formattedName == "Tanaka Taro" && persons[2].title == "Tanaka Taro")
        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 2).items
        #expect(steps.allSatisfy { $0.origin == .command("migrate", by: nil) })
        for step in steps { _ = try await store.history.undo(step.id) }
        #expect(try await store.persons.record(Person.ID(rawValue: 90)).content.positions.isEmpty)
        #expect(try await store.persons.record(Person.ID(rawValue: 92)).content.title == "Taro Tanaka")
        let findings = try await DatabaseMaintainer(of: folder.location).check(.deep)
        #expect(findings == [])
    }
}

@Suite("The schema of the database file")
struct SchemaTests {
    @Test func `Migration records in one step which estimated values users had marked as measured`() async throws {
        let folder = try TemporaryFolder()
        try folder.makeStore(Array(Migration.embedded.prefix { $0.name != "provenance" }))
        try folder.runAsOtherProgram(
            """
            INSERT INTO planet (id, name, mass_kg, radius_km, estimated, source)
            VALUES (1, 'A', 1, 1, 'mass|radius', 'oec'), (2, 'B', 1, 1, '', 'oec'), (3, 'C', 1, 1, 'mass-limit', 'oec');
            UPDATE planet SET estimated = 'radius' WHERE id = 1;
            UPDATE planet SET estimated = '' WHERE id = 3;
            UPDATE planet SET estimated = 'mass' WHERE id = 3;
            """)
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        let planets = try await store.planets.records((1...3).map { Planet.ID(rawValue: $0) })
        #expect(planets.map(\.content.estimated) == [[.measuredMass, .radius], [], .mass])
        let step = try #require(try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first)
        #expect(step.records == 1)
        #expect(try await DatabaseMaintainer(of: folder.location).check(.deep).isEmpty)
    }

    @Test func `Every table except search and internal tables is STRICT`() async throws {
        let store = try await TemporaryStore()
        let lax = try store.connection().all(
            """
            SELECT name FROM pragma_table_list
            WHERE type = 'table' AND NOT strict AND name NOT LIKE 'search%' AND name NOT LIKE 'sqlite_%'
            """
        ) { $0[0] as String }
        #expect(lax == [])
    }

    @Test func `The member, resident, and record views match the records`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("swapi"))
        try await store.seeds.load(.named("flintstones"))
        let file = try store.connection()

        for group in try await store.groups.list(ListRequest(limit: 5)).items {
            let members = try file.all(
                "SELECT person_name FROM group_member WHERE group_id = ?1 ORDER BY position", { $0[1] = group.id }
            ) {
                $0[0] as String
            }
            #expect(members == group.links.members.first.map(\.name))
        }
        let planet = try #require(try await store.planets.named("naboo").first)
        let residents = try file.all(
            "SELECT person_name FROM resident WHERE planet_id = ?1 ORDER BY person_sort_key",
            { $0[1] = planet.id.number }
        ) { $0[0] as String }
        let home = try await store.planets.record(try #require(Planet.ID(planet.id)))
        #expect(residents == home.links.residents.first.map(\.name))
        let count = try file.first("SELECT count(*) FROM record") { $0[0] as Int }
        #expect(count == 204)
    }

    @Test func `Deleting a record deletes all of its rows outside the history`() async throws {
        let store = try await TemporaryStore()
        for kind in Kind.allCases { _ = try await store.addExample(of: kind) }
        let file = try store.connection()
        for table in ["person", "planet", "people_group", "note"] { try file.run("DELETE FROM \(table)") }
        let tables = try file.all(
            """
            SELECT name FROM pragma_table_list
            WHERE type = 'table' AND name NOT GLOB '*_past'
                AND (name LIKE 'person%' OR name LIKE 'planet%' OR name IN ('membership', 'favorite'))
            """
        ) { $0[0] as String }
        #expect(tables.count > 10)
        for table in tables {
            let rows = try file.first("SELECT count(*) FROM \(table)") { $0[0] as Int }
            #expect(rows == 0, "\(table)")
        }
    }
}
