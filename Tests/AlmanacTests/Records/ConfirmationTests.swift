import FoundationEssentials
import Model
import Navigation
import TestSupport
import Testing

@testable import Almanac

/// Prompts for deletion and for ambiguous names.
struct ConfirmationTests {
    @Test func `Answering “yes” deletes the record and closes its page`() async throws {
        var app = try await TestApp()
        try await app.send("persons", "2", "delete")
        #expect(app.prompt?.hasPrefix("Delete Leia Organa (persons/1)?") == true)
        #expect(app.prompt?.contains("1 membership") == true && app.prompt?.contains("1 note") == true)
        #expect(app.answers == ["yes", "no"])
        try await app.answer("yes")
        #expect(app.told == "Deleted Leia Organa (persons/1). Use “undo” or “restore persons/1” to restore it.")
        #expect(app.prompt == nil)
        #expect(app.place == "persons")
        #expect(app.names.count == 4)
    }

    @Test func `Answering “no” keeps the record`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/1")
        try await app.answer("no")
        #expect(app.prompt == nil && app.stage.statusLine == "Nothing was deleted.")
        #expect(try await app.services.persons.count(.all) == 5)
    }

    @Test func `Rejecting or closing a confirmation is reported, even after a restart`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/1", "delete persons/2")
        let data = try JSONEncoder().encode(app.stage.saved)
        var restarted = try await app.restarted()
        try await restarted.stage.resume(JSONDecoder().decode(SavedState.self, from: data))
        try await restarted.answer("no")
        #expect(restarted.stage.statusLine == "Nothing was deleted.")
        restarted.stage.decline()
        #expect(restarted.stage.statusLine == "Nothing was deleted." && restarted.prompt == nil)
    }

    @Test func `Bulk deletion confirms each record and runs after the last answer`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/1 persons/2 persons/3")
        #expect(app.prompt?.hasPrefix("3 records: Leia Organa (persons/1), ") == true)
        #expect(app.answers == ["yes", "no", "all", "quit"])
        try await app.answer("yes")
        #expect(app.prompt?.hasPrefix("Also delete Luke Skywalker (persons/2)?") == true)
        try await app.answer("no")
        #expect(try await app.services.persons.count(.all) == 5)
        try await app.answer("yes")
        #expect(app.told?.hasPrefix("Deleted Leia Organa (persons/1), Han Solo (persons/3).") == true)
        #expect(app.prompt == nil)
        #expect(try await app.services.persons.count(.all) == 3)
    }

    @Test(arguments: [(["all"], 2), (["yes", "quit"], 5), (["no", "all"], 3), (["no", "no", "no"], 5)])
    func `Answering “all” deletes the remaining records, and “quit” deletes none`(answers: [String], left: Int)
        async throws
    {
        var app = try await TestApp()
        try await app.send("delete persons/1 persons/2 persons/3")
        for answer in answers { try await app.answer(answer) }
        #expect(app.prompt == nil)
        #expect(try await app.services.persons.count(.all) == left)
    }

    @Test(
        .long("each bulk command and change"),
        arguments: Soak.sample(
            [
                "edit --where 'family = Skywalker' title=Jedi", "delete --where 'family = Skywalker'",
                "add --where 'family = Skywalker' to Jedi --create",
                "note --where 'family = Skywalker' Train. --topic Plans",
                "remove --where 'family = Skywalker' from 'Rebel Alliance'", "touch --where 'family = Skywalker'",
            ], 2),
        ["edit persons/3 family=Skywalker", "edit persons/4 family=Antilles", "edit persons/2 nickname=Wormie"])
    func `A selection that changed after the question must be confirmed again`(
        line: String, change: String
    ) async throws {
        var app = try await TestApp()
        var other = try await app.besides()
        try await other.send("add persons/2 persons/3 persons/4 to 'Rebel Alliance'")
        try await app.send(line)
        let question = try #require(app.prompt)
        try await other.send(change)
        try await app.answer("yes")
        #expect(app.told?.contains("Use “undo”") != true)
        #expect(app.prompt?.hasPrefix("The selected records have changed. ") == true, "\(question)")
        try await app.answer("yes")
        #expect(app.prompt == nil && app.told?.contains("Use “undo”") == true)
    }

    @Test func `--if-selection requires a filter`() async throws {
        var app = try await TestApp()
        let failure = try #require(await app.failure(of: "edit persons/2 title=Jedi --if-selection 0"))
        #expect(failure.status == .wrongUsage && failure.sentences.first?.contains("requires --where") == true)
    }

    @Test(arguments: [
        "touch --where 'family = Skywalker' --yes --if-selection 0", "purge --all --yes --if-selection 0",
    ])
    func `A changed selection in a non-interactive session is an error`(line: String) async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("delete persons/1 --yes")
        let failure = try #require(await app.failure(of: line))
        #expect(failure.sentences.first == "The selected records have changed.")
        #expect(failure.sentences.last?.contains("without --if-selection") == true)
    }

    @Test func `delete --yes skips confirmation`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("delete persons/1 'Han Solo' persons/1 --yes")
        #expect(try await app.services.persons.count(.all) == 3)
        #expect(app.prompt == nil)
    }

    @Test func `A prompt in a non-interactive session is an error`() async throws {
        var app = try await TestApp(isInteractive: false)
        let failure = try #require(await app.failure(of: "delete persons/1"))
        #expect(failure.status == .wrongUsage)
        #expect(failure.sentences.first?.hasPrefix("Delete Leia Organa") == true)
        #expect(failure.sentences.last?.contains("--yes") == true)
        #expect(app.prompt == nil)
        #expect(try await app.services.persons.count(.all) == 5)
    }

    @Test func `Deletion is atomic`() async throws {
        var app = try await TestApp()
        #expect(try await app.failure(of: "delete persons/1 persons/99 --yes")?.status == .notFound)
        #expect(try await app.failure(of: "delete persons/1 notes/1 --yes")?.status == .wrongUsage)
        #expect(try await app.services.persons.count(.all) == 5)
    }

    @Test func `A confirmation uses the given titles, and rejecting it does not run a command`() {
        let usual = ConfirmationPresenter(question: "Delete?", line: "delete --yes", outcomeOfRejection: "Kept.")
        let answers = [Prompt.Answer("yes", line: "delete --yes"), Prompt.Answer("no", outcome: "Kept.")]
        #expect(usual.present() == .ask([Prompt("Delete?", answers, flag: "--yes")]))
        let other = ConfirmationPresenter(
            question: "Delete?", line: "delete --yes", outcomeOfRejection: "Kept.", reject: "keep",
            isRejectFirst: true, flag: nil)
        let otherAnswers = [Prompt.Answer("keep", outcome: "Kept."), Prompt.Answer("yes", line: "delete --yes")]
        #expect(other.present() == .ask([Prompt("Delete?", otherAnswers)]))
    }

    @Test func `Only presenters create prompts`() throws {
        let sources = "\(#filePath.split(separator: "/Tests/")[0])/Sources/Almanac"
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
        let asking = try files.filter { file in
            let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
            return text.contains("Prompt(") || text.contains(".ask(")
        }
        #expect(asking.contains("Records/ConfirmationPresenter.swift"))
        #expect(asking.filter { !$0.hasSuffix("Presenter.swift") } == [])
    }

    @Test func `An ambiguous name prompts for a record and reruns the line with its ID`() async throws {
        var app = try await TestApp()
        try await app.send("edit 'luke skywalker' title=Jedi")
        #expect(app.prompt == "Which “luke skywalker” do you mean?")
        #expect(app.answers == ["Luke Skywalker · persons/2", "Luke Skywalker · persons/4", "cancel"])
        try await app.answer("Luke Skywalker · persons/4")
        #expect(app.place == "persons/4")
        #expect(app["title"] == "Jedi")
    }

    @Test func `An ambiguous name with several words does not require quotation marks`() async throws {
        var app = try await TestApp()
        for name in ["persons/2", "persons/4"] { try await app.send("edit \(name) phone=+1-555-0100 --force") }
        try await app.send("phone luke skywalker")
        #expect(app.prompt == "Which “luke skywalker” do you mean?")
        try await app.answer("Luke Skywalker · persons/4")
        #expect(app.prompt == nil && app.told?.contains("+1-555-0100") == true)
    }

    @Test func `An ambiguous reference in an assignment also prompts for a record`() async throws {
        var app = try await TestApp()
        try await app.send("new planet name=Earth type=fictional", "new person given=Zaphod planet=earth")
        #expect(app.prompt == "Which “earth” do you mean?")
        try await app.answer("Earth · planets/1")
        #expect(app["planet"] == "Earth")
        #expect(app["given"] == "Zaphod")
    }

    @Test func `An ambiguous name is an error in a non-interactive session`() async throws {
        var app = try await TestApp(isInteractive: false)
        let failure = try #require(await app.failure(of: "show 'luke skywalker'"))
        #expect(failure.status == .notFound)
        #expect(failure.sentences.last?.contains("persons/2 Luke Skywalker, persons/4 Luke Skywalker") == true)
    }

    @Test func `Prompts are deduplicated, and those of the last command are shown first`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/1", "delete persons/2", "delete persons/1")
        #expect(app.stage.prompts.count == 2)
        #expect(app.prompt?.contains("persons/1") == true)
        app.stage.decline()
        #expect(app.prompt?.contains("persons/2") == true)
        #expect(try await app.services.persons.count(.all) == 5)
    }

    @Test func `A prompt is removed when it is answered, even if the command fails`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/1")
        var other = try await app.besides()
        try await other.send("delete persons/1 --yes")
        await #expect(throws: RecordProblem.self) { try await app.answer("yes") }
        #expect(app.prompt == nil)
    }
}
