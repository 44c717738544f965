import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

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
