import Almanac
import Model
import TestSupport
import Testing

struct DraftTests {
    @Test func `The next start resumes an unfinished form at the same field`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "more")
        try await app.type("Princess")
        let again = try await app.restarted()
        #expect(again.place == "persons/1/edit")
        #expect(again.question == "Middle name")
        #expect(again["prefix"] == "Princess")
        #expect(again.stage.scene.screen.isUnsaved)
    }

    @Test func `Leaving a form keeps the draft`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "title=Senator", "home", "open persons/2/edit")
        #expect(app["title"] == "")
        try await app.send("open persons/1/edit")
        #expect(app["title"] == "Senator")
    }

    @Test func `A guest’s draft is not shown to a signed-in user`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "title=Senator", "signup Han", "open persons/1/edit")
        #expect(app["title"] == "")
    }

    @Test func `Saving discards the draft`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "title=Senator", "save", "edit")
        #expect(!app.stage.scene.screen.isUnsaved)
        #expect(try await app.services.drafts.places(of: nil) == [])
    }

    @Test func `A concurrent change does not conflict with an unchanged draft`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "skip", "home")
        var other = try await app.besides()
        try await other.send("edit persons/1 title=General")
        try await app.send("open persons/1/edit", "nickname=Lelila", "save")
        #expect(app.place == "persons/1")
        #expect(app["title"] == "General" && app["nickname"] == "Lelila")
    }

    @Test func `A conflict shows both versions, and the next save overwrites the conflicting field`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "title=Senator nickname=Lelila")
        var other = try await app.besides()
        try await other.send("edit persons/1 title=General")
        try await app.send("save")
        #expect(app.place == "persons/1/edit")
        #expect(app.told?.contains("title: Senator | General") == true)
        #expect(app["title"] == "Senator")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "General")
        #expect(try await app.restarted()["nickname"] == "Lelila")
        try await app.send("save")
        let leia = try await app.services.persons.record(Person.ID(rawValue: 1))
        #expect(leia.jobTitle == "Senator" && leia.name.nickname == "Lelila")
    }

    @Test func `Only edited fields are labeled “yours” in a conflict`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "nickname=Lelila")
        var other = try await app.besides()
        try await other.send("edit persons/1 nickname=Huttslayer title=General")
        try await app.send("save")
        let comparisons = try #require(app.stage.notice).blocks.compactMap { block in
            if case .comparison(let comparison) = block { comparison } else { nil }
        }
        #expect(comparisons.map(\.names) == [["yours", "in the database"], ["before", "in the database"]])
        #expect(comparisons.map { $0.rows.map(\.key) } == [["nickname"], ["title"]])
        try await app.send("save")
        let leia = try await app.services.persons.record(Person.ID(rawValue: 1))
        #expect(leia.name.nickname == "Lelila" && leia.jobTitle == "General")
    }

    @Test func `A form lists unsaved fields`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit")
        #expect(!app.screen.contains("Unsaved"))
        try await app.send("nickname=Lelila", "title=Senator")
        var other = try await app.besides()
        try await other.send("open persons/1/edit")
        #expect(other.screen.contains("Unsaved: Nickname, Title."))
    }

    @Test func `An edit conflict is an error in a non-interactive session`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("open persons/1/edit", "title=Senator")
        var other = try await app.besides()
        try await other.send("edit persons/1 title=General")
        #expect(try await app.failure(of: "save")?.status == .failed)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "General")
    }

    @Test func `edit --if-version rejects an outdated version and shows both versions`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("edit persons/1 title=General --if-version 1")
        let conflict = try await #require(throws: EditConflict.self) {
            try await app.send("edit persons/1 title=Senator --if-version 1")
        }
        #expect(conflict.explanation.status == .failed)
        #expect(conflict.page.words.contains("title: Senator | General"))
        #expect(try await app.failure(of: "edit persons/1 title=x --if-version one")?.status == .wrongUsage)
    }
}
