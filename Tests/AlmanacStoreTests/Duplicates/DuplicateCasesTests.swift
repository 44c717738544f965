import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Possible duplicates of twenty kinds, and twenty kinds of similar persons")
struct DuplicateCasesTests {
    /// The seeds. The weights were chosen with the seeds 1 to 5 only.
    private static func seeds() throws -> [UInt64] {
        guard Soak.isOn else { return [1] }
        let count = try Soak.times(atLeast: 1)
        return count == 1 ? [1, 101] : (1...UInt64(count)).map { 100 + $0 }
    }

    @Test(
        "At least 90 percent of the duplicates are found, and at most 3 percent of the findings are wrong",
        .long("40 kinds of pairs with other seeds"), arguments: try seeds())
    func measured(seed: UInt64) async throws {
        let cases = DuplicateCases(Soak.isOn ? 20 : 5, seed: seed)
        let store = try await TemporaryStore()
        let ids = try await store.persons.add(cases.persons).map(\.rawValue)
        let numbers = Dictionary(zip(ids, cases.persons.indices)) { first, _ in first }
        let found = try await store.duplicates.pairs(matching: "", at: .beginning, limit: .max).items.map { pair in
            [numbers[pair.first.address.number], numbers[pair.second.address.number]].compactMap(\.self)
        }
        #expect(Set(found).count == found.count, "each pair once")
        let one = Set(cases.pairs.filter(\.isOnePerson).map { [$0.first, $0.second] })
        let right = one.intersection(found).count
        let counts = "\(right) of \(one.count) found, \(found.count - right) of \(found.count) findings wrong"
        let kinds = Dictionary(grouping: cases.pairs, by: \.kind).mapValues { pairs in
            "\(pairs.count { found.contains([$0.first, $0.second]) }) of \(pairs.count)"
        }
        print(
            "seed \(seed): \(counts)", kinds.map { "\($1) \($0)" }.sorted().joined(separator: "\n  "), separator: "\n  "
        )
        #expect(Double(right) >= 0.9 * Double(one.count))
        #expect(Double(found.count - right) <= 0.03 * Double(found.count))
    }
}
