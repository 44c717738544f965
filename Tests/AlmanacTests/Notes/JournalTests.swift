import FoundationEssentials
import Interchange
import Model
import TestSupport
import Testing

@testable import Almanac

/// The journal on November 21, 2026.
struct JournalTests {
    private func entries(of app: TestApp) async throws -> [Record<Note>] {
        try await app.services.notes.list(ListRequest(by: .created, where: try Filter("date is not null", of: .note)))
            .items
    }

    private func lastContact(_ number: Int64, in app: TestApp) async throws -> CivilDate? {
        try await app.services.persons.record(Person.ID(rawValue: number)).content.lastContact
    }

    @Test func `--remind accepts a weekday, and a note whose date is removed is reported as no longer private`()
        async throws
    {
        var app = try await TestApp()
        try await app.send("log leia Lunch --remind monday")
        let id = try #require(try await entries(of: app).first).recordID
        #expect(try await entries(of: app).first?.reminder == CivilDate("2026-11-23"))
        try await app.send("edit \(id) reminder=2027-01-01")
        #expect(try await entries(of: app).first?.reminder == CivilDate("2027-01-01"))
        try await app.send("edit \(id) date=2027-06-01")
        #expect(try await entries(of: app).first?.date == CivilDate("2027-06-01"))
        #expect(app.stage.statusLine?.contains("private") == false)
        try await app.send("edit \(id) date=")
        #expect(app.stage.statusLine?.contains("the note is no longer private") == true)
        #expect(try await app.failure(of: "log leia ' '")?.status == .wrongUsage)
    }

    @Test func `log adds an entry with a date, a kind, a reminder, and several persons`() async throws {
        var app = try await TestApp()
        try await app.send("log leia persons/2 'Met about the **plans**' --on yesterday --kind met --remind 2w")
        let entry = try #require(try await entries(of: app).first)
        #expect(entry.title == "Met about the **plans**")
        #expect(entry.subject == RecordID("persons/1") && entry.persons == [Person.ID(rawValue: 2)])
        #expect(entry.date == CivilDate("2026-11-20") && entry.kind == "met")
        #expect(entry.reminder == CivilDate("2026-12-05") && entry.isDone == nil)
        #expect(app.stage.statusLine?.hasPrefix("Added Met") == true)
        #expect(app.stage.statusLine?.contains("Changed 2 other records.") == true)
        #expect(app["with"] == "Luke Skywalker" && app["date"] == "2026-11-20")
        #expect(app.screen.contains("This journal entry is private"))
        try await app.send("show persons/2")
        #expect(app.names.contains("Met about the **plans**"))
        try await app.send("undo --yes")
        #expect(try await entries(of: app) == [])
        try await app.send("redo --yes")
        #expect(try await entries(of: app).map(\.content) == [entry.content])
    }

    @Test func `Without a person, log uses the person on screen, and the date is today unless --on is given`()
        async throws
    {
        var app = try await TestApp()
        try await app.send("show persons/3")
        let unquoted = try #require(await app.failure(of: "log Paid the debt"))
        #expect(unquoted.sentences.last == "Put text of several words in quotation marks: “log 'Paid the debt'”.")
        try await app.send("log 'Paid the debt'", "show persons/3", "log Trip --on 'in 3 weeks'")
        let entries = try await entries(of: app)
        #expect(entries.map(\.date) == [CivilDate("2026-11-21"), CivilDate("2026-12-12")])
        #expect(entries.map(\.subject) == [RecordID("persons/3"), RecordID("persons/3")])
    }

    @Test(arguments: [
        "log", "log 'Only a text'", "log groups/1 Text", "log nobody Text", "log leia Text --on soon",
        "log leia Text --remind yesterday", "log leia Text --remind never", "done", "done persons/1", "done notes/1",
        "journal --with nobody", "journal where colour = red", "reminders --within soon",
        "edit notes/1 with=groups/1", "edit notes/1 date=soon",
    ])
    func `Invalid input is an error and changes nothing`(line: String) async throws {
        var app = try await TestApp()
        #expect(try await app.failure(of: line) != nil)
        #expect(try await entries(of: app) == [])
    }

    @Test func `journal lists entries by date and can be limited to one person or by a filter`() async throws {
        var app = try await TestApp()
        try await app.send("journal")
        #expect(app.screen.contains("No journal entries yet. Use “log NAME TEXT”"))
        try await app.send(
            "log leia Pearls --kind gift --on '25 May'", "log mara leia Dinner --kind met --on yesterday",
            "log han Debt",
            "journal")
        #expect(app.names == ["Debt", "Dinner", "Pearls"])
        try await app.send("journal --with leia")
        #expect(app.names == ["Dinner", "Pearls"])
        try await app.send("journal where kind = gift")
        #expect(app.names == ["Pearls"])
        try await app.send("journal where with = 'Leia Organa' or person = 'Han Solo'")
        #expect(app.names == ["Debt", "Dinner"])
        try await app.send("journal --limit 1")
        #expect(app.names == ["Debt"])
        let place = app.place
        try await app.send("home", "open \(place)")
        #expect(app.names == ["Debt"])
        try await app.send("notes --of persons/1")
        #expect(Set(app.names) == ["Dinner", "Pearls", "Plans"])
        try await app.send("find dinner", "find leia")
        #expect(app.names.contains("Dinner"))
    }

    @Test func `A year is not a number of days until a reminder`() async throws {
        var app = try await TestApp()
        for year in ["1980", "2027"] {
            let failure = try #require(try await app.failure(of: "log leia Later --remind \(year)"))
            #expect(failure.what.description == "“\(year)” can mean a year or a number of days.")
            #expect(failure.sentences.last?.contains("\(year)d") == true)
        }
        try await app.send("log leia Later --remind 14", "log han Then --remind 1980d", "reminders")
        #expect(app.names == ["Later", "Then"])
        #expect(try await app.failure(of: "edit notes/1 reminder=1980")?.status == .wrongUsage)
    }

    @Test func `reminders lists open reminders, and done closes them by ID or row number`() async throws {
        var app = try await TestApp()
        try await app.send("reminders")
        #expect(app.screen.contains("No reminders."))
        try await app.send(
            "log leia Later --remind 3m", "log mara Soon --remind '25 Nov'", "log han Now --remind today",
            "log han Never",
            "reminders")
        #expect(app.names == ["Now", "Soon", "Later"])
        try await app.send("reminders --within 1w")
        #expect(app.names == ["Now", "Soon"])
        try await app.send("reminders --with leia")
        #expect(app.names == ["Later"])
        try await app.send("home")
        #expect(app.screen.contains("1 reminder is due. Use “reminders” to show it."))
        try await app.send("reminders", "done 1")
        #expect(app.told?.hasPrefix("Done: Now (notes/") == true)
        try await app.send("reminders", "done 1 2", "reminders")
        #expect(app.names == [])
        let last = try #require(try await entries(of: app).first?.recordID)
        try await app.send("done \(last)")
        #expect(app.told == "Nothing changed: the entry is already done.")
        try await app.send("edit \(last) done=no", "reminders")
        #expect(app.names == ["Later"])
        try await app.send("home")
        #expect(!app.screen.contains("reminder"))
    }

    @Test func `reminders --save writes a calendar unless no reminder matches`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send(
            "log leia 'Call **her**' --remind 2w", "log mara Tea --remind 3m",
            "reminders --within 1m --save a.ics --alarm 2d")
        #expect(app.told == "Wrote 1 event to a.ics.")
        let text = String(decoding: try await app.services.files.read("a.ics", limit: 9999), as: UTF8.self)
        let uuid = try #require(try await entries(of: app).first { $0.title.hasPrefix("Call") }).uuid
        for line in [
            "UID:reminder-\(uuid)", "SUMMARY:Leia Organa: Call **her**", "DTSTART;VALUE=DATE:20261205", "TRIGGER:-P2D",
        ] {
            #expect(text.contains("\r\n\(line)\r\n"), "\(line): \(text)")
        }
        try await app.send("reminders --with mara --save b.ics", "reminders --save c.ics")
        #expect(app.told == "Wrote 2 events to c.ics.")
        #expect(try await app.failure(of: "reminders --alarm 1d") != nil)
        #expect(try await app.failure(of: "reminders --ics --alarm soon") != nil)
        try await app.send("reminders --within 1d --save none.ics")
        #expect(app.told == "")
    }

    @Test func `The journal and the list of reminders keep their names when they are filtered`() async throws {
        var app = try await TestApp()
        try await app.send("log leia Pearls --kind gift --remind 2w", "log mara Dinner --kind met", "journal")
        #expect(app.stage.scene.breadcrumbs.last == "journal" && app.screen.hasPrefix("journal\n"))
        try await app.send("where kind = gift")
        #expect(app.stage.scene.breadcrumbs.last == "journal where kind = gift" && app.names == ["Pearls"])
        try await app.send("where kind = nothing")
        #expect(app.screen.contains("No results for “kind = nothing”."))
        try await app.send("where")
        #expect(app.stage.scene.breadcrumbs.last == "journal" && app.names.count == 2)
        try await app.send("reminders")
        #expect(app.stage.scene.breadcrumbs.last == "reminders" && app.names == ["Pearls"])
        try await app.send("reminders --within 1w")
        #expect(app.stage.scene.breadcrumbs.last == "reminders where due <= 2026-11-28" && app.names == [])
        try await app.send("notes where '(date is not null) and (kind = gift) or (kind = met)'")
        #expect(app.stage.scene.breadcrumbs.last?.hasPrefix("notes where") == true)
    }

    @Test func `log opens the new entry unless the page of a person in the entry is on screen`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/3", "log 'Paid the debt'")
        #expect(app.place == "persons/3" && app.names.contains("Paid the debt"))
        #expect(app.stage.statusLine?.description.hasPrefix("Added Paid the debt (notes/") == true)
        try await app.send("log persons/1 persons/3 Dinner")
        #expect(app.place == "persons/3" && app.names.contains("Dinner"))
        try await app.send("log persons/1 Tea")
        #expect(app.place.hasPrefix("notes/"))
    }

    @Test func `The reminder of a note without a date is listed until it is done`() async throws {
        var app = try await TestApp()
        try await app.send("edit notes/1 reminder=today", "reminders")
        #expect(app.names.count == 1)
        try await app.send("done 1", "reminders")
        #expect(app.names == [])
    }

    @Test func `edit changes a note’s persons, date, and kind`() async throws {
        var app = try await TestApp()
        try await app.send("edit notes/2 date=yesterday kind=gift with+='Han Solo' with+=persons/2")
        var entry = try await app.services.notes.record(Note.ID(rawValue: 2))
        #expect(entry.persons == [Person.ID(rawValue: 3), Person.ID(rawValue: 2)] && entry.kind == "gift")
        try await app.send("edit notes/2 with-='Han Solo'")
        entry = try await app.services.notes.record(Note.ID(rawValue: 2))
        #expect(entry.links.persons.map(\.name) == ["Luke Skywalker"])
        try await app.send("history notes/2")
        #expect(app.screen.contains("Han Solo (persons/3)"))
    }

    @Test func `Unlike the form for a new note, the form for an entry asks for other persons by name`() async throws {
        var app = try await TestApp()
        try await app.send("log leia Dinner", "edit notes/3")
        while let question = app.question, question != "With" { try await app.type("") }
        try await app.type("Mara Jade")
        try await app.send("save")
        #expect(app["with"] == "Mara Jade")
        try await app.send("new note")
        var questions: [String] = []
        while let question = app.question {
            questions.append(question)
            try await app.type("")
        }
        #expect(questions == ["Topic", "Text", "About"])
    }

    // MARK: - Keeping in touch

    @Test func `When a later entry is deleted, the last contact returns to the date entered by hand`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 lastContact=2026-09-01", "log leia Lunch --kind met --on 2026-11-05")
        try await app.send("log leia Tea --kind met --on 2026-11-07")
        let entries = try await entries(of: app).map(\.recordID)
        try await app.send("delete \(entries[1]) --yes")
        #expect(try await lastContact(1, in: app) == CivilDate("2026-11-05"))
        try await app.send("delete \(entries[0]) --yes")
        #expect(try await lastContact(1, in: app) == CivilDate("2026-09-01"))
        try await app.send("log leia Lunch --kind met --on 2026-11-05", "edit persons/1 lastContact=")
        try await app.send("log leia Tea --kind met --on 2026-11-07", "undo --yes")
        #expect(try await lastContact(1, in: app) == nil)
    }

    @Test func `The last contact is the date of the latest entry, up to today, whose kind denotes contact`()
        async throws
    {
        var app = try await TestApp()
        try await app.send(
            "log leia Call --kind called --on 2026-10-01", "log han leia Dinner --kind Met --on 2026-11-01")
        #expect(try await lastContact(1, in: app) == CivilDate("2026-11-01"))
        #expect(try await lastContact(3, in: app) == CivilDate("2026-11-01"))
        try await app.send(
            "log leia Pearls --kind gift --on 2026-11-10", "log leia Idea --on 2026-11-10",
            "log leia Trip --kind met --on 2999-01-01")
        #expect(try await lastContact(1, in: app) == CivilDate("2026-11-01"))
        let dinner = try #require(try await entries(of: app).first { $0.title == "Dinner" }).recordID
        try await app.send("edit \(dinner) date=2026-11-05")
        #expect(try await lastContact(1, in: app) == CivilDate("2026-11-05"))
        try await app.send("delete \(dinner) --yes")
        #expect(try await lastContact(1, in: app) == CivilDate("2026-10-01"))
        #expect(try await lastContact(3, in: app) == nil)
        try await app.send("undo --yes")
        #expect(try await lastContact(1, in: app) == CivilDate("2026-11-05"))
        #expect(try await lastContact(3, in: app) == CivilDate("2026-11-05"))
        try await app.send("delete \(dinner) --yes", "restore \(dinner)")
        #expect(try await lastContact(3, in: app) == CivilDate("2026-11-05"))
    }

    @Test func `touch adds an entry of the kind “contacted” and never moves the last contact to an earlier date`()
        async throws
    {
        var app = try await TestApp()
        try await app.send("edit persons/1 contact=30d", "touch persons/1 persons/2")
        #expect(app.told == "Recorded contact with 2 persons: 21 November 2026. Use “undo” to reverse this.")
        let entries = try await entries(of: app)
        #expect(
            entries.map(\.kind) == ["contacted", "contacted"] && entries.map(\.title) == ["contacted", "contacted"])
        try await app.send("due --within 1m")
        #expect(app.names == ["Leia Organa"])
        try await app.send("touch persons/1 --at '1 May'")
        #expect(app.told?.contains("the last contact is still 21 November 2026.") == true)
        #expect(try await lastContact(1, in: app) == CivilDate("2026-11-21"))
    }

    // MARK: - Mail

    private let message = """
        From: Leia <LEIA@alderaan.example>
        To: someone@else.example, Luke <luke@tatooine.example>
        Subject: =?UTF-8?Q?Pl=C3=A4ne?= for the
         Death Star
        Date: Fri, 20 Nov 2026 23:10:00 +0100
        Message-ID: <42@alderaan.example>

        Text
        """

    private func app(_ message: String) async throws -> TestApp {
        var app = try await TestApp(isInteractive: false)
        try await app.send("edit persons/2 email=luke@tatooine.example")
        try Data(message.utf8).write(to: URL(filePath: app.temporary.folder + "/-"))
        return app
    }

    @Test func `log --mail adds a single entry for the persons in a message, even if the command is repeated`()
        async throws
    {
        var app = try await app(message)
        try await app.send("log --mail")
        let entry = try #require(try await entries(of: app).first)
        #expect(entry.topic == "Pläne for the Death Star" && entry.date == CivilDate("2026-11-20"))
        #expect(entry.kind == "received" && entry.messageID == "42@alderaan.example")
        #expect(entry.content.allPersons == [Person.ID(rawValue: 1), Person.ID(rawValue: 2)])
        #expect(try await lastContact(1, in: app) == CivilDate("2026-11-20"))
        try await app.send("log --mail")
        #expect(app.told == "Nothing changed: the message was already added as \(entry.recordID).")
        #expect(try await entries(of: app).count == 1)
    }

    @Test func `A message from the user becomes an entry of the kind “wrote” and is recognized even without an ID`()
        async throws
    {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        var app = try await app(lines.filter { !$0.hasPrefix("Message-ID") }.joined(separator: "\n"))
        let context = CommandContext("signup", by: nil)
        var account = try await app.services.accounts.signUp(name: "leia", passphrase: nil, in: context)
        account.card = try await app.services.persons.record(Person.ID(rawValue: 1)).reference
        try await app.services.accounts.update(account, in: context)
        app = try await app.restarted(isInteractive: false)
        try await app.send("log --mail", "log --mail")
        let entries = try await entries(of: app)
        #expect(entries.map(\.kind) == ["wrote"] && entries.map(\.subject) == [RecordID("persons/2")])
    }

    @Test func `A message with an invalid date requires --on`() async throws {
        var app = try await app("From: luke@tatooine.example\nDate: soon\nSubject: Hello\n\n")
        let problem = try #require(try await app.failure(of: "log --mail"))
        #expect(problem.sentences == ["Invalid date in the message: “soon”.", "Use --on DATE to set the date."])
        try await app.send("log --mail --on 2026-11-20")
        #expect(try await entries(of: app).map(\.topic) == ["Hello"])
    }

    @Test func `A message that the user sent only to themselves is rejected`() async throws {
        var app = try await app("From: leia@alderaan.example\nTo: LEIA@alderaan.example\n\n")
        let context = CommandContext("signup", by: nil)
        var account = try await app.services.accounts.signUp(name: "leia", passphrase: nil, in: context)
        account.card = try await app.services.persons.record(Person.ID(rawValue: 1)).reference
        try await app.services.accounts.update(account, in: context)
        app = try await app.restarted(isInteractive: false)
        let problem = try #require(try await app.failure(of: "log --mail"))
        #expect(problem.what.description == "Only your own card has an email address from this message.", "\(problem)")
    }

    @Test(arguments: ["From: nobody@else.example\n\n", "", "log --mail"])
    func `A message without contacts is an error`(message: String) async throws {
        var app = try await app(message)
        #expect(try await app.failure(of: "log --mail") != nil)
        #expect(try await app.failure(of: "log --mail leia Text") != nil)
        #expect(try await entries(of: app) == [])
    }
}

/// The privacy of journal entries when contacts are exported.
struct JournalPrivacyTests {
    /// An app with journal entries, other private notes, and a public note.
    private static let app = Task {
        var app = try await TestApp(isInteractive: false)
        try await app.send(
            "log leia mara 'Secret dinner' --kind met", "new note about=persons/1 text='Likes tea'",
            "edit notes/2 about=persons/2 kind=gift topic= text='Secret pearls'", "new group name=Spies",
            "add 'Leia Organa' to Spies",
            "edit notes/1 about=groups/1 date=today topic= text='Secret base'")
        return app
    }

    @Test(arguments: ExportFormat.allCases)
    func `Only a full export contains journal entries`(format: ExportFormat) async throws {
        var app = try await Self.app.value
        let file = "\(format.rawValue).txt"
        try await app.send("export --as \(format.rawValue) --to \(file)")
        let bytes = try Data(contentsOf: URL(filePath: "\(app.temporary.folder)/\(file)"))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("Leia"))
        #expect(text.contains("Secret") == (format.archive != nil))
        let hasNotes = ![.mutt, .aerc].contains(format)
        #expect(text.contains("Likes tea") == hasNotes)
    }

    @Test func `Notes are private if and only if they have a date or a kind`() async throws {
        let store = try await TemporaryStore()
        for (date, kind) in [
            (nil, ""), (CivilDate("2026-11-20"), ""), (nil, "gift"), (CivilDate("2026-11-20"), "gift"),
        ] {
            var note = Note()
            (note.text, note.date, note.kind) = ("Text", date, kind)
            let id = try await store.notes.add(note).id
            let filter = try Filter("date is null and kind is null", of: .note)
            let isShared = try await store.notes.list(ListRequest(where: filter)).items.contains { $0.id == id }
            #expect(note.isPrivate == !isShared)
        }
    }
}
