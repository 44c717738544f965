import Almanac
import AlmanacStore
import Model
import TestSupport
import Testing

struct MergeCommandTests {
    /// Returns an app in which persons/1 and persons/2 are duplicates, but persons/3 is not.
    private func app(isInteractive: Bool = true) async throws -> TestApp {
        try await TestApp(isInteractive: isInteractive) { store in
            for (given, organization, mail) in [
                ("Leia", "Rebels", "leia@alderaan.example"), ("Leia", "Senate", "LEIA@alderaan.example"),
                ("Bail", "Senate", "bail@alderaan.example"),
            ] {
                var person = Person()
                person.name.given = given
                person.name.family = "Organa"
                person.organization = organization
                person.emails = [Labeled("", mail)]
                person.phones = [Labeled("home", "+1 555 0100 100")]
                _ = try await store.persons.add(person)
            }
        }
    }

    @Test func `duplicates lists pairs with reasons, and show opens the comparison of a pair`() async throws {
        var app = try await app()
        try await app.send("duplicates")
        let rows = app.stage.scene.screen.page.tables[0].rows
        #expect(rows.map { $0["second"].words } == ["Leia Organa"])
        #expect(rows[0]["reasons"].words == "email leia@alderaan.example, phone …0100100")
        #expect(rows[0]["ids"].words == "persons/1 persons/2")
        #expect(app.stage.scene.screen.page.tables[0].columns.contains { $0.key == "ids" && $0.isEssential })
        #expect(
            rows[0].facts.map(\.key) == ["firstId", "secondId", "first", "second", "names", "reasons", "score"])
        try await app.send("show 1")
        #expect(app.place == "duplicates/1-2")
        #expect(app.screen.contains("Organization\tRebels\tSenate"))
        #expect(app.screen.contains("Same name. Same email leia@alderaan.example, phone …0100100. Score: 99 of 100."))
        try await app.send("show 2")
        #expect(app.place == "persons/2")
    }

    @Test("check --fix combines two postal addresses in one step if each has parts that the other lacks")
    func combinedAddresses() async throws {
        var app = try await TestApp(isInteractive: false) { _ in }
        for given in ["Ann", "Ben"] {
            var person = Person()
            person.name.given = given
            person.addresses = ["Weg 1; Berlin; ; 10115", "weg 1; Berlin; BE; ; Germany"].compactMap {
                PostalAddress($0).map { Labeled("home", $0) }
            }
            _ = try await app.services.persons.add(person, in: CommandContext("new", by: nil))
        }
        try await app.send("check")
        #expect(app.told?.contains("check --fix") == true, "\(app.told ?? "")")
        func stored() async throws -> [[String]] {
            try await app.services.persons.records([1, 2].map { Person.ID(rawValue: $0) }).map {
                $0.content.addresses.map(\.value.description)
            }
        }
        let before = try await stored()
        try await app.send("check --fix")
        #expect(try await stored() == [["Weg 1; Berlin; BE; 10115; Germany"], ["Weg 1; Berlin; BE; 10115; Germany"]])
        try await app.send("undo --yes")
        #expect(try await stored() == before)
    }

    @Test func `merge asks only about conflicting values`() async throws {
        var app = try await app()
        try await app.send("merge persons/1 persons/2")
        #expect(app.told?.contains("Organization\tRebels\tSenate") == true)
        #expect(app.prompt == "Organization: which value should be kept?")
        #expect(app.answers.first == "Rebels (persons/1)")
        try await app.answer("Senate (persons/2)")
        #expect(app.told == "Merged Leia Organa (persons/2) into Leia Organa (persons/1). Use “undo” to reverse this.")
        try await app.send("show persons/2")
        #expect(app["organization"] == "Senate" && app["emails"].contains("leia@alderaan.example"))
        #expect(app.screen.contains("persons/2 was merged into persons/1."))
        try await app.send("undo --yes", "show persons/2")
        #expect(app["organization"] == "Senate" && app.place == "persons/2" && !app.screen.contains("merged"))
    }

    @Test(arguments: [true, false])
    func `merge --yes keeps the first person’s values without asking`(isInteractive: Bool) async throws {
        var app = try await app(isInteractive: isInteractive)
        try await app.send("merge persons/1 persons/2 --yes")
        #expect(app.prompt == nil)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).content.organization == "Rebels")
    }

    @Test func `A non-interactive merge with a conflict requires --keep, an assignment, or --yes`() async throws {
        var app = try await app(isInteractive: false)
        let refusal = try await app.failure(of: "merge persons/1 persons/2")
        #expect(refusal?.status == .wrongUsage)
        #expect(
            refusal?.sentences.last
                == "Use --keep PERSON, organization=VALUE, or --yes to keep the values of the first contact.")
        try await app.send("merge persons/1 persons/2 --keep persons/2 --dry-run")
        #expect(app.told?.contains("Dry run. This would change") == true)
        try await app.send("merge persons/1 persons/2 --keep persons/2", "show persons/1")
        #expect(app["organization"] == "Senate")
        try await app.send("undo --yes", "merge persons/2 persons/1 organization='New Republic'", "show persons/1")
        #expect(app["organization"] == "New Republic")
        #expect(app.stage.scene.screen.page.address == "persons/2")
    }

    @Test func `merge accepts the comparison on screen or a row number`() async throws {
        for lines in [["duplicates", "1", "merge --keep persons/1"], ["duplicates", "merge 1 --keep persons/1"]] {
            var app = try await app()
            for line in lines { try await app.send(line) }
            #expect(app.told?.hasPrefix("Merged Leia Organa (persons/2)") == true)
            #expect(app.place == "duplicates")
            #expect(app.stage.scene.screen.page.tables[0].rows.isEmpty)
        }
    }

    @Test func `field=PERSON keeps that person’s values, and one undo reverses the merge`() async throws {
        for pair in ["persons/1 persons/2", "1"] {
            var app = try await app(isInteractive: pair == "1")
            try await app.send(
                "edit persons/1 birthday=1957-05-25 nickname=Lelila", "edit persons/2 birthday=1957-05-26")
            try await app.send("duplicates")
            try await app.send(
                "merge \(pair) organization=persons/1 birthday=persons/2 email=persons/2 nickname=", "show persons/1")
            #expect(app["organization"] == "Rebels" && app["birthday"].contains("26"))
            #expect(app["emails"].contains("LEIA@") && !app["emails"].contains("leia@") && app["nickname"] == "")
            try await app.send("undo --yes", "show persons/1")
            #expect(app["birthday"].contains("25") && app["nickname"] == "Lelila")
            try await app.send("show persons/2")
            #expect(app["birthday"].contains("26") && app["organization"] == "Senate")
        }
    }

    /// Returns an app with two duplicates whom an earlier version imported: their formatted names and profiles are only
    /// on their cards.
    private func appOfCards() async throws -> TestApp {
        let app = try await TestApp(isInteractive: false) { store in
            for mark in ["one", "two"] {
                var person = Person()
                (person.name.given, person.formattedName) = ("Leia", nil)
                person.card = [
                    "BEGIN:VCARD", "VERSION:3.0", "FN:Mother \(mark)", "N:;Leia;;;",
                    "X-SOCIALPROFILE;TYPE=xing:https://x.example/\(mark)", "END:VCARD",
                ]
                _ = try await store.persons.add(person)
            }
        }
        try app.temporary.connection().run("UPDATE person SET card_version = 0")
        return app
    }

    @Test(arguments: ["--keep persons/2", "formattedName=persons/2 profile=persons/2"])
    func `Values that occur only on the second person’s card can be kept`(words: String) async throws {
        var app = try await appOfCards()
        try await app.send("merge persons/1 persons/2 \(words)")
        let merged = try await app.temporary.persons.record(Person.ID(rawValue: 1)).content
        #expect(merged.formattedName == "Mother two")
        #expect(merged.profiles.contains(Labeled("xing", "https://x.example/two")))
        #expect(merged.profiles.count == (words.hasPrefix("--keep") ? 2 : 1))
    }

    @Test func `Profiles that a merge removes are not exported`() async throws {
        var app = try await appOfCards()
        try await app.send("merge persons/1 persons/2 --keep persons/1 profile=")
        let store = app.temporary.store
        #expect(try await store.persons.record(Person.ID(rawValue: 1)).content.profiles == [])
        let page = try await store.exports.cards(of: .all, after: nil, limit: 5, withPhotos: false)
        #expect(page.cards.map(\.person.profiles) == [[]])
        #expect(page.cards.allSatisfy { !$0.person.card.contains { $0.contains("x.example") } })
    }

    @Test func `edit with the ID of a merged person changes the merge target`() async throws {
        var app = try await app()
        try await app.send("merge persons/1 persons/2 --keep persons/1", "edit persons/2 nickname=Princess")
        #expect(app.place == "persons/1" && app["nickname"] == "Princess")
    }

    @Test func `The error for the ID of a merged person names the deleted merge target`() async throws {
        var app = try await app()
        try await app.send("merge persons/1 persons/2 --keep persons/1", "merge persons/3 persons/1 --keep persons/3")
        try await app.send("delete persons/3 --yes")
        for line in ["show persons/2", "open persons/1", "edit persons/1 nickname=x", "note persons/2 None"] {
            let failure = try await app.failure(of: line)
            let sentence = failure?.sentences.first?.description
            #expect(failure?.status == .notFound)
            #expect(sentence?.hasSuffix("was merged into persons/3, which is in the trash.") == true, "\(line)")
            #expect(failure?.sentences.last == "Use “restore persons/3” to restore it.")
        }
        try await app.send("restore persons/3", "show persons/2")
        #expect(app.stage.scene.screen.page.address == "persons/3")
        try await app.send("delete persons/3 --yes", "purge persons/3 --yes")
        #expect(try await app.failure(of: "show persons/2")?.sentences.first == "persons/2 does not exist.")
    }

    @Test func `The error for a deleted person does not mention a merge that was undone`() async throws {
        var app = try await app()
        try await app.send("merge persons/1 persons/2 --keep persons/1", "undo --yes", "delete persons/2 --yes")
        try await app.send("delete persons/1 --yes")
        #expect(try await app.failure(of: "show persons/2")?.sentences.first == "persons/2 does not exist.")
    }

    @Test func `Invalid arguments for merge are errors`() async throws {
        var app = try await app()
        for (line, sentence) in [
            ("merge persons/1 persons/1", "Cannot merge a record into itself."),
            ("merge persons/1 persons/2 --keep persons/3", "persons/3 is not one of the two contacts."),
            ("merge persons/1 persons/2 shoe=9 organization=X", "Unknown field “shoe”."),
            ("merge persons/1 persons/2 shoe=9", "Unknown field “shoe”."),
            ("merge persons/1 persons/2 organization=persons/3", "persons/3 is not one of the two contacts."),
            ("merge persons/1 persons/2 photo=persons/3", "persons/3 is not one of the two contacts."),
            ("merge persons/1 persons/99 --keep persons/1", "persons/99 does not exist."),
        ] {
            #expect(try await app.failure(of: line)?.sentences.first?.description == sentence, "\(line)")
        }
    }
}
