import FoundationEssentials
import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// The cost of interactive operations by database size: `ALMANAC_SCALE=10000,1000000 swift test -c release --filter
/// ScaleTests`, with `-Xswiftc -enable-testing`.
@Suite("Costs in databases of several sizes", .enabled(if: !Scale.sizes.isEmpty))
struct ScaleTests {
    @Test func `The costs of searches, reads, and writes are printed for each database size`() async throws {
        var stores: [TemporaryStore] = []
        for size in Scale.sizes {
            let store = try await TemporaryStore()
            let building = try await ContinuousClock().measure { try await Population.crowd(size, in: store.store) }
            let bytes = try FileManager.default.attributesOfItem(atPath: store.path)[.size] as? Int64 ?? 0
            print("\(size) persons: built in \(building), \(bytes >> 20) MiB")
            stores.append(store)
        }
        for (title, costs) in try await ScaleCosts(of: stores.map(\.store)).medians {
            let ratio = Double(costs.last ?? 0) / Double(max(costs.first ?? 0, 1))
            print("\(title):", costs.map { "\($0) µs" }.joined(separator: ", "), "×\((ratio * 100).rounded() / 100)")
        }
    }
}

private enum Scale {
    static let sizes = (ProcessInfo.processInfo.environment["ALMANAC_SCALE"] ?? "").split(separator: ",").compactMap {
        Int($0)
    }
}
