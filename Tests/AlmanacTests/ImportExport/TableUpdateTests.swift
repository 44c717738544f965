import Interchange
import Model
import TestSupport
import Testing
import Text

/// Contacts that are exported to CSV, changed in a spreadsheet, and imported with --update.
@Suite("Updating contacts from CSV files")
struct TableUpdateTests {
    private static let ada = Person.ID(rawValue: 1)

    private func app() async throws -> TestApp {
        var app = try await TestApp { _ in }
        try await app.send(
            """
            new person given=Ada family=Lovelace phone.home=+44-20-1 phone.work=+44-20-2 email=ada@engines.example \
            address.home='12 Square; London; ; SW1Y 4JH; United Kingdom' title=Countess birthday=1815-12-10 anniversary=--07-08 pronouns==she \
            note='Likes tea'
            """, "new person given=Charles family=Babbage phone=+44-20-3", "add 'Ada Lovelace' to Friends --create",
            "edit 'Ada Lovelace' nickname=Ada")
        return app
    }

    /// Exports the contacts and writes the changed table to another file.
    private func table(
        of app: inout TestApp, without columns: Set<String> = [], _ change: (inout [[String: String]]) -> Void
    ) async throws {
        try await app.send("export --all --as csv --to contacts.csv --force")
        let bytes = try await app.services.files.read("contacts.csv", limit: 1 << 20)
        let rows = try CSVReader.records(of: bytes).map(\.texts)
        let header = try #require(rows.first)
        var records = rows.dropFirst().map { Dictionary(zip(header, $0)) { $1 } }
        change(&records)
        let kept = header.filter { !columns.contains($0) }
        var writer = CSVWriter()
        writer.write(kept)
        for record in records { writer.write(kept.map { record[$0] ?? "" }) }
        let target = try await app.services.files.create("changed.csv", replacing: true, .personal)
        try target.write(writer.drain())
        try target.finish()
    }

    private func person(_ app: TestApp) async throws -> Person {
        try await app.services.persons.record(Self.ada).content
    }

    @Test func `Changed cells replace values, emptied cells clear them, and missing columns and rows change nothing`()
        async throws
    {
        var app = try await app()
        let before = try await person(app)
        try await table(of: &app, without: ["E-mail 1 - Label", "E-mail 1 - Value", "Notes", "Phone 2 - Label"]) {
            $0.removeLast()
            $0[0]["Phone 2 - Value"] = "+44-20-9"
            ($0[0]["Organization Title"], $0[0]["Birthday"], $0[0]["Address 1 - City"]) = ("", "", "Paris")
        }
        try await app.send("import changed.csv --update")
        #expect(app.prompt == "Apply these changes?")
        #expect(app.told?.contains("Title: Countess → none") == true, "\(app.told ?? "")")
        #expect(app.told?.contains("+44-20-1, +44-20-9") == true)
        #expect(try await person(app) == before)
        try await app.answer("yes")
        var expected = before
        expected.phones = [Labeled("home", "+44-20-1"), Labeled("work", "+44-20-9")]
        (expected.jobTitle, expected.birthday, expected.addresses[0].value.locality) = ("", nil, "Paris")
        #expect(try await person(app) == expected)
        try await app.send("show 'Ada Lovelace'")
        #expect(app.screen.contains("Likes tea") && app.screen.contains("Friends"))
        #expect(try await app.services.persons.count(.all, matching: "", where: nil) == 2)
        // The same table now has older versions than the contacts, but the import changes nothing.
        try await app.send("import changed.csv --update")
        #expect(app.prompt == nil && app.told?.contains("1 unchanged") == true, "\(app.told ?? "")")
        try await app.send("undo --yes")
        #expect(try await person(app) == before)
    }

    @Test func `Without --update, an import of the same table does not remove values`() async throws {
        var app = try await app()
        try await table(of: &app) {
            $0[0]["Phone 2 - Value"] = "+44-20-9"; $0[0]["Organization Title"] = ""
        }
        try await app.send("import changed.csv --on-duplicate merge --yes")
        let person = try await person(app)
        #expect(
            Set(person.phones.map(\.value)) == ["+44-20-1", "+44-20-2", "+44-20-9"] && person.jobTitle == "Countess")
        #expect(person.customFields == [])
    }

    @Test func `Conflicts are shown before anything is written, and the answer selects the values`() async throws {
        var app = try await app()
        try await table(of: &app) {
            ($0[0]["Phone 2 - Value"], $0[0]["Organization Title"], $0[1]["Nickname"]) = ("+44-20-9", "Lady", "Chuck")
        }
        try await app.send("edit 'Ada Lovelace' phone.work=+44-20-7 nickname=Augusta")
        let before = try await person(app)
        try await app.send("import changed.csv --update")
        #expect(
            app.prompt == "1 contact was changed in this database and in the file. Which values should be kept?")
        #expect(app.told?.contains("Phone: +44-20-1, +44-20-7 → +44-20-1, +44-20-9") == true, "\(app.told ?? "")")
        var script = try await app.besides()
        let failure = try await script.failure(of: "import changed.csv --update --yes")
        #expect(failure?.next?.description.contains("--on-duplicate merge, --on-duplicate skip, or --dry-run") == true)
        #expect(try await person(app) == before)
        try await app.answer("those in this database")
        #expect(app.prompt == "Apply these changes?")
        try await app.answer("yes")
        #expect(try await person(app) == before)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 2)).content.name.nickname == "Chuck")
        try await app.send("import changed.csv --update --on-duplicate merge --yes")
        let after = try await person(app)
        #expect(after.phones.map(\.value) == ["+44-20-1", "+44-20-9"] && after.jobTitle == "Lady")
        #expect(after.name.nickname == "Augusta")
    }

    @Test func `Emptied cells remove notes and memberships, but removing possibly newer ones is a conflict`()
        async throws
    {
        var app = try await app()
        try await table(of: &app) { ($0[0]["Notes"], $0[0]["Labels"]) = ("", "") }
        try await app.send("import changed.csv --update --yes", "show 'Ada Lovelace'")
        #expect(!app.screen.contains("Likes tea") && !app.screen.contains("Friends"))
        try await app.send("undo --yes", "show 'Ada Lovelace'")
        #expect(app.screen.contains("Likes tea") && app.screen.contains("Friends"))
        try await app.send("add 'Ada Lovelace' to Later --create")
        try await table(of: &app) { ($0[0]["Notes"], $0[0]["Labels"]) = ("", "") }
        try await app.send("add 'Ada Lovelace' to Last --create", "import changed.csv --update")
        #expect(
            app.prompt == "1 contact was changed in this database and in the file. Which values should be kept?")
        #expect(app.told?.contains("Groups: Friends, Later, Last → none") == true, "\(app.told ?? "")")
    }

    @Test func `Removing notes and memberships that were added before the export is not a conflict`()
        async throws
    {
        var app = try await app()
        try await app.send("new note about=persons/1 text='Plays chess'", "add 'Ada Lovelace' to Later --create")
        try await table(of: &app) { ($0[0]["Notes"], $0[0]["Labels"]) = ("Likes tea", "Friends") }
        try await app.send("import changed.csv --update --yes")
        #expect(app.told?.contains("1 changed") == true, "\(app.told ?? "")")
        try await app.send("show 'Ada Lovelace'")
        #expect(!app.screen.contains("Plays chess") && !app.screen.contains("Later"))
        #expect(app.screen.contains("Likes tea") && app.screen.contains("Friends"))
    }

    @Test func `A row that was exported before a note and a membership were added does not remove them`() async throws {
        var app = try await app()
        try await table(of: &app) { ($0[0]["Nickname"], $0[0]["Labels"]) = ("Augusta", "") }
        try await app.send(
            "new note about=persons/1 text='Plays chess'", "add 'Ada Lovelace' to Later --create",
            "import changed.csv --update --yes")
        #expect(app.told?.contains("1 changed") == true, "\(app.told ?? "")")
        try await app.send("show 'Ada Lovelace'")
        for text in ["Augusta", "Likes tea", "Plays chess", "Later"] { #expect(app.screen.contains(text), "\(text)") }
        #expect(!app.screen.contains("Friends"))
    }

    @Test func `A note that was edited in the file and has become private is a conflict`() async throws {
        var app = try await app()
        try await table(of: &app) { $0[0]["Notes"] = "Likes tea and coffee" }
        let notes = try await app.services.notes.list(ListRequest(by: .created)).items
        for note in notes { try await app.send("edit \(note.recordID) kind=met") }
        try await app.send("import changed.csv --update")
        #expect(
            app.prompt == "1 contact was changed in this database and in the file. Which values should be kept?")
        try await app.answer("those in this database")
        let after = try await app.services.notes.list(ListRequest(by: .created)).items
        #expect(after.map(\.text) == notes.map(\.text) && after.allSatisfy { $0.kind == "met" })
    }

    @Test func `A date cell with only spaces clears the date`() async throws {
        var app = try await app()
        try await app.send("edit 'Ada Lovelace' birthday=1815-12-10")
        try await table(of: &app) { $0[0]["Birthday"] = "  " }
        try await app.send("import changed.csv --update --yes")
        #expect(app.told?.contains("rejected") == false, "\(app.told ?? "")")
        #expect(try await person(app).birthday == nil)
    }

    @Test func `Rows that cannot be applied are rejected, and rows without an ID become new contacts`() async throws {
        var app = try await app()
        try await table(of: &app) { records in
            let ada = records[0]
            func row(_ changes: [String: String]) -> [String: String] { ada.merging(changes) { $1 } }
            records = [
                row(["Almanac ID": "persons/99"]), row(["Almanac ID": "groups/1"]), row(["Almanac Version": ""]),
                row(["UID": "other"]), row(["Birthday": "tomorrow?"]), row(["Nickname": "A"]),
                row(["Nickname": "B"]),
                ["First Name": "Mary", "Last Name": "Somerville"],
            ]
        }
        try await app.send("import changed.csv --update --yes")
        let told = try #require(app.told)
        for reason in [
            "persons/99", "“groups/1” is not the ID of a contact.",
            "The row does not contain the version of persons/1.",
            "persons/1 has a different UID.", "“tomorrow?” is not a date.", "Another row has the same ID, persons/1.",
        ] { #expect(told.contains(reason), "\(reason): \(told)") }
        #expect(told.contains("1 new, 1 changed") && told.contains("6 rejected"), "\(told)")
        #expect(try await person(app).name.nickname == "A")
    }

    @Test func `A table for --update requires only the ID, the version, and the columns to change`() async throws {
        var app = try await app()
        let all: Set = [
            "First Name", "Last Name", "Middle Name", "Nickname", "Organization Name", "Phone 1 - Label",
            "Phone 1 - Value", "Phone 2 - Label", "Phone 2 - Value", "E-mail 1 - Value", "E-mail 1 - Label",
            "Anniversary", "UID", "Notes", "Labels",
        ]
        try await table(of: &app, without: all) { $0[0]["Birthday"] = "31.12.1816" }
        try await app.send("import changed.csv --update --yes")
        #expect(try await person(app).birthday == PartialDate("1816-12-31"), "\(app.told ?? "")")
        #expect(try await person(app).phones.count == 2)
        let other = try await app.services.files.create("other.csv", replacing: true, .personal)
        try other.write(Array("First Name,Last Name\nAda,Lovelace\n".utf8))
        try other.finish()
        for line in ["import other.csv --update", "import changed.csv --update --map Birthday=birthday"] {
            #expect(try await app.failure(of: line)?.status == .wrongUsage)
        }
    }
}
