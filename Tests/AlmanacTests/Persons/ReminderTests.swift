import FoundationEssentials
import Model
import TestSupport
import Testing

/// Contact reminders on November 21, 2026.
struct ReminderTests {
    private func app(isInteractive: Bool = true, pageSize: Int = 50) async throws -> TestApp {
        var app = try await TestApp(isInteractive: isInteractive, pageSize: pageSize)
        try await app.send(
            "edit persons/1 contact=30d lastContact=2026-11-01", "edit persons/2 contact='2 weeks'",
            "edit persons/3 contact=1y lastContact=2025-11-21", "edit persons/4 lastContact=2020-01-01")
        return app
    }

    @Test func `due lists the persons whose next contact is due, the most overdue first`() async throws {
        var app = try await app(pageSize: 1)
        try await app.send("due")
        #expect(app.names == ["Luke Skywalker"])
        #expect(app.stage.scene.screen.page.tables[0].rows[0]["due"] == .date(iso: "", words: "overdue"))
        try await app.send("next")
        #expect(app.names == ["Han Solo"])
        let row = app.stage.scene.screen.page.tables[0].rows[0]
        #expect(row["contact"].words == "1y" && row["lastContact"].words == "2025-11-21")
        #expect(row["due"].words == "2026-11-21")
        let place = app.place
        try await app.send("home", "open \(place)")
        #expect(app.names == ["Han Solo"])
        #expect(try await app.failure(of: "next") != nil)
    }

    @Test func `due --within includes contacts that become due, and --of limits the list to a group`() async throws {
        var app = try await app()
        try await app.send("due --within 10d")
        #expect(app.names == ["Luke Skywalker", "Han Solo", "Leia Organa"])
        try await app.send("due --within 1d --limit 1")
        #expect(app.names == ["Luke Skywalker"])
        try await app.send("new group name=Jedi", "add persons/1 to Jedi", "due --within 10d --of Jedi")
        #expect(app.names == ["Leia Organa"])
        #expect(try await app.failure(of: "due --within soon")?.status == .wrongUsage)
    }

    @Test func `Without due contacts, due explains how to set an interval`() async throws {
        var app = try await TestApp()
        try await app.send("due")
        #expect(app.screen.contains("No contacts are due. Use “edit NAME contact=30d”"))
    }

    @Test func `touch sets a later date for the last contact, and undo restores the previous one`() async throws {
        var app = try await app()
        try await app.send("touch persons/2")
        #expect(
            app.told == """
                Last contact with Luke Skywalker (persons/2): 21 November 2026. The next contact is due on 5 December 2026. \
                Use “undo” to reverse this.
                """)
        try await app.send("due")
        #expect(app.names == ["Han Solo"])
        try await app.send("touch persons/2")
        #expect(app.told?.hasPrefix("Nothing changed") == true)
        try await app.send("undo --yes", "due")
        #expect(app.names == ["Luke Skywalker", "Han Solo"])
        try await app.send("touch 'Leia Organa' persons/4 --at yesterday")
        #expect(app.told?.hasPrefix("Recorded contact with 2 persons: 20 November 2026.") == true)
        try await app.send("undo --yes", "show persons/4", "touch --at '1 May'")
        let person = try await app.services.persons.record(Person.ID(rawValue: 4))
        #expect(person.lastContact == CivilDate("2026-05-01"))
        for line in ["touch persons/1 --at tomorrow", "touch persons/1 --at soon", "touch groups/1"] {
            #expect(try await app.failure(of: line)?.status != .done, "\(line)")
        }
    }

    @Test func `touch asks before it changes the persons that match a filter`() async throws {
        var app = try await app()
        try await app.send("touch --where 'has contact'")
        #expect(app.stage.prompts.first?.question.description.contains("3 persons") == true)
        try await app.send("touch --where 'has contact' --yes", "due")
        #expect(app.names == [])
    }

    @Test func `A note about a person sets the last contact if the person has an interval`() async throws {
        var app = try await app()
        try await app.send("note persons/2 We talked.", "note persons/5 A present", "due")
        #expect(app.names == ["Han Solo"])
        let person = try await app.services.persons.record(Person.ID(rawValue: 5))
        #expect(person.lastContact == nil && person.version == 1)
        try await app.send("undo --yes", "undo --yes", "due")
        #expect(app.names == ["Luke Skywalker", "Han Solo"])
    }

    @Test func `Adding a note that sets the last contact reports the note and the person`() async throws {
        var app = try await app()
        try await app.send("note persons/2 We talked.")
        let note = try #require(app.stage.statusLine?.description)
        #expect(note.contains("Added We talked. (notes/"))
        #expect(note.contains("Changed Luke Skywalker (persons/2): Last contact. Use “undo” to reverse this."))
        #expect(!note.contains("2 records"))
    }

    @Test func `due --save writes a calendar unless no contacts are due`() async throws {
        var app = try await app(isInteractive: false)
        try await app.send("due --within 10d --save due.ics")
        #expect(app.told == "Wrote 3 events to due.ics.")
        let path = app.temporary.folder + "/due.ics"
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(text.contains("SUMMARY:Contact Leia Organa\r\n"))
        try await app.send("touch persons/1 persons/2 persons/3", "due --save none.ics")
        #expect(app.told == "")
    }

    @Test func `The home screen shows the number of due contacts`() async throws {
        var app = try await TestApp()
        #expect(!app.screen.contains("due"))
        try await app.send("edit persons/1 contact=1m", "home")
        #expect(app.screen.contains("1 person is due for contact. Use “due” to show the name."))
        try await app.send("edit persons/2 contact=1m", "home")
        #expect(app.screen.contains("2 persons are due for contact. Use “due” to list them."))
    }
}
