import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// A plan that uses an index may still read most of it: here it is counted what SQLite really does.
@Suite("What is done to a store costs no more where there are ten times as many persons")
struct StoreGrowthTests {
    /// What may grow up to some bound or with the answer, by its title or a part of its statement, and why.
    private static let growing = [
        " MATCH ?": "Up to 500 of a tier are ranked; members of a smart group are all who match.",
        "FROM search_term": "Up to 500 occurrences of words that begin so.",
        "name_key": "Up to 500 names that begin so.",
        "FROM misspelling": "Up to 200 words that are spelt alike.",
        "NOT EXISTS (SELECT 1 FROM membership": "Who is in no group is looked for along the order.",
        "WITH owner AS MATERIALIZED": "The first hundred members of each group.",
        "search_content": "Each document that is ranked is read.",
        "duplicates": "Pairs are looked for until a page is full.",
        "ORDER BY iif(coalesce(people_group": "Groups by their members: all are counted.",
        "ours.group_id = people_group.id), NULL) = (SELECT": "The same, behind the last of a page.",
        "SELECT DISTINCT kind, record_id FROM change WHERE step_id": "A step counts up to 10,000 records.",
    ]

    @Test func stepsOfTheMachine() async throws {
        var unneeded = Set(Self.growing.keys)
        let (small, large) = (try await PlannedStore(), try await PlannedStore(of: 600))
        for operation in PlannedOperation.all where operation.reason == nil {
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
        #expect(unneeded.isEmpty)
    }

    @Test("A statement that reads an index from end to end is noticed")
    func planted() async throws {
        let operation = PlannedOperation("planted") { planned in
            try await planned.store.database.reading { connection in
                _ = try connection.all("SELECT id FROM person WHERE id > 0 AND +sort_key = 'x'") { $0[0] as Int64 }
            }
        }
        let few = try await Self.steps(of: operation, in: try await PlannedStore())
        let many = try await Self.steps(of: operation, in: try await PlannedStore(of: 600))
        #expect(many.values.reduce(0, +) > 5 * few.values.reduce(0, +))
    }

    private static func steps(of operation: PlannedOperation, in store: PlannedStore) async throws -> [String: Int] {
        let copy = try await PlannedStore(copying: store)
        let command = CommandContext(operation.title, by: nil)
        return try await copy.watch.steps {
            try await CommandContext.$current.withValue(command) { try await operation.body(copy) }
        }
    }
}
