import Display
import Interchange
import Model
import Navigation
import Sync
import Testing

@testable import Almanac

@Suite("The conflicts and resolve commands")
struct ConflictCommandTests {
    private var fixture = SyncFixture()

    init() {
        fixture.remotes.update {
            $0.conflicts = [
                SyncFixture.conflict(
                    3, mine: ["item1.TEL:+1-555-0100", "item1.X-ABLabel:Ship"], theirs: ["TEL;TYPE=work:+1-555-0199"]),
                SyncFixture.conflict(4, "FORCE", mine: ["X-FORCE;LEVEL=1:high"], theirs: ["X-FORCE:low"]),
                SyncFixture.conflict(5, "NOTE", mine: ["NOTE:Build\\, then fly."], theirs: ["NOTE:Wait."]),
                SyncFixture.conflict(6, "FN", mine: ["FN:Leia O."], theirs: ["FN:Princess Leia"]),
                SyncFixture.conflict(
                    7, "PHOTO", mine: ["PHOTO:data:image/jpeg;base64,AAAA"], theirs: ["PHOTO:https://example.org/leia"]),
            ]
        }
    }

    @Test func `conflicts lists the values of both sides in readable form`() async throws {
        let table = try #require(try await fixture.page("conflicts").tables.first)
        #expect(
            table.rows.map { $0.fields.dropLast(2).map(\.value.words) } == [
                ["3", "Leia", "Phone", "Ship: +1-555-0100", "work: +1-555-0199"],
                ["4", "Leia", "FORCE", "X-FORCE;LEVEL=1:high", "low"],
                ["5", "Leia", "Notes", "Build, then fly.", "Wait."],
                ["6", "Leia", "Name", "Leia O.", "Princess Leia"], ["7", "Leia", "Photo", "a photo", "a photo"],
            ])
        #expect(table.rows.map(\.address) == Array(repeating: "persons/1", count: 5))
        #expect(table.rows.first?.fields.map(\.key) == table.keys)
    }

    @Test func `Without conflicts, the list is empty`() async throws {
        fixture.remotes.update { $0.conflicts = [] }
        #expect(try await fixture.page("conflicts").words == "Conflicts\nNo conflicts.")
    }

    @Test(arguments: ConflictDecision.allCases)
    func `resolve accepts every value of --keep`(decision: ConflictDecision) async throws {
        let page = try await fixture.page("resolve 3 --keep \(decision.rawValue)")
        #expect(page.words.hasPrefix("Resolved the conflict in Leia"))
        #expect(page.words.contains("Use “undo”") == (decision != .theirs))
        #expect(fixture.remotes.state.calls == ["resolve 3 \(decision.rawValue)"])
    }

    @Test func `An assigned value is checked unless --force is set`() async throws {
        await #expect(throws: CommandProblem.self) { _ = try await fixture.run("resolve 3 phone=leia") }
        #expect(fixture.remotes.state.calls.isEmpty)
        _ = try await fixture.run("resolve 3 phone=leia --force")
        #expect(fixture.remotes.state.calls == ["dismiss 3"])
    }

    @Test(arguments: [
        (
            "resolve 3 phone.home=+1-555-0101 email=leia@example.org", "“email” is not in conflict.",
            "Use one of: phone."
        ),
        ("resolve 6 given=Leia", "“given” is not in conflict.", "Use one of: formattedName."),
        (
            "resolve 5 note=Wait", "“note” is not in conflict.",
            "Use one of: --keep mine, --keep theirs, --keep both."
        ),
    ])
    func `An assignment to a field that is not in conflict is rejected`(
        line: String, sentence: String, hint: String
    ) async throws {
        let explanation = try #require(try await fixture.failure(line))
        #expect(explanation.sentences.map(\.description) == [sentence, hint])
        #expect(explanation.status == .wrongUsage)
        #expect(fixture.remotes.state.calls.isEmpty)
        #expect(fixture.records.persons.updates.records.isEmpty)
    }

    @Test func `resolve accepts a value for a conflicting formatted name`() async throws {
        _ = try await fixture.run("resolve 6 formattedName=Leia")
        #expect(fixture.remotes.state.calls == ["dismiss 6"])
    }

    @Test func `Assignments edit the contact and remove the conflict in one step`() async throws {
        _ = try await fixture.run("resolve 3 phone.home=+1-555-0101 phone.work=")
        #expect(fixture.remotes.state.calls == ["dismiss 3"])
        let updates = fixture.records.persons.updates
        #expect(updates.records.map(\.description) == ["persons/1"])
        #expect(Set(updates.tokens + fixture.remotes.state.tokens).count == 1)
    }

    @Test func `An invalid assignment leaves the conflict unresolved`() async throws {
        #expect(try await fixture.failure("resolve 3 fone=1") != nil)
        #expect(try await fixture.failure("resolve 3 birthday=never") != nil)
        #expect(fixture.remotes.state.calls == [])
    }

    @Test func `At the prompt, both values are shown, and the answers resolve the conflict`() async throws {
        let action = try await fixture.run("resolve 3")
        #expect(
            action.page?.words == """
                Conflict 3: Leia
                phone: Ship: +1-555-0100 | work: +1-555-0199
                """)
        let question = try #require(action.prompts.first)
        #expect(question.question == "Leia: which value should be kept?")
        #expect(question.answers.map(\.title) == ["mine", "theirs", "both", "cancel"])
        _ = try await fixture.run(try #require(question.answers[1].line))
        #expect(fixture.remotes.state.calls == ["resolve 3 theirs"])
    }

    @Test func `--keep both is rejected for a property that can occur only once`() async throws {
        fixture.remotes.update {
            $0.conflicts = [
                SyncFixture.conflict(8, "BDAY", mine: ["BDAY:1977-05-25"], theirs: ["BDAY:1977-05-26"])
            ]
        }
        let explanation = try #require(try await fixture.failure("resolve 8 --keep both"))
        #expect(
            explanation.sentences == [
                "Cannot keep both values: “Birthday” allows only one.",
                "Use --keep mine, --keep theirs, or FIELD=VALUE.",
            ])
        #expect(fixture.remotes.state.calls.isEmpty)
        let question = try await fixture.question("resolve 8")
        #expect(question.answers.map(\.title) == ["mine", "theirs", "cancel"])
        #expect(question.flag == "--keep mine, --keep theirs, or FIELD=VALUE")
    }

    @Test func `Resolving a conflict with a read-only remote reports that the remote keeps its value`() async throws {
        fixture.remotes.update { $0.remotes = [SyncFixture.remote("home", isReadOnly: true)] }
        let page = try await fixture.page("resolve 3 --keep mine")
        #expect(
            page.words == """
                Resolved the conflict in Leia. home is read-only and keeps its value. Use “undo” to reverse this.
                """)
    }

    @Test func `In a script, the question names the options that answer it`() async throws {
        var fixture = fixture
        fixture.isInteractive = false
        let action = try await fixture.run("resolve 3")
        #expect(action.page == nil)
        #expect(action.prompts.first?.flag == "--keep mine, --keep theirs, --keep both, or FIELD=VALUE")
    }

    @Test func `resolve passes --dry-run to the data source`() async throws {
        let page = try await fixture.page("resolve 3 --keep mine --dry-run")
        #expect(page.words == "Dry run. This would resolve the conflict in Leia.")
        #expect(fixture.remotes.state.calls == ["resolve 3 mine (dry run)"])
    }

    @Test(arguments: [
        ("resolve 9 --keep mine", "Unknown conflict 9.", Model.ExitStatus.notFound),
        ("resolve leia", "Invalid conflict “leia”.", .wrongUsage),
        ("resolve 3 --keep ours", "Invalid value “ours” for --keep.", .wrongUsage),
        ("resolve 3 --keep mine title=General", "--keep and FIELD=VALUE cannot be combined.", .wrongUsage),
        ("resolve 3 mine", "Invalid assignment “mine”.", .wrongUsage),
    ])
    func `A mistake is explained, and nothing is changed`(
        line: String, sentence: String, status: Model.ExitStatus
    ) async throws {
        let explanation = try #require(try await fixture.failure(line))
        #expect(explanation.what.description == sentence)
        #expect(explanation.status == status)
        #expect(fixture.remotes.state.calls.isEmpty)
    }
}
