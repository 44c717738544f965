import TestSupport
import Testing

/// Tests with other programs that use the same folder.
@MainActor
@Suite struct SharedFolderTests {
    @Test(
        .long("many rounds of other programs"),
        .enabled(if: SharedFolder.areProgramsInstalled, "needs khard and vdirsyncer"))
    func `Random changes by Almanac, khard, and vdirsyncer reach all sides, and no program fails`() async throws {
        let folder = try SharedFolder(seed: 1)
        for round in 1...(try Soak.times(atLeast: 10, byDefault: 2)) {
            do {
                try await folder.runRound()
            } catch {
                Issue.record("round \(round): \(error)")
                return
            }
        }
    }
}
