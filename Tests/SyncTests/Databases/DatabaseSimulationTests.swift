import TestSupport
import Testing

@MainActor
@Suite struct DatabaseSimulationTests {
    @Test(.long("40 simulations with real databases"))
    func `Two databases and other programs share a folder without losing values, despite kills`() async throws {
        for seed in 0..<(try Soak.times(atLeast: 40, byDefault: 1)) {
            do {
                let folder = try SimulatedFolder()
                let databases = [try await FileDatabase(folder.path), try await FileDatabase(folder.path)]
                try await SyncSimulation(seed: UInt64(seed), databases: databases) { _ in (folder, folder.book) }
                    .run(steps: 40)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }
}
