import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The query plans of all statements, including those of triggers and foreign keys, and the exceptions.
@Suite("Scans and sorts of growing tables")
struct StorePlanTests {
    @Test(
        "Every operation that scans or sorts a growing table states a reason, and other operations do not",
        .long("every operation"))
    func plans() async throws {
        var unexcused: [GrowingStep] = []
        let original = try await RecordedStore.small.value
        for operation in Soak.sample(PlannedOperation.all, 8) {
            let steps = try await RecordedStore(copying: original).growth(operation.body)
            let growth = steps.filter { step in !BoundedStep.all.contains { $0.covers(step) } }
            if let reason = operation.reason {
                #expect(!growth.isEmpty, "\(operation): no longer needed: \(reason)")
            } else {
                #expect(growth.isEmpty, "\(operation): \(growth.map(\.description).joined(separator: "\n\n"))")
                unexcused += steps
            }
        }
        for bounded in BoundedStep.all where Soak.isOn {
            #expect(unexcused.contains(where: bounded.covers), "\(bounded.reason)")
        }
    }

    @Test(
        "A statement that scans or sorts a growing table is detected",
        arguments: [
            "SELECT id FROM person WHERE job_title = 'Pilot'", "SELECT id FROM person ORDER BY job_title LIMIT 1",
            "SELECT count(*) FROM person", "SELECT rowid FROM search",
            "SELECT DISTINCT locality FROM person_address",
            "SELECT id FROM person WHERE job_title = 'Pilot' ORDER BY sort_key LIMIT 1",
        ])
    func planted(sql: String) async throws {
        let store = try await RecordedStore(copying: RecordedStore.small.value)
        let growth = try await store.growth { planted in
            try await planted.store.database.reading { connection in
                var statement = try connection.prepare(sql)
                while try statement.next({ _ in true }) == true {}
            }
        }
        #expect(!growth.isEmpty)
    }

    @Test("A scan in a trigger is detected")
    func plantedTrigger() async throws {
        let store = try await RecordedStore(copying: RecordedStore.small.value)
        try store.folder.runAsOtherProgram(
            """
            CREATE TRIGGER note_scanned AFTER UPDATE ON note BEGIN
                DELETE FROM person_email WHERE label = 'none';
            END
            """)
        _ = try await store.maintenance.acceptTrigger("note_scanned")
        let growth = try await store.growth { planted in
            _ = try await planted.store.notes.update(planted.note.id, version: 1, to: Note())
        }
        #expect(growth.contains { $0.step.hasPrefix("SCAN person_email") })
    }

    @Test func `Persons who name a person in a relation are found by complete words`() async throws {
        let store = try await RecordedStore(copying: RecordedStore.small.value)
        for (label, name) in [("friend", "Leia Organa"), ("sister", "LEIA ORGANA"), ("none", "Leia Organa Solo")] {
            var person = Person()
            person.name.given = "Friend"
            person.relations = [Labeled(label, name)]
            _ = try await store.store.persons.add(person)
        }
        var labels: [String] = []
        let statements = try await store.watch.statements {
            labels = try await store.store.persons.relations(naming: "Leia Organa", limit: 9).map(\.label)
        }
        #expect(labels == ["friend", "sister"])
        #expect(!statements.contains { $0.contains("search_term") })
    }
}
