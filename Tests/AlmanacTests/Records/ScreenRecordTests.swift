import FoundationEssentials
import Model
import Navigation
import TestSupport
import Testing

/// The record and the list on screen, which take the place of missing arguments.
struct ScreenRecordTests {
    private func contents(of name: String, in app: TestApp) throws -> String {
        try String(contentsOf: URL(filePath: "\(app.temporary.folder)/\(name)"), encoding: .utf8)
    }

    @Test("A command without an ID uses the record on screen", arguments: [true, false])
    func record(isInteractive: Bool) async throws {
        var app = try await TestApp(isInteractive: isInteractive)
        try await app.send("show persons/1", "edit title=Senator phone.home=555")
        #expect(app["title"] == "Senator")
        try await app.send("phone")
        #expect(app.told == "555")
        try await app.send("touch --at 2026-11-01")
        #expect(app.told?.hasPrefix("Last contact with Leia Organa (persons/1): 1 November 2026.") == true)
        try await app.send("favorite")
        #expect(app.told?.hasPrefix("Leia Organa (persons/1) is now a favorite.") == true)
        try await app.send("remove from 'Rebel Alliance'")
        #expect(app.told?.hasPrefix("Removed 1 person from Rebel Alliance (groups/1).") == true)
        try await app.send("note 'Bring them back.' --topic Plans", "show")
        #expect(app["about"] == "Leia Organa")
        let lines = try await app.commands.prefix(5)
        #expect(
            lines == [
                "note persons/1 'Bring them back.' --topic Plans", "remove persons/1 from 'Rebel Alliance'",
                "favorite persons/1",
                "touch persons/1 --at 2026-11-01", "edit persons/1 title=Senator phone.home=555",
            ])
    }

    @Test func `The last argument of export is the target file if it ends with the extension of a format`()
        async throws
    {
        var app = try await TestApp()
        try await app.send("show persons/1", "export one.vcf")
        #expect(app.told == "Exported 1 contact to one.vcf.")
        #expect(try contents(of: "one.vcf", in: app).contains("FN:Leia Organa\r\n"))
        #expect(try await app.failure(of: "export one.vcf") != nil)
        try await app.send("home", "export persons/2 persons/3 two.csv", "export one.vcf --force")
        #expect(try contents(of: "two.csv", in: app).split(separator: "\r\n").count == 3)
        #expect(try contents(of: "one.vcf", in: app).contains("FN:Han Solo\r\n"))
        #expect(try await app.failure(of: "export -- two.csv")?.sentences.first == "No match for “two.csv”.")
        #expect(
            try await app.failure(of: "export two.csv --to three.csv")?.sentences.first == "No match for “two.csv”.")
    }

    @Test func `Words after note are the note’s text, and the record on screen is its subject`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "note Luke called today.")
        #expect(app["text"] == "Luke called today." && app["about"] == "Leia Organa" && app["topic"] == "")
        for text in ["007 is his number.", "+1 for the idea"] {
            try await app.send("show persons/1", "note \(text)")
            #expect(app["text"] == text && app["about"] == "Leia Organa")
        }
        try await app.send("persons", "/luke", "note Seen today.")
        #expect(app.prompt?.hasPrefix("Add the note “Seen today.” to 2 persons: Luke Skywalker") == true)
        try await app.answer("yes")
        #expect(app.told == "Added 2 notes. Use “undo” to reverse this.")
        try await app.send("note persons/1 ' '")
        #expect(app.place == "notes/new-person-1")
        try await app.send("home", "note han Prefers tea.")
        #expect(app["text"] == "Prefers tea." && app["about"] == "Han Solo")
    }

    @Test func `“/TEXT” searches the list on screen and, on other screens, all records`() async throws {
        var app = try await TestApp()
        try await app.send("persons", "/solo")
        #expect(app.screen.hasPrefix("persons /solo") && app.names == ["Han Solo"])
        try await app.send("show persons/1")
        #expect(try await app.failure(of: "/")?.sentences.first == "This page has no list to search.")
        try await app.send("/solo")
        #expect(app.screen.hasPrefix("Search results: solo") && app.names.contains("Han Solo"))
    }

    @Test func `A command with an ID or a name does not use the record on screen`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "edit persons/3 title=Captain")
        #expect(app["name"] == "Han Solo")
        #expect(app["title"] == "Captain")
        try await app.send("show persons/1", "edit 'Mara Jade' title=Trader")
        #expect(app["name"] == "Mara Jade")
        #expect(app["title"] == "Trader")
        try await app.send("show persons/1", "note persons/5 For Mara")
        #expect(app["about"] == "Mara Jade")
    }

    @Test func `merge with one ID also uses the record on screen`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/2", "merge persons/4 --dry-run")
        #expect(app.told?.contains("Luke Skywalker") == true)
        #expect(try await app.failure(of: "merge") != nil)
    }

    @Test func `delete names the record on screen and asks for confirmation`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/5", "delete")
        #expect(app.prompt?.hasPrefix("Delete Mara Jade") == true)
        try await app.answer("yes")
        #expect(app.told?.hasPrefix("Deleted Mara Jade (persons/5).") == true)
    }

    @Test func `At the prompt, export writes the contacts of the record or list on screen`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "export --to one.vcf")
        #expect(app.told == "Exported 1 contact to one.vcf.")
        #expect(try contents(of: "one.vcf", in: app).contains("FN:Leia Organa"))
        try await app.send("show groups/1", "export --to group.vcf")
        #expect(app.told == "Exported 2 contacts to group.vcf.")
        try await app.send("persons where given = Luke", "export --to found.vcf")
        #expect(app.told == "Exported 2 contacts to found.vcf.")
        try await app.send("persons", "/mara", "export --to narrowed.vcf")
        #expect(app.told == "Exported 1 contact to narrowed.vcf.")
        for line in ["show persons/1", "persons where given = Luke"] {
            try await app.send(line, "export --all --to all.vcf --force")
            #expect(app.told == "Exported 5 contacts to all.vcf.")
        }
        try await app.send("persons", "export --to whole.vcf")
        #expect(app.told == "Exported 5 contacts to whole.vcf.")
    }

    @Test func `At the prompt, export writes the persons on all pages of search results`() async throws {
        var app = try await TestApp(pageSize: 1)
        try await app.send("find luke", "export --to found.vcf")
        #expect(app.told == "Exported 2 contacts to found.vcf.")
        try await app.send("new planet name='Luke’s World'", "find luke", "export --to mixed.vcf")
        #expect(app.told == "Exported 2 contacts to mixed.vcf.")
        try await app.send("groups where name ~ rebel", "export --to members.vcf")
        #expect(app.told == "Exported 2 contacts to members.vcf.")
    }

    @Test(
        "At the prompt, export does not write all contacts if the screen shows only other records",
        arguments: [
            ["planets where name = Earth"], ["show planets/earth"], ["find earth"], ["planets", "/earth"],
            ["notes where topic = Plans"], ["trash", "/luke"], ["birthdays --within 30d"], ["history", "/luke"],
        ])
    func nothingToExport(lines: [String]) async throws {
        var app = try await TestApp()
        for line in lines { try await app.send(line) }
        #expect(
            try await app.failure(of: "export none.vcf")?.sentences.map(\.description) == [
                "“export” cannot select contacts from this screen.", "Use “export --all” to export all contacts.",
            ])
        try await app.send("export --all --to all.vcf")
        #expect(app.told == "Exported 5 contacts to all.vcf.")
        for list in ["planets", "home"] {
            try await app.send(list, "export --to all.vcf --force")
            #expect(app.told == "Exported 5 contacts to all.vcf.")
        }
    }

    @Test func `In a script, export writes all contacts, regardless of the screen`() async throws {
        var app = try await TestApp(isInteractive: false)
        for line in ["show persons/1", "persons where given = Luke", "find luke", "planets where name = Earth"] {
            try await app.send(line, "export --to all.vcf --force")
            #expect(app.told == "Exported 5 contacts to all.vcf.")
        }
    }

    @Test(
        "A command without an ID changes all persons in a filtered or searched list after confirmation",
        arguments: [
            (
                "edit title=Pilot",
                "Set Title to “Pilot” for 2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)?"
            ),
            (
                "touch --at 2026-11-01",
                "Record contact on 1 November 2026 with 2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)?"
            ),
            (
                "add to Jedi --create",
                "Create Jedi with 2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)?"
            ),
            ("delete", "Delete 2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)?"),
        ])
    func list(line: String, question: String) async throws {
        for list in [
            ["persons where given = Luke"], ["persons", "/luke"], ["persons where family ~ walker", "/luke"],
        ] {
            var app = try await TestApp(pageSize: 1)
            for line in list { try await app.send(line) }
            try await app.send(line)
            #expect(app.prompt == question)
            try await app.answer("yes")
            #expect(app.prompt == nil)
            #expect(try await app.commands.first.flatMap(\.self)?.hasPrefix(line.prefix { $0 != " " }) == true)
        }
    }

    /// Returns the lines that open a list, each with a command that changes its records and the question.
    private static let otherLists: [(list: [String], line: String, question: String)] = [
        (
            ["planets where name ~ a"], "edit source=x",
            "Set Source to “x” for 2 planets: Earth (planets/1), Mars (planets/2)?"
        ),
        (
            ["planets where name ~ a"], "add to 'Rebel Alliance'",
            "Add 2 planets: Earth (planets/1), Mars (planets/2) to Rebel Alliance?"
        ),
        (["planets", "/mars"], "delete", "Delete 1 planet: Mars (planets/2)?"),
        (["planets", "all", "/alderaan"], "delete", "Delete 1 planet: Alderaan (planets/3)?"),
        (["planets", "/mars"], "note Red.", "Add the note “Red.” to 1 planet: Mars (planets/2)?"),
        (["groups where name ~ rebel"], "delete", "Delete 1 group: Rebel Alliance (groups/1)?"),
        (
            ["groups --of persons/1"], "edit description=x",
            "Set Description to “x” for 1 group: Rebel Alliance (groups/1)?"
        ),
        (
            ["find luke"], "touch --at 2026-11-01",
            "Record contact on 1 November 2026 with 2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)?"
        ),
        (["find luke"], "delete", "Delete 2 persons: Luke Skywalker (persons/2), Luke Skywalker (persons/4)?"),
    ]

    @Test(
        "Without an ID, a command changes the records of any filtered list or search after confirmation",
        arguments: otherLists.indices)
    func otherList(index: Int) async throws {
        let (list, line, question) = Self.otherLists[index]
        var app = try await TestApp(pageSize: 1)
        for line in list { try await app.send(line) }
        try await app.send(line)
        #expect(app.prompt == question)
        try await app.answer("yes")
        #expect(app.prompt == nil && app.told?.contains("Use “undo” to reverse this.") == true, "\(app.told ?? "")")
        let recorded = try #require(try await app.commands.first.flatMap(\.self))
        #expect(recorded.contains(" --list "), "\(recorded)")
        // The recorded command has the same meaning in a script.
        try await app.send("undo --yes")
        var script = try await app.besides()
        try await script.send(recorded.contains(" --yes") ? recorded : "\(recorded) --yes")
        #expect(script.told?.contains("Use “undo” to reverse this.") == true)
    }

    @Test func `A search with records of several kinds selects those that the command accepts`() async throws {
        var app = try await TestApp()
        try await app.send("new planet name='Luke’s World'", "find luke", "touch --at 2026-11-01")
        #expect(app.prompt?.hasPrefix("Record contact on 1 November 2026 with 2 persons:") == true)
        try await app.send("find luke", "add to 'Rebel Alliance'")
        #expect(app.prompt?.hasPrefix("Add 3 records:") == true)
        try await app.send("find luke")
        #expect(
            try await app.failure(of: "delete")?.sentences.first
                == "Cannot change records of different kinds together.")
        try await app.send("planets where name = Earth")
        #expect(
            try await app.failure(of: "touch")?.sentences.first == "“touch” requires the ID or name of a record.")
        #expect(
            try await app.failure(of: "touch --list 'planets?text=earth'")?.sentences.first
                == "“touch” does not accept the records of “planets?text=earth”.")
    }

    @Test func `At the prompt, sizes draws all planets of the filtered list or the search on screen`() async throws {
        var app = try await TestApp(pageSize: 1)
        try await app.send("edit planets/earth radiusKm=6371", "edit planets/mars radiusKm=3390", "planets")
        #expect(try await app.failure(of: "sizes")?.sentences.first == "“sizes” requires the ID or name of a record.")
        for (list, number) in [("planets where name ~ a", "2 planets"), ("find mars", "1 planet")] {
            try await app.send(list, "sizes --svg sizes.svg --force")
            #expect(app.told == "Wrote a picture of \(number) to sizes.svg.")
            try await app.send("sizes")
            #expect(app.told?.contains("The selection has \(number).") == true)
        }
        try await app.send("find leia", "sizes")
        #expect(app.told == "Nothing to draw: no planets match.")
        var script = try await app.besides()
        try await script.send("planets where name ~ a")
        #expect(try await script.failure(of: "sizes")?.status == .wrongUsage)
    }

    @Test func `The command after a question does not contain the order and the columns of the list`() async throws {
        var app = try await TestApp()
        try await app.send("persons where given = Luke", "sort -family", "edit title=Pilot")
        try await app.answer("yes")
        #expect(try await app.commands.first == "edit title=Pilot --where 'given = Luke' --yes")
        try await app.send("planets where name ~ a", "sort -name", "edit source=x")
        try await app.answer("yes")
        #expect(try await app.commands.first == "edit source=x --list 'planets?where=name%20~%20a' --yes")
    }

    @Test func `If the records of a list change before the answer, the command asks again`() async throws {
        var app = try await TestApp()
        try await app.send("planets", "/mars", "edit source=x")
        var other = try await app.besides()
        try await other.send("edit planets/mars name='Mars II'")
        try await app.answer("yes")
        #expect(app.prompt == "The selected records have changed. Set Source to “x” for 1 planet: Mars II (planets/2)?")
    }

    @Test func `A command that uses the record on screen is recorded with its ID`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "log Dinner --kind met")
        #expect(try await app.commands.first == "log persons/1 Dinner --kind met")
        try await app.send("show persons/1", "log 'Han Solo' 'Dinner for two'")
        #expect(try await app.commands.first == "log 'Han Solo' 'Dinner for two'")
        #expect(app["about"] == "Han Solo")
    }

    @Test("“related” lists the same records on a record’s page and with its ID", arguments: [true, false])
    func related(isInteractive: Bool) async throws {
        for rest in ["", " groups", " about", " notes"] {
            var app = try await TestApp(isInteractive: isInteractive)
            try await app.send("note persons/1 One", "note persons/1 Two", "home")
            let named = try await app.failure(of: "related persons/1\(rest)")?.sentences
            let (told, place) = (app.told, app.place)
            try await app.send("show persons/1")
            #expect(try await app.failure(of: "related\(rest)")?.sentences == named)
            if rest != " about" { #expect(app.told == told) }
            if rest == " groups" { #expect(app.place == place && place == "groups/1") }
        }
    }

    @Test func `A list of all persons does not select records`() async throws {
        var app = try await TestApp()
        try await app.send("persons")
        for line in ["edit title=Pilot", "delete", "touch", "add to 'Rebel Alliance'"] {
            #expect(try await app.failure(of: line)?.status == .wrongUsage, "\(line)")
        }
        var script = try await app.besides()
        try await script.send("persons where given = Luke")
        #expect(try await script.failure(of: "edit title=Pilot")?.status == .wrongUsage)
    }

    @Test func `--list selects the persons of a list`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("edit --list 'persons?text=luke' title=Pilot --yes")
        #expect(app.told?.hasPrefix("Changed 2 persons.") == true)
        for list in ["groups", "persons/1", "persons?by=nothing"] {
            #expect(
                try await app.failure(of: "edit --list '\(list)' title=Pilot --yes")?.status == .wrongUsage, "\(list)")
        }
    }
}
