import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// The cost of relations with many other persons.
@Suite("Growth of relations")
struct RelationGrowthTests {
    private static let (few, many) = (500, Soak.isOn ? 50_000 : 2_000)

    @Test(.long("50,000 persons"))
    func `Relation operations cost at most twice as much with many more persons`() async throws {
        let (small, large) = (try await Self.costs(of: Self.few), try await Self.costs(of: Self.many))
        for (title, cost) in large {
            let expected = try #require(small[title])
            #expect(
                cost <= 2 * expected, "\(title): \(expected) steps with \(Self.few) persons, \(cost) with \(Self.many)")
        }
    }

    /// Returns the virtual-machine steps of each operation in a database in which only the first persons have relations.
    private static func costs(of count: Int) async throws -> [String: Int] {
        let recorded = try await RecordedStore(copying: RecordedStore.small.value)
        let store = recorded.store
        let persons = (0..<count).map { number in
            var person = Person()
            (person.name.given, person.name.family) = ("Person", "\(number)")
            if number < 20 {
                person.relations = [Labeled("child", "Person \(number + 1)"), Labeled("friend", "Nobody")]
            }
            return person
        }
        var ids: [Person.ID] = []
        for start in stride(from: 0, to: count, by: 5000) {
            ids += try await store.persons.add(Array(persons[start..<min(count, start + 5000)]), in: .test)
        }
        let id = ids[7]
        #expect(try await store.persons.relations(of: [id], limit: 1000).count == 2)
        let operations: [(String, @Sendable () async throws -> Void)] = [
            ("the page of a person", { _ = try await store.persons.record(id) }),
            ("the relations of a person", { _ = try await store.persons.relations(of: [id], limit: 1000) }),
        ]
        var costs: [String: Int] = [:]
        for (title, operation) in operations { costs[title] = try await recorded.watch.cost(operation) }
        return costs
    }
}
