import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// Imports of newer cards of existing persons.
extension ImportTests {
    /// Exports the only card and returns its unfolded lines, except BEGIN, VERSION, UID, N, and END.
    private func exported(_ format: CardFormat = .asItCame(otherwise: .v30)) async throws -> [String] {
        let page = try await store.exports.cards(of: .all, after: nil, limit: 2, withPhotos: true)
        var writer = CardWriter(format)
        _ = writer.write(try #require(page.cards.first))
        let text = String(decoding: writer.drain(), as: UTF8.self).replacing("\r\n ", with: "")
        return text.split(separator: "\r\n").map(String.init).filter { line in
            !["BEGIN", "VERSION", "UID", "N", "END"].contains(String(line.prefix { $0 != ":" }))
        }
    }

    private func named(_ lines: String...) -> String { named(lines) }

    private func named(_ lines: [String]) -> String { card(["UID:1", "N:Organa;Leia;;;"] + lines) }

    @Test("The lines of a newer card replace the old lines, and properties that are not interpreted are kept")
    func newerLines() async throws {
        let old = [
            "FN:Leia Organa", "TEL;X-P=1:+1 555 1", "item1.EMAIL;X-Q=2;TYPE=PREF:old@x.example",
            "item1.X-ABLabel:Boat", "item2.ADR;X-R=1:;;Main St;Town;;;", "item2.X-ABADR:us", "ORG;X-S=1:Rebels",
            "X-SHIP:Falcon",
        ]
        let new = [
            "FN:Leia Organa", "TEL;X-P=2:+1 555 2", "EMAIL:a@x.example", "item1.EMAIL;X-Q=3;TYPE=PREF:b@x.example",
            "item1.X-ABLabel:Ship", "item2.ADR;X-R=2:;;Main St;Town;;;", "item2.X-ABADR:de",
        ]
        _ = try await importText(card(["UID:1", "N:Organa;Leia;;;"] + old))
        let newer = card(["UID:1", "N:Organa;Leia;;;"] + new)
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        #expect(try await exported() == new + ["X-SHIP:Falcon"])
        #expect(try await importText(newer).counts == [.same: 1])
    }

    @Test(
        "A newer card that differs only in uninterpreted properties or parameters is reported as changed",
        arguments: [
            "EMAIL;TYPE=PREF:leia@x.example", "EMAIL;X-P=1:leia@x.example", "FN:Lelila",
            "PHOTO;VALUE=uri:https://x.example/leia.jpg", "X-KIND:location", "TEL;TYPE=WORK,PREF:+1 555 0100",
        ])
    func newerParameters(line: String) async throws {
        let old = ["FN:Leia Organa", "EMAIL:leia@x.example", "TEL;TYPE=WORK:+1 555 0100"]
        let name = line.prefix { $0 != ":" && $0 != ";" }
        let others = old.filter { line == "FN:Lelila" || !$0.hasPrefix(name) }
        _ = try await importText(card(["UID:1", "N:Organa;Leia;;;"] + old))
        let newer = card(["UID:1", "N:Organa;Leia;;;"] + others + [line])
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        #expect(try await exported() == others + [line])
        #expect(try await importText(newer).counts == [.same: 1])
    }

    @Test(
        "A newer card replaces single-valued properties",
        arguments: [
            ("X-GENDER:M", "X-GENDER:F"), ("GENDER:M", "GENDER:F"), ("TZ:-05:00", "TZ:+01:00"), ("GEO:1;2", "GEO:3;4"),
            ("BDAY;VALUE=text:circa 1800", "BDAY;VALUE=text:circa 1801"),
            ("BDAY;VALUE=text:circa 1800", "BDAY:1801-05-04"), ("BDAY:1801-05-04", "BDAY;VALUE=text:circa 1800"),
            ("DEATHDATE:19800101", "DEATHDATE;VALUE=text:long ago"), ("X-ANNIVERSARY:once", "X-ANNIVERSARY:2001-05-04"),
        ])
    func newerSingles(old: String, new: String) async throws {
        _ = try await importText(named("FN:Leia Organa", old))
        #expect(try await importText(named("FN:Leia Organa", new), .merge).counts == [.changed: 1])
        #expect(try await exported() == ["FN:Leia Organa", new])
        #expect(try await importText(named("FN:Leia Organa", new)).counts == [.same: 1])
    }

    @Test(
        "The first of two dates is kept if a newer card adds or changes the second date",
        arguments: [
            (["BDAY:1977-05-04"], ["BDAY:1977-05-04", "BDAY:1999-09-09"]),
            (["BDAY:1977-05-04", "BDAY:1999-09-09"], ["BDAY:1977-05-04", "BDAY:2000-01-01"]),
            (["X-ANNIVERSARY:2001-05-04"], ["X-ANNIVERSARY:2001-05-04", "X-ANNIVERSARY:2002-05-04"]),
        ])
    func newerSeconds(old: [String], new: [String]) async throws {
        _ = try await importText(named(["FN:Leia Organa"] + old))
        #expect(try await importText(named(["FN:Leia Organa"] + new), .merge).counts == [.changed: 1])
        let output = try await exported()
        #expect(output == ["FN:Leia Organa"] + new)
        let leia = try #require(try await store.persons.list(ListRequest()).items.first).content
        #expect(leia.birthday != nil || leia.anniversary != nil)
        #expect(try await importText(named(["FN:Leia Organa"] + new)).counts == [.same: 1])
    }

    @Test(
        "A relabeled relation or messenger is not duplicated",
        arguments: [
            ("RELATED;TYPE=friend;VALUE=text:Han", "RELATED;TYPE=spouse;VALUE=text:Han"),
            ("X-SKYPE:leia", "X-JABBER:leia"),
        ])
    func newerLabels(old: String, new: String) async throws {
        let own = ["RELATED;TYPE=brother;VALUE=text:Luke", "X-AIM:princess"]
        _ = try await importText(named(["FN:Leia Organa", old] + own))
        #expect(try await importText(named(["FN:Leia Organa", new] + own), .merge).counts == [.changed: 1])
        #expect(try await exported() == ["FN:Leia Organa", new] + own)
        #expect(try await importText(named(["FN:Leia Organa", new] + own)).counts == [.same: 1])
    }

    @Test("A relation that a newer card omits is kept if the card contains no other relation with that label")
    func omittedRelation() async throws {
        let brother = "RELATED;TYPE=brother;VALUE=text:Luke"
        _ = try await importText(named(["FN:Leia Organa", "RELATED;TYPE=friend;VALUE=text:Luke", brother]))
        let newer = named(["FN:Leia Organa", brother, "RELATED;TYPE=spouse;VALUE=text:Han"])
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        let relations = try #require(try await store.persons.list(ListRequest()).items.first).content.relations
        #expect(Set(relations.map(\.label)) == ["friend", "brother", "spouse"])
    }

    @Test(
        "An edited person round-trips, regardless of the revision of the previous card",
        arguments: ["20200101T000000Z", "20990101T000000Z"])
    func editedCardComesBack(revision: String) async throws {
        let lines = [
            "BDAY;VALUE=text:circa 1800", "EMAIL:A@b.example", "EMAIL;TYPE=HOME:a@b.example", "REV:\(revision)",
        ]
        _ = try await importText(card(["UID:1", "N:Organa;Leia;;;", "FN:Leia Organa"] + lines))
        let leia = try #require(try await store.persons.list(ListRequest()).items.first)
        var person = leia.content
        person.name.middle = "M."
        person.birthday = PartialDate("1999-09-09")
        person.emails.append(Labeled("work", "leia@alderaan.example"))
        _ = try await store.persons.update(leia.id, version: leia.version, to: person)
        for version in CardVersion.allCases {
            #expect(try await importText(out(.asItCame(otherwise: version))).counts == [.same: 1])
            #expect(try await importText(out(.vCard(version))).counts == [.same: 1], "\(version)")
        }
        #expect(try await importText(out(.jCard)).counts == [.same: 1])
    }

    @Test(
        "Randomly edited persons round-trip", .long("random edits in every version"),
        arguments: Soak.sample(CardVersion.allCases, 1))
    func editedAtRandom(version: CardVersion) async throws {
        let count = min(60, try Soak.times(atLeast: 20, byDefault: 5))
        let people = Population(count, seed: 5, duplicateEvery: 0).persons
        let others = Population(count, seed: 6, duplicateEvery: 0).persons
        var writer = CardWriter(.vCard(version))
        for (number, person) in people.enumerated() {
            var card = ContactCard()
            card.person = person
            card.uid = "\(number)"
            _ = writer.write(card)
        }
        #expect(
            try await importText(String(decoding: writer.drain(), as: UTF8.self), .keepBoth).counts == [.new: count])
        var chance = SeededGenerator(seed: 7)
        for (record, other) in zip(try await store.persons.list(ListRequest(by: .created, limit: count)).items, others)
        {
            var person = record.content
            for field in Person.fields where chance.happens(oneIn: 3) { try? field.write(&person, field.read(other)) }
            person.phones += person.phones.map { Labeled("again", $0.value) }
            _ = try await store.persons.update(record.id, version: record.version, to: person)
        }
        for target in CardVersion.allCases {
            #expect(try await importText(out(.vCard(target))).counts == [.same: count], "\(target)")
        }
        #expect(try await importText(out(.asItCame(otherwise: version))).counts == [.same: count])
        #expect(try await importText(out(.jCard)).counts == [.same: count])
    }

    @Test("Edits are kept where a newer card agrees with the previous card")
    func editedHere() async throws {
        let old = [
            "FN:Leia Organa", "TITLE:Pilot", "ORG:Acme;Sales", "TEL;TYPE=HOME:1", "EMAIL:a@x.example", "GENDER:M",
            "BDAY:1977-05-25", "NICKNAME:Lelila", "item1.X-ABDATE:2001-05-04", "item1.X-ABLabel:Boat",
        ]
        _ = try await importText(card(["UID:1", "N:Organa;Leia;;;"] + old))
        let record = try #require(try await store.persons.list(ListRequest()).items.first)
        var person = record.content
        person.name.family = "Solo"
        person.jobTitle = "General"
        person.organization = "Alliance"
        person.phones[0].label = "work"
        person.emails = []
        person.birthday = nil
        person.name.nickname = "Princess"
        person.customFields = []
        person.gender = Gender("F")
        _ = try await store.persons.update(record.id, version: record.version, to: person)
        let newer = card(["UID:1", "N:Organa;Leia;;;"] + old).replacing("TEL;", with: "TEL:2\r\nTEL;")
            .replacing("Lelila", with: "Lel")
        #expect(try await importText(newer, .merge).counts == [.changed: 1])
        person.name.nickname = "Lel"
        person.phones.insert(Labeled("", "2"), at: 0)
        let merged = try #require(try await store.persons.list(ListRequest()).items.first).content
        person.card = merged.card
        #expect(merged == person)
        #expect(try await exported().prefix(2) == ["FN:Leia Solo", "TITLE:General"])
        #expect(try await importText(newer).counts == [.same: 1])
    }

    @Test("A newer card updates the organization, gender, and birthday of an unedited person")
    func editedThere() async throws {
        _ = try await importText(named("FN:Leia", "ORG:Acme;Sales", "GENDER:M", "BDAY:1977-05-25"))
        _ = try await importText(named("FN:Leia", "ORG:Beta;Sales", "GENDER:F", "BDAY;VALUE=text:once"), .merge)
        let person = try #require(try await store.persons.list(ListRequest()).items.first).content
        #expect((person.organization, person.department) == ("Beta", "Sales"))
        #expect(person.gender == Gender("F") && person.customFields == [Labeled("birthday", "once")])
        #expect(person.birthday == nil)
    }

    @Test(
        "Importing the exported card of an edited person changes nothing", .long("30 persons in every version"),
        arguments: CardVersion.allCases)
    func givenOut(version: CardVersion) async throws {
        let count = Soak.isOn ? 30 : 15
        _ = try await store.persons.add(Population(count, seed: 7, duplicateEvery: 0).persons)
        _ = try await importText(
            named(
                "FN:Princess", "FN:Lelila", "EMAIL;TYPE=PREF;X-P=1:leia@x.example", "item1.TEL;TYPE=PREF:+1 555 0100",
                "item1.X-ABLabel:Boat", "X-KIND:location", "PHOTO;VALUE=uri:https://x.example/leia.jpg", "TZ:-05:00"))
        for record in try await store.persons.list(ListRequest(limit: 100)).items {
            var content = record.content
            content.jobTitle = "Pilot"
            _ = try await store.persons.update(record.id, version: record.version, to: content)
        }
        let page = try await store.exports.cards(of: .all, after: nil, limit: 100, withPhotos: true)
        var writer = CardWriter(.vCard(version))
        for card in page.cards { _ = writer.write(card) }
        let report = try await importText(String(decoding: writer.drain(), as: UTF8.self))
        #expect(report.counts == [.same: count + 1], "\(report.cases)")
    }
}
