import Almanac
import Model
import TestSupport
import Testing

/// The command lines that the history records.
struct CommandContextTests {
    @Test(arguments: [
        ("home", "delete notes/2 --yes", "delete notes/2 --yes"),
        ("home", "new person given='Ann Mary'", "new person 'given=Ann Mary'"),
        ("persons/1", "delete --yes", "delete persons/1 --yes"),
        ("persons/1", "edit title=Senator", "edit persons/1 title=Senator"),
        ("persons/1", "edit persons/2 title=Farmer", "edit persons/2 title=Farmer"),
        ("persons/1", "note --topic Plans 'Bring them.'", "note persons/1 --topic Plans 'Bring them.'"),
        ("persons/2", "note persons/1 1 --topic Plans", "note persons/1 1 --topic Plans"),
        ("persons", "delete 1 --yes", "delete persons/5 --yes"),
        ("persons", "edit 1 title=Hand", "edit persons/5 title=Hand"),
        ("persons", "add 1 5 to groups/2", "add persons/5 persons/3 to groups/2"),
        ("groups/1", "remove 2 from groups/1", "remove persons/2 from groups/1"),
    ])
    func `Recorded command lines do not depend on the screen`(place: String, line: String, kept: String) async throws {
        var app = try await TestApp()
        try await app.send("open \(place)", line)
        #expect(try await app.commands.first == kept)
    }

    @Test(arguments: [
        ("persons/1/edit", ["title=Senator", "save"], "edit persons/1"),
        ("persons/new", ["given=Wedge", "save"], "new person"),
        ("groups/new", ["name=Rogues", "save"], "new group"),
        ("notes/new-person-1", ["topic=Plans", "save"], "note persons/1"),
        ("planets/1/edit", ["fill", "name=Terra", ":"], "edit planets/1"),
    ])
    func `The history records a form as the command that opens it`(place: String, lines: [String], kept: String)
        async throws
    {
        var app = try await TestApp()
        try await app.send("open \(place)")
        for line in lines where line != ":" { try await app.send(line) }
        if lines.last == ":" { try await app.send("save") }
        #expect(try await app.commands.first == kept)
    }

    @Test func `The history does not record the checksum of a confirmed selection`() async throws {
        var app = try await TestApp()
        try await app.send("touch --where 'family = Skywalker'")
        try await app.answer("yes")
        #expect(try await app.commands.first == "touch --where 'family = Skywalker' --yes")
        try await app.send("delete --where 'family = Skywalker'")
        try await app.answer("yes")
        try await app.send("undo")
        let command = "delete --where 'family = Skywalker' --yes"
        #expect(app.told?.contains("Undid step 3 (\(command)).") == true, "\(app.told ?? "")")
    }

    @Test func `A mutating command adds one step with its command line and author`() async throws {
        var app = try await TestApp()
        let account = try await app.services.accounts.add(name: "Leia", passphrase: nil)
        try await app.session.become(.account(account.id))
        let before = try await app.steps().count
        try await app.send("seed flintstones", "delete persons/1 persons/2 --yes", "favorite persons/3")
        let steps = try await app.steps()
        #expect(steps.count == before + 3)
        #expect(
            try await app.commands.prefix(3) == [
                "favorite persons/3", "delete persons/1 persons/2 --yes", "seed flintstones",
            ])
        for step in steps.prefix(3) {
            #expect(
                step.origin == .command(try #require(await app.commands[steps.firstIndex(of: step) ?? 0]), by: "Leia"))
        }
    }

    @Test func `Read-only commands and unsaved edits do not add steps`() async throws {
        var app = try await TestApp()
        let before = try await app.steps()
        for line in ["persons", "1", "edit", "title=Senator", "back", "find leia", "history", "trash", "help", "check"]
        {
            try await app.send(line)
        }
        #expect(try await app.steps() == before)
    }

    @Test func `A failed command does not add a step`() async throws {
        var app = try await TestApp()
        let before = try await app.steps()
        for line in ["delete persons/1 persons/99 --yes", "edit persons/1 birthday=x", "undo 999", "restore persons/1"]
        {
            #expect(try await app.failure(of: line) != nil)
        }
        #expect(try await app.steps() == before)
    }

    @Test func `The history does not contain the passphrase of a sign-up or sign-in`() async throws {
        var app = try await TestApp(.signedOut)
        try await app.type("Ben")
        try await app.send("passphrase=hello-there")
        try await app.send("cancel", "logout", "login Ben", "passphrase=hello-there", "new person given=Anakin")
        #expect(try await app.commands.first == "new person given=Anakin")
        for command in try await app.commands { #expect(command?.contains("hello") != true) }
        try await app.send("history")
        #expect(!app.screen.contains("hello"))
    }
}
