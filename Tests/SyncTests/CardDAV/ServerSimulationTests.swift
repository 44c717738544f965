import TestSupport
import Testing

/// End-to-end tests of synchronization with CardDAV servers of other projects.
@Suite("Synchronization with CardDAV servers")
@MainActor
struct ServerSimulationTests {
    @Test(
        "No value is lost, and all sides have the same cards, after any fault", .long("simulations with real servers"),
        arguments: CardDAVServer.Program.usual)
    func faults(program: CardDAVServer.Program) async throws {
        for seed in 1...(try Soak.times(atLeast: 2, byDefault: 1)) {
            let server = try CardDAVServer(program)
            let databases = try await [FileDatabase("/book"), FileDatabase("/book")]
            let simulation = try ServerSimulation(server, seed: UInt64(seed), databases: databases)
            await #expect(throws: Never.self, "seed \(seed)") { try await simulation.run(steps: 60) }
        }
    }

    @Test(
        "The simulation finds each seeded bug", .long("up to 60 simulations with a real server for each bug"),
        .enabled(if: try Soak.isLong, "runs with ALMANAC_SOAK=100"),
        .enabled(if: CardDAVServer.Program.xandikos.isInstalled, "needs xandikos"),
        arguments: InMemoryStore.SeededBug.allCases)
    func seededBugs(bug: InMemoryStore.SeededBug) async throws {
        // Xandikos omits cards that were created and removed since the token, which reveals a stale token.
        for seed in UInt64(1)...60 {
            let server = try CardDAVServer(.xandikos)
            do {
                let databases = [InMemoryDatabase(bug: bug), InMemoryDatabase(bug: bug)]
                try await ServerSimulation(server, seed: seed, databases: databases, bug: bug).run(steps: 60)
            } catch is ServerSimulation.Failure {
                return
            }
        }
        Issue.record("The bug was not found.")
    }
}
