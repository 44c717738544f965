import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("A store from before the tiers")
struct SearchMigrationTests {
    @Test func isSearchableOnceItIsOpened() async throws {
        let folder = try TemporaryFolder()
        try folder.makeStore(Array(Migration.embedded.prefix(4)))
        try folder.meddle(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1200)
            INSERT INTO person (given, family) SELECT 'Ann' || n, 'Stephenson' FROM number;
            INSERT INTO person_phone (person_id, position, label, value)
            SELECT id, 0, '', '+1 555 ' || (100000 + id) FROM person;
            INSERT INTO people_group (name) VALUES ('Rebel Alliance');
            INSERT INTO membership (group_id, person_id, position) VALUES (1, 700, 1);
            INSERT INTO planet (name, type) VALUES ('Kepler-16 b', 'exoplanet');
            INSERT INTO note (topic, planet_id) VALUES ('Seen', 1);
            """)
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        for (typed, names) in [
            ("ann1100", ["Ann1100 Stephenson"]), ("100900", ["Ann900 Stephenson"]),
            ("rebel", ["Rebel Alliance", "Ann700 Stephenson"]), ("kepler16b", ["Kepler-16 b", "Seen"]),
        ] {
            let found = try await store.search.find(typed, at: .beginning, limit: 5).matches
            #expect(found.map(\.reference.name) == names, "\(typed)")
        }
        #expect(
            try await store.search.find("stefenson", at: .beginning, limit: 5).matches.first?.correction == "stephenson"
        )
        let file = try Connection(at: folder.location.path, mode: .readWrite)
        #expect(try file.first("SELECT count(*) FROM search_pending") { $0[0] as Int } == 0)
        #expect(try SearchCheck().findings(in: file) == [])
    }
}
