import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// The query plans of all statements, including those of triggers and foreign keys, and the exceptions.
@Suite("Scans and sorts of growing tables")
struct StorePlanTests {
    @Test(
        "A reason is given for every operation that scans or sorts a growing table, and for no other operation",
        .long("every operation"))
    func plans() async throws {
        var unexcused: [GrowingStep] = []
        let original = try await RecordedStore.small.value
        for operation in Soak.sample(PlannedOperation.all, 4) {
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
}

/// A comparison of the virtual machine steps of operations on databases of two sizes.
@Suite("The cost of operations with ten times as many persons")
struct StoreGrowthTests {
    /// The reasons why costs may grow, by the title of an operation or a part of a statement.
    private static let growing = [
        " MATCH ?": "Up to 500 documents of a tier are ranked; a smart group has all matches as members.",
        "FROM search_term": "Up to 500 occurrences of words with the prefix.",
        "name_key": "Up to 500 names with the prefix.",
        "FROM misspelling": "Up to 200 words with a similar spelling.",
        "NOT EXISTS (SELECT 1 FROM membership": "Persons without a group are searched in the order of the list.",
        "FROM person CROSS JOIN membership": "A page of the members of a large group skips the persons between them.",
        "WITH owner AS MATERIALIZED": "The first hundred members of each group.",
        "search_content": "Each ranked document is read.",
        "duplicates": "Pairs are searched until a page is full.",
        "ORDER BY iif(coalesce(people_group": "Sorting groups by size counts all members.",
        "ours.group_id = people_group.id), NULL) = (SELECT": "The same for a page after the first.",
        "SELECT DISTINCT kind, record_id FROM change WHERE step_id": "A step counts up to 10,000 records.",
    ]

    @Test(.long("every operation on databases of two sizes"))
    func `Each statement stays within its limit of virtual-machine steps unless a reason is stated`() async throws {
        var unneeded = Set(Self.growing.keys)
        let (small, large) = (try await RecordedStore.small.value, try await Self.large.value)
        for operation in Soak.sample(PlannedOperation.all.filter { $0.reason == nil }, 2) {
            let few = try await Self.steps(of: operation, in: small)
            for (sql, steps) in try await Self.steps(of: operation, in: large) {
                if let part = Self.growing.keys.first(where: { sql.contains($0) || operation.title == $0 }) {
                    unneeded.remove(part)
                    continue
                }
                let expected = few[sql, default: 0]
                #expect(steps <= 3 * expected + 2000, "\(operation), \(expected) steps where there are 60:\n\(sql)")
            }
        }
        if Soak.isOn { #expect(unneeded.isEmpty) }
    }

    @Test("A statement that reads a whole index is detected")
    func planted() async throws {
        let operation = PlannedOperation("seeded bug") { planned in
            _ = try await planned.store.database.reading { connection -> [Int64] in
                try connection.all("SELECT id FROM person WHERE id > 0 AND +sort_key = 'x'") { row in row[0] }
            }
        }
        let few = try await Self.steps(of: operation, in: try await RecordedStore.small.value)
        let many = try await Self.steps(of: operation, in: try await Self.large.value)
        #expect(many.values.reduce(0, +) > 5 * few.values.reduce(0, +))
    }

    /// A database with 600 persons, which is created once.
    private static let large = Task { try await RecordedStore(of: 600) }

    private static func steps(of operation: PlannedOperation, in store: RecordedStore) async throws -> [String: Int] {
        let copy = try await RecordedStore(copying: store)
        let command = CommandContext(operation.title, by: nil)
        let steps = try await copy.watch.steps {
            try await CommandContext.$current.withValue(command) { try await operation.body(copy) }
        }
        // If a page has only one record, the record is read by a different statement.
        return Dictionary(
            steps.map { sql, steps in (sql.replacing(WantedIDs.several, with: WantedIDs.single), steps) },
            uniquingKeysWith: +)
    }
}
