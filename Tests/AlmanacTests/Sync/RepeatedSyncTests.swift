import Model
@testable import Sync
import Testing

@testable import Almanac

@Suite("Changes received from one remote and sent to another")
struct RepeatedSyncTests {
    private let fixture = SyncFixture()
    private let home = SyncFixture.remote("home")
    private let team = SyncFixture.remote("team")
    private let shared = SyncFixture.remote("shared", isReadOnly: true)

    init() {
        fixture.remotes.update { [home, team, shared] in $0.remotes = [home, shared, team] }
        setUnsent(2)
    }

    private func setUnsent(_ count: Int) {
        fixture.remotes.update { state in
            state.status = state.remotes.map {
                RemoteStatus(
                    remote: $0, lastSynchronized: nil, wasComplete: true, contacts: 7, unsent: count, conflicts: 0)
            }
        }
    }

    private func prepare(_ name: String, _ change: (inout SyncReport) -> Void) {
        var report = SyncReport()
        change(&report)
        fixture.remotes.update { [report] in $0.results[name, default: []].append(.success(report)) }
    }

    @Test func `A remote is synchronized again to send changes that were received from a later remote`() async throws {
        prepare("home") { ($0.received.created, $0.sent.changed) = (1, 1) }
        prepare("team") { $0.received.created = 2 }
        prepare("home") { $0.sent.created = 2 }
        let page = try await fixture.page("sync")
        #expect(
            page.words == """
                Received from home: 1 created.
                Sent to home: 2 created, 1 changed.
                shared is in sync.
                Received from team: 2 created.
                Use “undo” to reverse the changes to your contacts.
                """)
        let state = fixture.remotes.state
        #expect(state.calls == ["home", "shared", "team", "home"].map { "synchronize \($0)" })
        #expect(Set(state.tokens).count == 1)
    }

    @Test func `A failure of the second synchronization is reported`() async throws {
        prepare("home") { $0.received.created = 1 }
        prepare("team") { $0.received.created = 2 }
        prepare("home") { $0.failure = .unauthorized }
        let page = try await fixture.page("sync")
        #expect(page.outcome == .negative)
        #expect(page.words.hasPrefix("Received from home: 1 created.\n"))
        #expect(fixture.notices.sentences.count == 1)
    }

    @Test func `Without changes to send, each remote is synchronized once`() async throws {
        setUnsent(0)
        prepare("team") { $0.received.created = 2 }
        _ = try await fixture.run("sync")
        #expect(fixture.remotes.state.calls.count == 3)
    }

    @Test(arguments: [("home", "sync"), ("team", "sync home"), ("team", "sync --dry-run")])
    func `Only changes received from a later remote cause a second synchronization`(
        source: String, line: String
    ) async throws {
        prepare(source) { $0.received.created = 1 }
        _ = try await fixture.run(line)
        #expect(fixture.remotes.state.calls.count { $0.hasPrefix("synchronize home") } == 1)
    }

    @Test func `A remote with problems is not synchronized again`() async throws {
        prepare("home") { report in
            report.problems = [
                CardProblem(address: CardAddress(rawValue: "a.vcf"), title: "Leia", reason: .remote(.tooLarge))
            ]
        }
        prepare("team") { $0.received.created = 2 }
        _ = try await fixture.run("sync")
        #expect(fixture.remotes.state.calls.count == 3)
    }
}
