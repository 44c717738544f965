import Display
@testable import Interchange
import Model
import Navigation
@testable import Sync
import Testing

@testable import Almanac

@Suite("The sync command")
struct SyncCommandTests {
    private var fixture = SyncFixture()
    private let home = SyncFixture.remote("home")
    private let team = SyncFixture.remote("team")

    init() { fixture.remotes.update { [home, team] in $0.remotes = [home, team] } }

    private func prepare(_ name: String, _ result: Result<SyncReport, any Error>) {
        fixture.remotes.update { $0.results[name, default: []].append(result) }
    }

    private func prepare(_ name: String, _ change: (inout SyncReport) -> Void) {
        var report = SyncReport()
        change(&report)
        prepare(name, .success(report))
    }

    // MARK: - Remotes

    @Test func `Without names, all remotes are synchronized in one step`() async throws {
        let page = try await fixture.page("sync")
        #expect(page.words == "home is in sync.\nteam is in sync.")
        #expect(page.outcome == .success)
        #expect(fixture.remotes.state.calls == ["synchronize home", "synchronize team"])
        #expect(Set(fixture.remotes.state.tokens).count == 1)
    }

    @Test func `Each named remote is synchronized once, regardless of case`() async throws {
        _ = try await fixture.run("sync TEAM team")
        #expect(fixture.remotes.state.calls == ["synchronize team"])
    }

    @Test func `A failure of one remote does not stop the others`() async throws {
        prepare("home", .failure(RemoteProblem.busy(seconds: nil)))
        prepare("team") { $0.received.changed = 1 }
        let page = try await fixture.page("sync")
        #expect(page.outcome == .negative)
        #expect(
            fixture.notices.sentences == ["Cannot synchronize home. The server is busy. Try again later."])
        #expect(
            page.words == """
                home is not in sync.
                Received from team: 1 changed.
                Use “undo” to reverse the changes to your contacts.
                """)
    }

    @Test func `If other programs keep changing contacts, only the affected remote fails`() async throws {
        prepare("home", .failure(SyncStoreProblem.outdated))
        #expect(try await fixture.page("sync").words == "home is not in sync.\nteam is in sync.")
        #expect(
            fixture.notices.sentences == [
                "Cannot synchronize home. Another program keeps changing the contacts. Synchronize again."
            ])
    }

    @Test func `A problem with the database stops the synchronization`() async throws {
        prepare("home", .failure(StoreProblem.readOnly(path: "almanac.db")))
        #expect(try await fixture.page("sync").outcome == .negative)
        #expect(fixture.remotes.state.calls == ["synchronize home"])
    }

    @Test func `An interrupted synchronization does not report that nothing was changed`() async throws {
        prepare("home", .failure(CancellationError()))
        let explanation = try #require(try await fixture.failure("sync"))
        #expect(explanation.status == .interrupted)
        #expect(explanation.sentences == ["Interrupted.", "Use “sync” to continue."])
        prepare("home", .failure(CancellationError()))
        await #expect(throws: CancellationError.self) { try await fixture.run("sync --dry-run") }
    }

    // MARK: - The report

    @Test func `The report for a remote contains its counts, notices, and problems`() async throws {
        prepare("home") { report in
            (report.received.created, report.received.deleted, report.sent.changed) = (3, 1, 2)
            report.unsent = 1
            report.notices = [CardNotice(title: "Leia", reason: .dropped(["PHOTO"]))]
            report.problems = [
                CardProblem(
                    address: CardAddress(rawValue: "luke.vcf"), title: "Luke", reason: .unreadable(.noCard))
            ]
        }
        let page = try await fixture.page("sync home")
        #expect(
            page.words == """
                Received from home: 3 created, 1 deleted.
                Sent to home: 2 changed.
                home is read-only: 1 change was not sent.
                The server does not store these properties of Leia: PHOTO.
                Use “undo” to reverse the changes to your contacts.
                """)
        #expect(fixture.notices.sentences == ["luke.vcf does not contain a vCard."])
        #expect(page.outcome == .negative)
    }

    @Test func `Machine-readable output contains a row for each remote`() async throws {
        prepare("home") { report in
            report.received.created = 3
            report.failure = .missing
            report.unconfirmed = UnconfirmedDeletions(.sent, count: 11, total: 12)
        }
        let page = try await fixture.page("sync home").shown(to: .programs)
        let row = try #require(page.tables.first?.rows.first)
        #expect(row.fields.map(\.key) == page.tables.first?.keys)
        #expect(row["name"] == .text("home"))
        #expect(row["received"].words == "3 0 0")
        #expect(row["deletions"].words == "sent 11 12")
        #expect(row["problem"].words == "The address book or card does not exist. Check its address.")
    }

    @Test func `Unresolved conflicts are listed with their numbers until they are resolved`() async throws {
        fixture.remotes.update { $0.conflicts = [SyncFixture.conflict(3), SyncFixture.conflict(4, with: "other")] }
        let page = try await fixture.page("sync home")
        let rows = try #require(page.tables.first?.rows)
        #expect(rows.map(\.address) == ["persons/1"])
        #expect(rows.first?.fields.prefix(5).map(\.value.words) == ["3", "Leia", "Phone", "home: 1", "home: 2"])
        #expect(
            fixture.notices.sentences == [
                "home has 1 unresolved conflict. Use “conflicts” for details, and “resolve” to decide."
            ])
        #expect(page.outcome == .undecided)
    }

    @Test func `The conflicts that a dry run finds are not numbered`() async throws {
        prepare("home") {
            $0.conflicts = [
                CardConflict(
                    record: RecordID(kind: .person, number: 1), title: "Leia",
                    properties: [SyncFixture.conflict(3).property])
            ]
        }
        let page = try await fixture.page("sync home --dry-run")
        let row = try #require(page.tables.first?.rows.first)
        #expect(row.fields.map(\.value.words) == ["", "Leia", "Phone", "home: 1", "home: 2"])
        #expect(page.outcome == .undecided)
    }

    @Test func `A failure of one remote takes precedence over a conflict of another`() async throws {
        prepare("home") {
            $0.conflicts = [CardConflict(record: .init(kind: .person, number: 1), title: "", properties: [])]
        }
        prepare("team") { $0.failure = .missing }
        #expect(try await fixture.page("sync").outcome == .negative)
    }

    @Test func `With --quiet, only problems are reported`() async throws {
        prepare("home") { $0.received.created = 3 }
        #expect(try await fixture.page("sync --quiet") == .nothing)
        prepare("team") { report in
            report.received.created = 2
            report.failure = .unauthorized
        }
        let page = try await fixture.page("sync --quiet")
        #expect(page.isEmpty && page.outcome == .negative)
        #expect(
            fixture.notices.sentences == [
                "Cannot synchronize team. The server rejected the user name or password. Check both."
            ])
    }

    @Test func `Long lists of notices are shortened in human-readable output`() async throws {
        prepare("home") { $0.notices = (1...50).map { CardNotice(title: "\($0)", reason: .deletedLocally) } }
        let page = try await fixture.page("sync home")
        #expect(page.words.split(separator: "\n").count == 22)
        #expect(page.words.hasSuffix("30 more."))
    }

    // MARK: - Dry runs

    @Test func `A dry run reports earlier conflicts`() async throws {
        fixture.remotes.update { $0.conflicts = [SyncFixture.conflict(3)] }
        let page = try await fixture.page("sync home --dry-run")
        #expect(page.words.hasPrefix("home is not in sync."))
        #expect(page.outcome == .undecided)
    }

    @Test func `A dry run names each field that would change`() async throws {
        prepare("home") { report in
            report.received.changed = 1
            report.sent.deleted = 1
            report.plannedChanges = [
                PlannedChange(
                    direction: .received, action: .change, address: CardAddress(rawValue: "leia.vcf"), title: "Leia",
                    differences: [
                        PropertyDifference(property: "TITLE", old: ["TITLE:Princess"], new: ["TITLE:General"]),
                        PropertyDifference(property: "FORCE", old: [], new: ["X-FORCE:high"]),
                    ]),
                PlannedChange(
                    direction: .sent, action: .delete, address: CardAddress(rawValue: "luke.vcf"), title: "Luke",
                    differences: [PropertyDifference(property: "FN", old: ["FN:Luke"], new: [])]),
            ]
        }
        let page = try await fixture.page("sync home --dry-run")
        #expect(page.words.hasPrefix("This would receive from home: 1 changed.\nThis would send to home: 1 deleted.\n"))
        let rows = try #require(page.tables.first?.rows)
        #expect(
            rows.map { $0.fields.map(\.value.words) } == [
                ["received", "changed", "Leia", "Title", "Princess", "General"],
                ["FORCE", "", "high"], ["sent", "deleted", "Luke"],
            ])
        #expect(rows[1]["old"] == .none)
        #expect(fixture.remotes.state.calls == ["synchronize home (dry run)"])
        #expect(!page.words.contains("undo"))
    }

    // MARK: - Deletions

    @Test func `Before many deletions, sync asks for confirmation and then runs again with permission`() async throws {
        prepare("home") { $0.unconfirmed = UnconfirmedDeletions(.received, count: 12, total: 40) }
        let action = try await fixture.run("sync --quiet")
        #expect(
            fixture.notices.sentences == [
                """
                Stopped: 12 of the 40 contacts of home would be deleted from this database. Use “sync home \
                --allow-removals” to delete them.
                """
            ])
        #expect(action.page?.outcome == .undecided)
        let question = try #require(action.prompts.first)
        #expect(question.question == "Delete 12 of the 40 contacts of home from this database?")
        _ = try await fixture.run(try #require(question.answers.first?.line))
        #expect(fixture.remotes.state.calls.last == "synchronize home with removals")
    }

    @Test func `In a script, many deletions stop the synchronization without a question`() async throws {
        var fixture = fixture
        fixture.isInteractive = false
        prepare("home") { $0.unconfirmed = UnconfirmedDeletions(.sent, count: 12, total: 40) }
        let action = try await fixture.run("sync home")
        #expect(action.prompts.isEmpty)
        #expect(action.page?.outcome == .undecided)
        #expect(
            fixture.notices.sentences.first?.hasPrefix("Stopped: 12 of 40 contacts would be deleted from home.") == true
        )
    }

    // MARK: - Backups

    @Test func `A backup precedes the first synchronization of a remote and is discarded if nothing changes`()
        async throws
    {
        var fixture = fixture
        fixture.remotes.update { $0.unsynchronized = ["home"] }
        _ = try await fixture.run("sync team")
        _ = try await fixture.run("sync home --dry-run")
        #expect(fixture.backups.events == [])
        _ = try await fixture.run("sync home")
        #expect(fixture.backups.events == ["backup before sync", "discard"])
        fixture.step = StubHistory().step
        _ = try await fixture.run("sync")
        #expect(fixture.backups.events.last == "backup before sync")
    }

    private func status(of remote: Remote, _ time: Timestamp?) -> RemoteStatus {
        RemoteStatus(
            remote: remote, lastSynchronized: time, wasComplete: true, contacts: 7, unsent: 1, conflicts: 2)
    }

    // MARK: - sync status

    @Test func `sync status shows the state of each remote without a request`() async throws {
        let states = [status(of: home, nil), status(of: team, Timestamp(secondsSince1970: 0))]
        fixture.remotes.update { $0.status = states }
        let table = try #require(try await fixture.page("sync status").tables.first)
        #expect(
            table.rows.map { $0.fields.map(\.value.words) } == [
                ["home", "", "", "7", "1", "2"], ["team", "1970-01-01T00:00:00.000Z", "yes", "7", "1", "2"],
            ])
        #expect(table.rows.first?.fields.map(\.key) == table.keys)
        #expect(fixture.remotes.state.calls == [])
    }
}
