@testable import Interchange
import Model
import Navigation
import Rendering
@testable import Sync
import TestSupport
import Testing

@testable import Almanac

/// A comparison of the pages of remotes, synchronizations, and conflicts with a transcript.
struct SyncScreenTests {
    /// Returns remotes with changes, conflicts, and problems of each kind.
    private static func fixture() -> SyncFixture {
        let fixture = SyncFixture()
        let home = SyncFixture.remote("home", contents: .own)
        let team = SyncFixture.remote("team", contents: .group(Group.ID(rawValue: 1)), isReadOnly: true)
        let conflicts = [
            SyncFixture.conflict(3),
            SyncFixture.conflict(4, with: "team", "TITLE", mine: ["TITLE:General"], theirs: ["TITLE:Senator"]),
        ]
        fixture.remotes.update { state in
            state.remotes = [home, team]
            state.conflicts = conflicts
            state.status = [
                RemoteStatus(
                    remote: home, lastSynchronized: Timestamp(secondsSince1970: 1_795_255_200), wasComplete: true,
                    contacts: 7, unsent: 1, conflicts: 2),
                RemoteStatus(
                    remote: team, lastSynchronized: nil, wasComplete: false, contacts: 0, unsent: 3, conflicts: 4),
            ]
            state.results = ["home": Array(repeating: .success(Self.report), count: 4)]
        }
        return fixture
    }

    private static var report: SyncReport {
        var report = SyncReport()
        report.received = SyncReport.Counts(created: 1, changed: 2, deleted: 3)
        report.sent = SyncReport.Counts(created: 4, changed: 5, deleted: 6)
        report.unsent = 7
        report.notices = [
            CardNotice(title: "Leia", reason: .dropped(["PHOTO"])),
            CardNotice(title: "Luke", reason: .deletedLocally), CardNotice(title: "Han", reason: .deletedRemotely),
        ]
        report.problems = [
            CardProblem(address: CardAddress(rawValue: "yoda.vcf"), title: "Yoda", reason: .unreadable(.noCard))
        ]
        report.plannedChanges = [
            PlannedChange(
                direction: .received, action: .change, address: CardAddress(rawValue: "leia.vcf"), title: "Leia",
                differences: [
                    PropertyDifference(property: "TITLE", old: ["TITLE:Princess"], new: ["TITLE:General"]),
                    PropertyDifference(property: "FORCE", old: [], new: ["X-FORCE:high"]),
                ]),
            PlannedChange(
                direction: .sent, action: .create, address: CardAddress(rawValue: "chewbacca.vcf"), title: "Chewbacca",
                differences: []),
            PlannedChange(
                direction: .sent, action: .delete, address: CardAddress(rawValue: "lando.vcf"), title: "Lando",
                differences: [PropertyDifference(property: "FN", old: ["FN:Lando"], new: [])]),
        ]
        report.unconfirmed = UnconfirmedDeletions(.received, count: 12, total: 40)
        return report
    }

    @Test func `Remotes, synchronizations, and conflicts are shown with all cells`() async throws {
        let fixture = Self.fixture()
        try await AppTranscript(name: "sync").verify { line in
            let (line, format) = Format.split(line)
            let shown = fixture.notices.sentences.count
            let action = try await fixture.run(line)
            let notices = fixture.notices.sentences.dropFirst(shown).map { $0 + "\n" }
            return try await (action.page?.text(as: format) ?? "") + notices.joined()
                + action.prompts.map(\.text).joined()
        }
    }
}
