@testable import AlmanacStore
import Interchange
import Model
import Sync
import TestSupport
import Testing

@MainActor
@Suite("Synchronization query plans") struct SyncPlanTests {
    /// The statement that reads all cards of the remote, which a complete list requires.
    private static let complete = [RemoteLinks.tags]

    @Test func `The statements for a synchronization and for the status of remotes use indexes`() async throws {
        let folder = try SimulatedFolder()
        let database = try await SyncedDatabase(folder.path, isWatched: true)
        let watch = try #require(database.store.watch)
        for number in 0..<20 { folder.write(card(number), at: "\(number).vcf") }
        var growing: Set<String> = []
        func record(_ body: () async throws -> Void) async throws {
            let statements = try await watch.statements(body).filter {
                $0.contains("remote") && !Self.complete.contains($0)
            }
            for plan in QueryPlan.all(of: statements, on: database.store.path) {
                let scans = plan.growingSteps.filter {
                    $0.contains("SCAN") && !$0.contains("SCAN remote USING INDEX")
                }
                if !scans.isEmpty { growing.insert("\(plan.sql): \(scans)") }
            }
        }
        try await record { try await database.sync() }
        try await record {
            try await database.edit("Person 3") { $0.jobTitle = "General" }
            folder.remove("4.vcf")
            folder.write(card(5, "TEL:1"), at: "5.vcf")
            try await database.sync()
            _ = try await database.remotes.status()
        }
        #expect(growing.isEmpty, "\(growing.sorted().joined(separator: "\n\n"))")
    }

    @Test func `Without changes, a synchronization does the same work for 20 and for 200 contacts`() async throws {
        func steps(_ count: Int) async throws -> [String: Int] {
            let folder = try SimulatedFolder()
            // The clock is an hour ahead, so that no file counts as just changed and the first token is final.
            let milliseconds = StoreClock.system.elapsed().components.seconds * 1000 + 3_600_000
            let clock = StoreClock(milliseconds: { milliseconds }, sleep: { _ in })
            let database = try await SyncedDatabase(folder.path, isWatched: true, clock: clock)
            let watch = try #require(database.store.watch)
            for number in 0..<count { folder.write(card(number), at: "\(number).vcf") }
            try await database.sync()
            try await database.sync()
            let all = try await watch.steps { try await database.sync() }
            // A connection may be opened at any time.
            return all.filter { $0.key != RemoteLinks.tags && !$0.key.hasPrefix("PRAGMA ") }
        }
        let (few, many) = (try await steps(20), try await steps(200))
        let growing = many.filter { few[$0.key] != $0.value }
        #expect(!many.isEmpty && growing.isEmpty, "\(growing)")
    }

    private func card(_ number: Int, _ lines: String...) -> TestCard {
        TestCard(uid: "uid\(number)", ["FN:Person \(number)", "N:\(number);Person;;;"] + lines)
    }
}
