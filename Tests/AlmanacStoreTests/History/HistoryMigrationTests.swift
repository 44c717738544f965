import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("A history from before recording was lighter")
struct HistoryMigrationTests {
    @Test func `is the same afterwards, goes on, and can be undone`() async throws {
        let folder = try TemporaryFolder()
        try folder.makeStore(Array(Migration.embedded.prefix(17)))
        try folder.meddle(
            """
            INSERT INTO person (given) VALUES ('Fred'), ('Wilma');
            INSERT INTO person_email (person_id, position, label, value) VALUES (1, 0, '', 'fred@example.com');

            INSERT INTO present_step (time, command, token, role) VALUES ('2026-11-22T10:00:00.000Z', 'rename', 7, 'edit');
            UPDATE person SET given = 'Betty' WHERE id = 2;
            DELETE FROM present_step;
            """)
        let recorded = """
            SELECT change.id || ' ' || step_id || ' ' || table_name || ' ' || action || ' ' || kind || ' ' || record_id
                || ' ' || ifnull(command, '')
            FROM change JOIN step ON step.id = step_id
            """
        let before = try Connection(at: folder.location.path, mode: .readOnly).all(recorded) { $0[0] as String }

        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        let file = try Connection(at: folder.location.path, mode: .readWrite)
        #expect(try file.all(recorded) { $0[0] as String } == before)
        #expect(before.count == 5)
        #expect(try await store.search.find("fred@example.com", at: .beginning, limit: 5).matches.count == 1)
        #expect(throws: SQLiteError.self) { try file.execute("UPDATE change SET kind = 'planet'") }
        #expect(throws: SQLiteError.self) { try file.execute("DELETE FROM change") }

        try file.execute("UPDATE person SET family = 'Slate'")
        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 10).items
        #expect(steps.map(\.origin) == [.outside, .command("rename", by: nil), .outside])
        for step in steps { _ = try await store.history.undo(step.id) }
        #expect(try file.first("SELECT count(*) FROM person") { $0[0] as Int } == 0)
        #expect(try SearchCheck().findings(in: file) == [])
    }
}
