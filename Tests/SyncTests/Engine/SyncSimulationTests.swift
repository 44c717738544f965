import TestSupport
import Testing

@MainActor
@Suite struct SyncSimulationTests {
    /// The number of simulations by default, which is enough to find each seeded bug.
    private static let count = 16

    @Test(.long("40 simulations"))
    func `No typed value is lost or duplicated, and all copies agree, despite faults and kills`() async throws {
        for seed in 0..<(try Soak.times(atLeast: 40, byDefault: Self.count)) {
            do {
                try await SyncSimulation(seed: UInt64(seed)).run(steps: 40)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test(.long("10 simulations"))
    func `No value is lost in a folder that other programs write to, and no temporary files remain`() async throws {
        for seed in 0..<(try Soak.times(atLeast: 10, byDefault: 2)) {
            let folder = try SimulatedFolder()
            do {
                try await SyncSimulation(seed: UInt64(seed), folder: folder).run(steps: 40)
                #expect(folder.allNames == folder.names)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test(arguments: InMemoryStore.SeededBug.allCases)
    func `A seeded bug in the engine is found`(bug: InMemoryStore.SeededBug) async throws {
        for seed in 0..<Self.count {
            do {
                try await SyncSimulation(seed: UInt64(seed), bug: bug).run(steps: 40)
            } catch {
                return
            }
        }
        Issue.record("\(Self.count) simulations did not find the bug")
    }
}
