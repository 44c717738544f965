import TestSupport
import Testing

@testable import Sync

/// End-to-end tests of synchronization with CardDAV servers of other projects.
@Suite("Synchronization with CardDAV servers")
@MainActor
struct ServerSimulationTests {
    @Test(
        "After any fault, no value is lost, and all sides have the same cards", .long("simulations with real servers"),
        arguments: Soak.sample(CardDAVServer.Program.usual, 1))
    func faults(program: CardDAVServer.Program) async throws {
        for seed in 1...(try Soak.times(atLeast: 2, byDefault: 1)) {
            let server = try CardDAVServer(program)
            let databases = try await [FileDatabase("/book"), FileDatabase("/book")]
            let simulation = try ServerSimulation(server, seed: UInt64(seed), databases: databases)
            await #expect(throws: Never.self, "\(program), seed \(seed)") {
                try await simulation.run(steps: Soak.isOn ? 60 : 25)
            }
        }
    }

    @Test(
        "A card that is created again is not mistaken for the former card, even if the ETag is the same",
        .long("simulations with real servers"), arguments: CardDAVServer.Program.usual)
    func recreation(program: CardDAVServer.Program) async throws {
        let server = try CardDAVServer(program)
        let (book, databases) = (try CardDAVBook(server), [InMemoryDatabase(), InMemoryDatabase()])
        func sync() async throws { for database in databases { _ = try await database.synchronize(book) } }
        // Only these lines are compared, because servers add REV and shorten N.
        let typed = ["EMAIL:han@falcon.example", "FN:Han", "TEL:1"]
        func values(_ database: InMemoryDatabase) -> [String] {
            database.store.cards().flatMap(\.lines).filter(typed.contains).sorted()
        }
        try databases[0].store.add(TestCard(uid: "han", ["N:Han;;;;", "FN:Han"]))
        try await sync()
        // The deletion of the card and the edit by the second user happen at the same time, so the card is created again.
        try databases[1].store.edit("han") { $0.append("TEL:1") }
        let present = try await book.changes(since: nil).present
        for (address, tag) in present { try await book.delete(address, ifMatch: tag) }
        _ = try await databases[1].synchronize(book)
        try databases[0].store.edit("han") { $0.append("EMAIL:han@falcon.example") }
        for _ in 0..<2 { try await sync() }
        #expect(databases.map(values) == [typed, typed])
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
