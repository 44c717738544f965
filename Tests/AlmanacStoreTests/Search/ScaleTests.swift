import FoundationEssentials
import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// How the cost of a search grows: `ALMANAC_SCALE=10000,1000000 swift test -c release --filter ScaleTests`, with
/// `-Xswiftc -enable-testing`.
@Suite("What a search costs", .enabled(if: !Scale.sizes.isEmpty))
struct ScaleTests {
    private static let typed = [
        ("an exact name", "leia organa"), ("a name of one in fifty", "smith"), ("a beginning of a name", "flintst"),
        ("one letter", "s"), ("two letters", "ma"), ("a word of a third", "engineer"),
        ("a word of all", "example"), ("two frequent words", "engineer slate"),
        ("a frequent word and a name", "anna engineer"),
        ("an e-mail", "person7@example.org"), ("the beginning of e-mails", "person1"), ("the end of a phone", "1234"),
        ("a whole phone", "+1 555 1000077"), ("a typing error", "flintstnoe"),
        ("two words, one mistyped", "leia orgama"),
        ("nothing", "xyzzyxyzzy"), ("words never together", "engineer hundred"),
    ]

    @Test func costs() async throws {
        var costs: [[Int64]] = []
        for size in Scale.sizes {
            let store = try await TemporaryStore()
            let building = try await ContinuousClock().measure { try await Population.crowd(size, in: store.store) }
            let bytes = try FileManager.default.attributesOfItem(atPath: store.path)[.size] as? Int64 ?? 0
            print("\(size) persons: \(building), \(building.microseconds / Int64(size)) µs each, \(bytes >> 20) MiB")
            costs.append(try await measure(store))
        }
        for (index, (title, typed)) in (Self.typed + [("complete", "fl")]).enumerated() {
            print("\(title) “\(typed)”:", costs.map { "\($0[index]) µs" }.joined(separator: ", "))
        }
    }

    private func measure(_ store: TemporaryStore) async throws -> [Int64] {
        var costs: [Int64] = []
        for (_, typed) in Self.typed {
            costs.append(try await best { _ = try await store.search.find(typed, offset: 0, limit: 20) })
        }
        costs.append(try await best { _ = try await store.search.names(beginningWith: "fl", limit: 50) })
        return costs
    }

    /// In microseconds, of nine runs.
    private func best(_ body: () async throws -> Void) async throws -> Int64 {
        var best = Int64.max
        for _ in 0..<9 {
            let cost = try await ContinuousClock().measure { try await body() }
            best = min(best, cost.microseconds)
        }
        return best
    }
}

private enum Scale {
    static let sizes = (ProcessInfo.processInfo.environment["ALMANAC_SCALE"] ?? "").split(separator: ",").compactMap {
        Int($0)
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
