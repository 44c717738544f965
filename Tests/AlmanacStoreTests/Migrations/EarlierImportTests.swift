import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Persons imported by an earlier version")
struct EarlierImportTests {
    @Test("Migration fills positions and the order of names from their cards, in steps that can be undone")
    func cards() async throws {
        let folder = try TemporaryFolder()
        try folder.putFormerDatabase()
        do {
            let former = try Connection(at: folder.location.path, mode: .readWrite)
            try former.execute(
                """
                INSERT INTO person_card VALUES
                    (1, 90, 'NOTE:GEO' || char(10) || 'GEO:geo:50.94,6.96'), (2, 90, 'NOTE:GEO'),
                    (3, 90, 'FN:Skywalker Luke');
                UPDATE person SET given = 'Luke', family = 'Skywalker' WHERE id = 3;
                """)
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        let persons = try await store.persons.records((1...3).map { Person.ID(rawValue: $0) }).map(\.content)
        #expect(persons.map { $0.positions.map(\.value) } == [["50.94,6.96"], [], []])
        #expect(persons[2].formattedName == "Skywalker Luke" && persons[2].title == "Skywalker Luke")
        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 2).items
        for step in steps { _ = try await store.history.undo(step.id) }
        #expect(try await store.persons.record(Person.ID(rawValue: 1)).content.positions.isEmpty)
        #expect(try await store.persons.record(Person.ID(rawValue: 3)).content.title == "Luke Skywalker")
        #expect(try await DatabaseMaintainer(of: folder.location).check(.deep) == [])
    }
}
