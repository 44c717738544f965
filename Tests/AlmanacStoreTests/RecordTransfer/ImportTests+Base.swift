import Interchange
import Model
import TestSupport
import Testing
@testable import AlmanacStore

/// Imports of cards that were changed elsewhere after they had been imported or exported.
extension ImportTests {
    private var contact: Record<Person> {
        get async throws { try #require(try await store.persons.list(ListRequest()).items.first) }
    }

    private func edit(_ change: (inout Person) -> Void) async throws {
        let record = try await contact
        var content = record.content
        change(&content)
        _ = try await store.persons.update(record.id, version: record.version, to: content)
    }

    /// Exports the only contact and records the exported version.
    private func exported(_ format: CardFormat = .vCard(.v30)) async throws -> String {
        let page = try await store.exports.cards(of: .all, after: nil, limit: 2, withPhotos: true)
        var writer = CardWriter(format)
        let written = writer.write(try #require(page.cards.first))
        writer.finish()
        if let lines = written.changedLines {
            try await store.exports.keep([
                ExportedCard(person: try #require(page.persons.first), lines: lines, photo: page.cards[0].person.photo)
            ])
        }
        return String(decoding: writer.drain(), as: UTF8.self)
    }

    @Test(
        "The next import applies each change made on a phone, except for the removal of a photo",
        arguments: PhoneChange.all)
    func phoneChange(change: PhoneChange) async throws {
        func card(_ lines: [String]) -> String {
            self.card(["UID:1"] + lines).replacing("TYPE=JPEG:AAAA", with: "TYPE=PNG:iVBORw0KGgoAAAANSUhEUg==")
                .replacing("TYPE=JPEG:BBBB", with: "TYPE=GIF:R0lGODlhAQABAAAAACw=")
        }
        _ = try await importText(card(PhoneChange.card))
        try await edit { $0.customFields.append(Labeled("seen", "here")) }
        let report = try await importText(card(change.lines), .merge)
        let other = try await TemporaryStore()
        _ = try await other.imports.importContacts(
            [ContactStream(card(change.lines))], onDuplicate: .keepBoth)
        let expected = try #require(try await other.persons.list(ListRequest()).items.first)
        let person = try await contact
        #expect(report.counts == [change.title == "photo removed" ? .same : .changed: 1])
        for field in Person.fields where field.key != "field" {
            #expect(field.read(person.content) == field.read(expected.content), "\(field.key)")
        }
        #expect(person.content.customFields == [Labeled("seen", "here")])
        #expect(person.links.groups.map(\.name) == expected.links.groups.map(\.name))
        #expect(person.links.notes.first.map(\.name) == expected.links.notes.first.map(\.name))
        if change.title != "photo removed" { #expect(person.content.photo == expected.content.photo) }
        #expect(person.content.card.contains { $0.contains("X-UNKNOWN") })
        #expect(try await importText(card(change.lines)).counts == [.same: 1])
    }

    @Test("A card that was created locally, exported, and changed elsewhere replaces exactly the changed values")
    func createdHere() async throws {
        var leia = Person()
        (leia.name.given, leia.name.family) = ("Leia", "Organa")
        leia.phones = [Labeled("home", "1"), Labeled("work", "2"), Labeled("mobile", "3")]
        leia.emails = [Labeled("work", "leia@x.example")]
        _ = try await store.persons.add(leia)
        let text = try await exported()
        try await edit {
            $0.phones.append(Labeled("ship", "4"))
            $0.jobTitle = "General"
        }
        let newer = text.split(separator: "\r\n").filter { !$0.hasPrefix("EMAIL") && !$0.hasSuffix(":2") }
            .map { $0.hasPrefix("TEL") && $0.hasSuffix(":1") ? $0.dropLast() + "9" : $0 }.joined(separator: "\r\n")
        #expect(try await importText(newer + "\r\n", .merge).counts == [.changed: 1])
        let person = try await contact.content
        #expect(person.phones == [Labeled("home", "9"), Labeled("mobile", "3"), Labeled("ship", "4")])
        #expect(person.emails.isEmpty && person.jobTitle == "General")
        #expect(try await importText(text).counts == [.same: 1])
    }

    @Test("A card is compared with the exported version that it is based on")
    func severalVersions() async throws {
        _ = try await importText(card("UID:1", "FN:Leia Organa", "N:Organa;Leia;;;", "TEL:1", "TEL:2"))
        let lines = try await exported().replacing("TEL:2", with: "TEL:9")
        try await edit { $0.emails = [Labeled("", "a@x.example")] }
        _ = try await exported()
        try await edit { $0.emails.append(Labeled("", "b@x.example")) }
        let latest = try await exported()
        #expect(try await importText(lines, .merge).counts == [.changed: 1])
        var person = try await contact.content
        #expect(person.phones.map(\.value) == ["1", "9"] && person.emails.count == 2)
        let newer =
            latest.replacing("TEL:1", with: "TEL:7").split(separator: "\r\n")
            .filter { !$0.hasSuffix(":a@x.example") }.joined(separator: "\r\n") + "\r\n"
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        person = try await contact.content
        #expect(person.emails.map(\.value) == ["b@x.example"] && person.phones.map(\.value).contains("7"))
    }

    @Test("A card based on an earlier version does not remove values that only a later version contains")
    func earlierVersion() async throws {
        func text(_ number: Int, _ lines: String...) -> String {
            card(["UID:1", "FN:Leia Organa", "N:Organa;Leia;;;", "REV:2026010\(number)T000000Z"] + lines)
        }
        _ = try await importText(text(1, "TEL:1"))
        #expect(try await importText(text(2, "TEL:1", "TEL:2"), .merge).counts == [.changed: 1])
        #expect(try await importText(text(3, "TEL:1", "EMAIL:a@x.example"), .merge).counts == [.changed: 1])
        let person = try await contact.content
        #expect(person.phones.map(\.value) == ["1", "2"] && person.emails.map(\.value) == ["a@x.example"])
    }

    @Test("An earlier version that is imported again changes nothing")
    func formerVersionAgain() async throws {
        let january = card("UID:1", "FN:Leia Organa", "N:Organa;Leia;;;", "TEL:1")
        _ = try await importText(january)
        _ = try await importText(january.replacing("TEL:1", with: "TEL:2"), .merge)
        #expect(try await importText(january).counts == [.same: 1])
        #expect(try await contact.content.phones.map(\.value) == ["2"])
    }

    @Test("If two former versions are equally similar to a card, the card is compared with the earlier one")
    func similarVersions() async throws {
        var leia = Person()
        leia.name.given = "Leia"
        leia.emails = [Labeled("", "a@x.example")]
        _ = try await store.persons.add(leia)
        let first = try await exported()
        try await edit {
            $0.emails.append(Labeled("", "b@x.example"))
            $0.phones = [Labeled("", "1")]
        }
        _ = try await exported()
        let newer = first.replacing("END:VCARD", with: "EMAIL:b@x.example\r\nNICKNAME:Lelila\r\nEND:VCARD")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        let person = try await contact.content
        #expect(person.name.nickname == "Lelila" && person.phones.map(\.value) == ["1"])
        #expect(person.emails.map(\.value) == ["a@x.example", "b@x.example"])
    }

    @Test("A photo that was replaced locally is kept if the newer card contains the exported or the imported photo")
    func replacedPhoto() async throws {
        let png = "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgoAAAANSUhEUg=="
        let text = card("UID:1", "FN:Leia", "N:;Leia;;;", "TEL:1", png)
        _ = try await importText(text)
        let other = try await TemporaryStore()
        _ = try await other.imports.importContacts(
            [ContactStream(text.replacing(png, with: "PHOTO;ENCODING=b;TYPE=GIF:R0lGODlhAQABAAAAACw="))],
            onDuplicate: .keepBoth)
        let gif = try #require(try await other.persons.list(ListRequest()).items.first).content.photo
        try await edit { $0.jobTitle = "General" }
        let first = try await exported()
        try await edit { $0.photo = gif }
        for newer in [text.replacing("TEL:1", with: "TEL:2"), first.replacing("TEL:1", with: "TEL:3")] {
            #expect(try await importText(newer, .merge).counts == [.changed: 1])
            #expect(try await contact.content.photo == gif)
        }
    }

    @Test("An unknown home planet does not replace the current one, and a card that lacks a note does not remove it")
    func unknownPlanet() async throws {
        var hoth = Planet()
        hoth.name = "Hoth"
        _ = try await store.planets.add(hoth)
        let text = card("UID:1", "FN:Leia", "N:;Leia;;;", "X-ALMANAC-PLANET:Hoth", "NOTE:one", "NOTE:two")
        _ = try await importText(text)
        let newer = text.replacing("Hoth", with: "Nowhere").replacing("NOTE:two\r\n", with: "TITLE:General\r\n")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        let person = try await contact
        #expect(person.links.home?.name == "Hoth" && person.content.jobTitle == "General")
        #expect(Set(person.links.notes.first.map(\.name)) == ["one", "two"])
    }

    @Test("An edit is kept if the newer card contains the former value, even with other parameters")
    func otherParameters() async throws {
        _ = try await importText(
            card("UID:1", "FN:Leia Organa", "N:Organa;Leia;;;", "TEL;TYPE=cell:1", "EMAIL:a@x.example"))
        try await edit { $0.phones[0].value = "2" }
        let newer = card(
            "UID:1", "FN:Leia Organa", "N:Organa;Leia;;;", "TEL;type=CELL;type=VOICE;type=pref:1", "EMAIL:b@x.example")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        let person = try await contact.content
        #expect(person.phones.map(\.value) == ["2"] && person.emails.map(\.value) == ["b@x.example"])
    }

    @Test("A value that was changed on both sides is reported and taken from the newer card")
    func changedOnBothSides() async throws {
        _ = try await importText(card("UID:1", "FN:Leia", "N:;Leia;;;", "TITLE:Senator", "TEL:1"))
        try await edit { $0.jobTitle = "General" }
        let newer = card("UID:1", "FN:Leia", "N:;Leia;;;", "TITLE:Queen")
        let report = try await importText(newer, .merge)
        #expect(report.cases.first?.effects.conflicts == ["Title"])
        #expect(report.cases.first?.effects.changes == ["Title", "Phone"])
        #expect(try await contact.content.jobTitle == "Queen")
    }

    @Test("Properties that an address book might drop are kept if the newer card lacks all of them")
    func unstoredProperties() async throws {
        let lines = [
            "UID:1", "FN:Leia", "N:;Leia;;;", "GENDER:F", "X-SKYPE:leia", "X-SHIP:Falcon", "CATEGORIES:Rebels",
        ]
        _ = try await importText(card(lines + ["TEL:1"]))
        #expect(try await importText(card("UID:1", "FN:Leia", "N:;Leia;;;", "TEL:2"), .merge).counts == [.changed: 1])
        let person = try await contact
        #expect(person.content.gender == Gender("F") && person.content.messengers.count == 1)
        #expect(person.content.phones.map(\.value) == ["2"] && person.links.groups.map(\.name) == ["Rebels"])
        #expect(try await exported(.asItCame(otherwise: .v30)).contains("X-SHIP:Falcon"))
    }

    @Test(
        "A table row with the name of a company, ignoring case, is a possible duplicate unless a value contradicts it",
        arguments: [
            ("Company\nAcme GmbH", 0), ("Company,Phone\nACME gmbh,0301234567", 0),
            ("Company,Phone\nAcme GmbH,0307654321", 1),
            ("Company\nAcme Berlin GmbH", 1), ("First Name,Company\nAnn,Acme GmbH", 1),
        ])
    func companyRow(table: String, new: Int) async throws {
        _ = try await importText(card("UID:1", "FN:Acme GmbH", "TEL:0301234567"))
        #expect(try await importText(table: table + "\n", .merge).counts[.new] ?? 0 == new)
    }

    @Test("Importing a table row does not remove values")
    func tableRow() async throws {
        _ = try await importText(
            card("UID:1", "FN:Leia Organa", "N:Organa;Leia;;;", "TEL:1", "TITLE:Senator", "NOTE:old"))
        try await edit { $0.jobTitle = "General" }
        _ = try await importText(table: "First Name,Last Name,Phone 1 - Value,UID\nLeia,Organa,2,1\n", .merge)
        let person = try await contact
        #expect(Set(person.content.phones.map(\.value)) == ["1", "2"] && person.content.jobTitle == "General")
        #expect(person.links.notes.first.map(\.name) == ["old"])
    }

    @Test("Merging a card into a contact without a card does not store a former card")
    func noFormerCard() async throws {
        _ = try await importText(table: "First Name,Last Name,UID\nLeia,Organa,1\n")
        #expect(try await contact.content.card.isEmpty)
        let card = card("UID:1", "FN:Leia Organa", "N:Organa;Leia;;;", "TEL:1")
        #expect(try await importText(card, .merge).counts == [.changed: 1])
        #expect(try await !contact.content.card.isEmpty)
        #expect(try store.connection().first("SELECT count(*) FROM former_card") { $0[0] as Int } == 0)
    }

    @Test("The export of an unchanged imported card is not kept, and purging a contact removes its exported cards")
    func keptVersions() async throws {
        func count() throws -> Int { try store.connection().first("SELECT count(*) FROM former_card") { $0[0] } ?? 0 }
        _ = try await importText(card("UID:1", "FN:Leia", "N:;Leia;;;", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA"))
        _ = try await exported(.asItCame(otherwise: .v40))
        #expect(try count() == 0)
        for number in 1...25 {
            try await edit { $0.jobTitle = "\(number)" }
            _ = try await exported(.asItCame(otherwise: .v40))
            _ = try await exported(.asItCame(otherwise: .v40))
        }
        #expect(try count() == 20)
        let cards = try store.connection().all("SELECT CAST(card AS TEXT) FROM former_card") { $0[0] as String }
        #expect(cards.allSatisfy { !$0.contains("PHOTO") })
        let id = try await contact.id.recordID
        _ = try await store.persons.delete([try await contact.id])
        #expect(try count() == 20)
        _ = try await store.history.purge([id])
        #expect(try count() == 0)
    }
}

/// Imports of older and previously imported cards of edited persons.
extension ImportTests {
    private var onlyPerson: Person {
        get async throws { try #require(try await store.persons.list(ListRequest()).items.first).content }
    }

    @Test("Importing the same card again does not change an edited person", arguments: ["UID:1", "X-NO:uid"])
    func known(line: String) async throws {
        let pilot = card(line, "FN:Luke", "N:;Luke;;;", "TITLE:Pilot", "EMAIL:luke@x.example", "CATEGORIES:Rebels")
        _ = try await importText(pilot)
        try await edit {
            $0.jobTitle = "Master"
            $0.emails = []
        }
        #expect(try await importText(pilot).counts == [.same: 1])
        #expect(try await importText(pilot, .merge).counts == [.same: 1])
        let person = try await onlyPerson
        #expect(person.jobTitle == "Master" && person.emails.isEmpty)
    }

    @Test("An imported newer card is recognized after an edit, even if lines of the previous card were kept")
    func knownWinner() async throws {
        _ = try await importText(
            card("UID:1", "FN:Luke", "N:;Luke;;;", "TITLE:Pilot", "item1.X-A:1", "item1.X-ABLabel:a"))
        let newer = card("UID:1", "FN:Luke", "N:;Luke;;;", "TITLE:Jedi", "item1.X-B:1", "item1.X-ABLabel:b")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        try await edit { $0.jobTitle = "Master" }
        #expect(try await importText(newer, .merge).counts == [.same: 1])
        #expect(try await onlyPerson.jobTitle == "Master")
    }

    @Test("An older card does not replace a new person’s values, but a card with the same revision does")
    func madeHere() async throws {
        var leia = Person()
        leia.name.given = "Leia"
        leia.jobTitle = "Senator"
        _ = try await store.persons.add(leia)
        let before = try await store.exports.cards(of: .all, after: nil, limit: 1, withPhotos: true).cards
        let earlier = Timestamp(rawValue: "2020-01-02T03:04:05.678Z")
        func text(_ version: CardVersion, revised: Timestamp?, title: String) throws -> String {
            var card = try #require(before.first)
            card.revised = revised
            card.person.jobTitle = title
            var writer = CardWriter(.vCard(version))
            #expect(writer.write(card).losses == [])
            return String(decoding: writer.drain(), as: UTF8.self)
        }
        for (version, revision) in [(CardVersion.v30, "2020-01-02T03:04:05Z"), (.v40, "20200102T030405Z")] {
            let old = try text(version, revised: earlier, title: "Queen")
            #expect(old.contains("REV:\(revision)\r\n"))
            #expect(try await importText(old, .merge).counts == [.older: 1])
            #expect(try await onlyPerson.jobTitle == "Senator")
        }
        let present = try text(.v40, revised: before.first?.revised, title: "Senator")
        #expect(try await importText(present).counts == [.same: 1])
        let newer = try text(.v40, revised: before.first?.revised, title: "Queen")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        #expect(try await onlyPerson.jobTitle == "Queen")
    }

    @Test(
        "An earlier revision only adds values, but a later or incomparable revision also replaces existing values",
        arguments: [
            ("20250102T030405Z", "20250102T030404Z", false), ("2025-01-02T03:04:05Z", "20250101", false),
            ("2025-01-02T03:04:05.5Z", "2025-01-02T03:04:06Z", true), ("20250102", "20250102T000000Z", true),
            ("20250102T030405Z", "once", true), ("20250102T030405Z", "20250102T030405+0100", true),
        ])
    func revisions(present: String, other: String, wins: Bool) async throws {
        _ = try await importText(card("UID:1", "FN:Luke", "N:;Luke;;;", "TITLE:Jedi", "REV:\(present)"))
        let old = card("UID:1", "FN:Luke", "N:;Luke;;;", "TITLE:Pilot", "TEL:+1 555 0100 200", "REV:\(other)")
        #expect(try await importText(old, .merge).counts == [wins ? .changed : .older: 1])
        let person = try await onlyPerson
        #expect(person.jobTitle == (wins ? "Pilot" : "Jedi") && person.phones.count == 1)
        #expect(person.card.contains("REV:\(wins ? other : present)"))
        #expect(try await importText(old, .merge).counts == [wins ? .same : .older: 1])
    }
}
