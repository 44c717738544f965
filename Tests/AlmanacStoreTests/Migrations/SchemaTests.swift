import Model
import SQLite
import TestSupport
import Testing
import AlmanacStore

@Suite("The schema of the database file")
struct SchemaTests {
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
            { $0[1] = planet.address.number }
        ) { $0[0] as String }
        let home = try await store.planets.record(try #require(Planet.ID(planet.address)))
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
