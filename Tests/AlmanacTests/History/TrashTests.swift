import Almanac
import Model
import TestSupport
import Testing

import enum Model.ExitStatus

struct TrashTests {
    @Test func `The trash lists a deleted record, and restore with a row number restores its fields`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1")
        let before = app.screen
        try await app.send("delete --yes", "trash")
        #expect(app.names == ["Leia Organa"])
        #expect(app.rowsForPrograms.first?["command"].words == "delete persons/1 --yes")
        try await app.send("restore 1")
        #expect(app.told?.hasPrefix("Restored Leia Organa (persons/1).") == true)
        #expect(app.names == [])
        try await app.send("show persons/1")
        #expect(app["groups"] == "Rebel Alliance" && app["notes"] == "Plans" && app["planet"] == "Alderaan")
        #expect(Fields(app.screen) == Fields(before))
    }

    @Test func `A deletion suggests undo and restore, and each of them restores the record`() async throws {
        for way in ["undo --yes", "restore persons/3 notes/2"] {
            var app = try await TestApp()
            try await app.send("delete notes/2 --yes", "delete persons/3 --yes")
            #expect(app.told?.contains("Use “undo” or “restore persons/3” to restore it") == true)
            try await app.send(way, "show persons/3")
            #expect(app["given"] == "Han")
        }
    }

    @Test func `restore accepts the name of a deleted record`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/3 --yes", "restore 'han solo'")
        #expect(app.told == "Restored Han Solo (persons/3). Use “undo” to reverse this.")
        try await app.send("delete persons/2 persons/4 --yes", "restore 'Luke Skywalker'")
        #expect(app.prompt == "Which “Luke Skywalker” do you mean?")
        try await app.answer("Luke Skywalker · persons/4")
        try await app.send("trash")
        #expect(app.names == ["Luke Skywalker"])
    }

    @Test func `restore accepts part of a deleted record’s name and reports unknown names`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/3 --yes", "restore han")
        #expect(app.told == "Restored Han Solo (persons/3). Use “undo” to reverse this.")
        let problem = try #require(try await app.failure(of: "restore 'Jar Jar'"))
        #expect(problem.what.description.contains("The trash contains no “Jar Jar”"))
        #expect(try await app.failure(of: "restore old.db")?.what.description.contains("no database at") == true)
    }

    @Test func `purge accepts the name of a deleted record, and the history contains only its ID`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("delete persons/2 persons/3 persons/4 --yes")
        #expect(try await app.failure(of: "purge 'Han Solo'")?.status == .wrongUsage)
        let part = try #require(await app.failure(of: "purge Han --yes"))
        #expect(part.what.description == "The trash contains no “Han”.")
        let several = try #require(await app.failure(of: "purge 'Luke Skywalker' --yes"))
        #expect(several.status == .notFound && several.sentences.last?.hasPrefix("Use one of: persons/") == true)
        try await app.send("purge 'han solo' --yes")
        #expect(app.told?.hasPrefix("Permanently removed Han Solo (persons/3).") == true)
        try await app.send("history")
        #expect(app.rowsForPrograms.first?["command"].words == "purge persons/3 --yes")
    }

    @Test func `At the prompt, purge accepts part of a name and asks which of several records is meant`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/2 persons/3 persons/4 --yes", "purge han")
        #expect(app.prompt?.hasPrefix("Purge Han Solo (persons/3) permanently?") == true)
        try await app.answer("yes")
        try await app.send("purge luke")
        try await app.answer("Luke Skywalker · persons/4")
        #expect(app.prompt?.hasPrefix("Purge Luke Skywalker (persons/4) permanently?") == true)
        try await app.answer("yes")
        try await app.send("trash")
        #expect(app.names == ["Luke Skywalker"])
    }

    @Test func `restore is atomic`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/3 --yes")
        #expect(try await app.failure(of: "restore persons/3 persons/1")?.status == .notFound)
        try await app.send("trash")
        #expect(app.names == ["Han Solo"])
    }

    @Test func `restore can be undone`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/3 --yes", "restore persons/3", "undo --yes", "trash")
        #expect(app.names == ["Han Solo"])
    }

    @Test func `purge asks for confirmation and is permanent`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/3 persons/5 --yes", "trash", "purge 1")
        #expect(app.prompt?.contains("permanently") == true)
        let name = app.names[0]
        #expect(app.prompt?.contains(name) == true)
        try await app.answer("yes")
        #expect(app.told?.contains("Permanently removed \(name)") == true)
        #expect(app.names.count == 1)
        try await app.send("purge --all --yes")
        #expect(app.names == [])
        #expect(try await app.failure(of: "restore persons/3")?.status == .notFound)
        try await app.send("undo --show")
        #expect(app.told?.contains("Its changes to purged records cannot be undone.") == true)
        #expect(app.told?.contains("Skipped because of purged records: step 2 (delete), step 3 (purge") == true)
        try await app.send("purge --all")
        #expect(app.told == "The trash is empty.")
    }

    @Test func `purge --all asks again if the trash changed after the question`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/3 --yes", "purge --all")
        var other = try await app.besides()
        try await other.send("delete persons/5 --yes")
        try await app.answer("yes")
        #expect(app.prompt?.hasPrefix("The selected records have changed. Purge ") == true)
        #expect(app.prompt?.contains("persons/5") == true)
        try await app.send("trash")
        #expect(app.names.count == 2)
        try await app.answer("yes")
        #expect(app.names == [])
    }

    @Test func `purge requires --yes in a non-interactive session`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("delete persons/3 --yes")
        for line in ["purge persons/3", "purge --all"] {
            let failure = try #require(await app.failure(of: line))
            #expect(failure.status == .wrongUsage && failure.sentences.last?.contains("--yes") == true)
        }
        try await app.send("trash")
        #expect(app.names == ["Han Solo"])
    }

    @Test(arguments: [
        ("purge", ExitStatus.wrongUsage), ("purge Han", .wrongUsage), ("purge --all persons/1", .wrongUsage),
        ("purge persons/1", .notFound), ("restore", .wrongUsage), ("restore persons/1", .notFound),
    ])
    func `Invalid arguments for purge and restore are errors`(line: String, status: ExitStatus) async throws {
        var app = try await TestApp()
        #expect(try await app.failure(of: line)?.status == status)
    }

    @Test func `The trash can be paged, and show opens the history of a deleted record`() async throws {
        var app = try await TestApp(pageSize: 2)
        try await app.send("delete persons/1 persons/2 persons/3 persons/4 persons/5 --yes", "trash")
        var seen = app.names
        for _ in 1...2 {
            try await app.send("next")
            seen += app.names
        }
        #expect(seen.sorted() == ["Han Solo", "Leia Organa", "Luke Skywalker", "Luke Skywalker", "Mara Jade"])
        #expect(try await app.failure(of: "next") != nil)
        try await app.send("open \(app.place)")
        #expect(app.names.count == 1)
        try await app.send("show 1")
        #expect(app.place.hasPrefix("history/person-"))
    }

    /// The lines of a page except the version and the modification time.
    private struct Fields: Equatable {
        let lines: [Substring]

        init(_ screen: String) {
            lines = screen.split(separator: "\n").filter { !$0.hasPrefix("version=") && !$0.hasPrefix("modified=") }
        }
    }
}
