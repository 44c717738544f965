import Interchange
import Model
import TestSupport
import Testing
import Text

@Suite("JSContact")
struct JSContactTests {
    private func items(_ bytes: [UInt8], chunk: Int = 1 << 16) throws -> [CardItem] {
        var reader = CardReader(file: "a.jscontact")
        var items: [CardItem] = []
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            reader.feed(bytes[start..<min(start + chunk, bytes.count)])
            while let item = try reader.next() { items.append(item) }
        }
        reader.finish()
        while let item = try reader.next() { items.append(item) }
        return items
    }

    private func cards(_ bytes: [UInt8], chunk: Int = 1 << 16) throws -> [ContactCard] {
        try items(bytes, chunk: chunk).compactMap { if case .card(let card) = $0 { card } else { nil } }
    }

    private func written(_ cards: [ContactCard]) -> [UInt8] {
        var writer = CardWriter(.jsContact)
        for card in cards { _ = writer.write(card) }
        writer.finish()
        return writer.drain()
    }

    private static let leia = #"""
        {"@type": "Card", "version": "1.0", "uid": "22B2C7DF-9120-4969-8460-05956FE6B065", "kind": "individual",
         "updated": "2024-05-04T01:02:03Z",
         "name": {"components": [{"kind": "given", "value": "Leia"}, {"kind": "surname", "value": "Organa"},
            {"kind": "title", "value": "Princess"}], "isOrdered": false},
         "nicknames": {"k1": {"name": "Lele"}},
         "organizations": {"o1": {"name": "Alliance", "units": [{"name": "Command"}]}},
         "titles": {"t1": {"kind": "title", "name": "General", "organizationId": "o1"}},
         "emails": {"e1": {"contexts": {"work": true}, "address": "leia@alderaan.example", "pref": 1},
            "e2": {"address": "leia@hoth.example", "label": "base"}},
         "phones": {"p1": {"features": {"mobile": true, "voice": true}, "number": "tel:+1-555-0100"}},
         "addresses": {"a1": {"contexts": {"private": true}, "components": [{"kind": "number", "value": "1"},
            {"kind": "separator", "value": " "}, {"kind": "name", "value": "Palace"},
            {"kind": "locality", "value": "Aldera"}], "countryCode": "AL"}},
         "onlineServices": {"s1": {"uri": "xmpp:leia@alderaan.example"},
            "s2": {"service": "Mastodon", "uri": "https://hoth.example/@leia"}},
         "anniversaries": {"b": {"kind": "birth", "date": {"year": 1950, "month": 10, "day": 21}}},
         "relatedTo": {"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6": {"relation": {"sibling": true}}},
         "keywords": {"Rebels": true}, "notes": {"n1": {"note": "Brave,\nand kind."}},
         "localizations": {"fr": {"titles/t1/name": "Générale"}}, "example.com:hair": {"color": "brown"},
         "vCardProps": [["x-shoe", {}, "unknown", "38"]]}
        """#

    @Test(
        "Names, email addresses, phone numbers, addresses, and relations with parameters or groups are converted and restored",
        arguments: [
            ["FN;LANGUAGE=de:Ina Test", "N:Test;Ina;;;", "item1.EMAIL:ina@example.org", "item1.X-FOO:1"],
            ["FN;DERIVED=TRUE:Ina Test", "EMAIL;TYPE=x-c;X-A=b:ina@example.org"],
            ["g.FN;TYPE=work;PREF=1:Ina Test", "N;LANGUAGE=de;SORT-AS=T:Test;Ina;;;", "g.X-ABLabel:x"],
            [
                "FN;PID=1.1:Ina Test", "N:Test;Ina;;;", "TEL;LABEL=x;LEVEL=high;CC=de:+1", "g.TEL:+2",
                "g.EMAIL:a@b.example",
            ],
            ["FN:Ina Test", "item1.ADR;TYPE=home;PREF=1:;;Weg 1;Ort;;1;D", "item1.X-ABADR:de", "item1.X-ABLabel:Hof"],
            [
                "FN:Ina Test", "ADR;JSCOMPS=\"s,;10\":;;Weg 12;Ort;;1;D;;;;12;Weg;;;;;;;", "item1.ADR:;;Weg 2;;;;",
                "item1.X-A:1",
            ],
            ["FN:Ina Test", "item1.RELATED;VALUE=text:Berta", "item1.X-ABLabel:_$!<Mother>!$_"],
        ])
    func parameters(lines: [String]) throws {
        let card = try CardReadResult.card("4.0", lines)
        let bytes = written([card])
        let value = try JSONReader.value(of: bytes)
        func count(_ map: String) -> Int { value[map]?.members?.count ?? 0 }
        #expect(value["name"]?["full"] == .string("Ina Test"))
        #expect(count("emails") == card.person.emails.count && count("phones") == card.person.phones.count)
        #expect(count("addresses") == card.person.addresses.count && count("relatedTo") == card.person.relations.count)
        let again = try #require(try cards(bytes).first)
        #expect(Set(again.person.card.map { $0.uppercased() }) == Set(card.person.card.map { $0.uppercased() }))
    }

    @Test("A card is read regardless of the chunk size", arguments: [1, 13, 1 << 16])
    func reading(chunk: Int) throws {
        let card = try #require(try cards(Array(Self.leia.utf8), chunk: chunk).first)
        let person = card.person
        #expect(card.uid == "22B2C7DF-9120-4969-8460-05956FE6B065" && card.warnings == [])
        #expect(person.name.given == "Leia" && person.name.family == "Organa" && person.name.prefix == "Princess")
        #expect(person.name.nickname == "Lele" && person.organization == "Alliance" && person.department == "Command")
        #expect(person.jobTitle == "General" && person.birthday == PartialDate("1950-10-21"))
        #expect(person.emails == [Labeled("work", "leia@alderaan.example"), Labeled("base", "leia@hoth.example")])
        #expect(person.phones.map(\.label) == ["mobile"])
        #expect(person.addresses == [Labeled("home", PostalAddress(street: "1 Palace", locality: "Aldera"))])
        #expect(person.messengers.map(\.value).contains { $0.hasSuffix("leia@alderaan.example") })
        #expect(card.categories == ["Rebels"] && card.notes == ["Brave,\nand kind."])
        #expect(person.card.contains("X-SHOE:38"))
    }

    @Test("Coordinates of postal addresses are read as positions and written as coordinates")
    func coordinates() throws {
        let text = #"""
            {"@type": "Card", "version": "1.0", "uid": "a", "name": {"full": "Ann"}, "addresses": {
             "a1": {"components": [{"kind": "locality", "value": "Köln"}], "coordinates": "geo:50.94,6.96"},
             "a2": {"contexts": {"work": true}, "coordinates": "geo:-33.87,151.21;u=9"}}}
            """#
        let card = try #require(try cards(Array(text.utf8)).first)
        #expect(card.person.card.contains("GEO;TYPE=work:geo:-33.87,151.21;u=9"))
        #expect(card.person.positions == [Labeled("work", "-33.87,151.21")])
        #expect(ContactCard.positionsOfAddresses(in: card.person.card) == [Labeled("", "50.94,6.96")])
        let again = written([card])
        for value in ["geo:50.94,6.96", "geo:-33.87,151.21;u=9"] {
            #expect(String(decoding: again, as: UTF8.self).contains(#""coordinates":"\#(value)""#))
        }
        #expect(Set(try cards(again).first?.person.card ?? []) == Set(card.person.card))
        var new = ContactCard()
        new.person.name.given = "Ann"
        new.person.positions = [Labeled("home", "50.94,6.96")]
        let typed = String(decoding: written([new]), as: UTF8.self)
        #expect(typed.contains(#"{"coordinates":"geo:50.94,6.96","contexts":{"private":true}}"#), "\(typed)")
    }

    @Test("Unknown members are restored when a card is written")
    func unknownMembers() throws {
        let card = try #require(try cards(Array(Self.leia.utf8)).first)
        let bytes = written([card])
        let text = String(decoding: bytes, as: UTF8.self)
        for part in [
            #""organizationId":"o1""#, #""localizations":{"fr":{"titles/t1/name":"Générale"}}"#,
            #""example.com:hair":{"color":"brown"}"#, #"["x-shoe",{},"unknown","38"]"#, #""o1":{"name":"Alliance""#,
            #""service":"Mastodon""#, #""relation":{"sibling":true}"#, #""label":"base""#,
        ] {
            #expect(text.contains(part), "\(part): \(text)")
        }
        #expect(try cards(bytes).map { Set($0.person.card) } == [Set(card.person.card)])
        #expect(try written(cards(bytes)) == bytes)
    }

    @Test("An online service without a URI is read as a profile with the user name")
    func users() throws {
        let text =
            #"{"@type":"Card","version":"1.0","name":{"full":"Ina"},"onlineServices":{"1":{"user":"@ina","service":"X"}}}"#
        let card = try #require(try cards(Array(text.utf8)).first)
        #expect(card.person.profiles == [Labeled("X", "@ina")])
        #expect(String(decoding: written([card]), as: UTF8.self) == text + "\n")
    }

    @Test("A missing given or family name is taken from the full name, and the components remain as written")
    func fullNames() throws {
        for (kind, value) in [("surname", "Test"), ("given", "Ina")] {
            let components = #"[{"kind":"\#(kind)","value":"\#(value)"}]"#
            let text = #"{"@type":"Card","version":"1.0","name":{"full":"Ina Test","components":\#(components)}}"#
            let card = try #require(try cards(Array(text.utf8)).first)
            #expect(card.person.name.given == "Ina" && card.person.name.family == "Test")
            #expect(String(decoding: written([card]), as: UTF8.self) == text + "\n")
        }
    }

    @Test("The values of a vCard round-trip through JSContact")
    func roundTrip() throws {
        let lines = [
            "BEGIN:VCARD", "VERSION:4.0", "UID:rebel-1", "FN:Princess Leia", "N:Organa;Leia;A,B;Princess;",
            "NICKNAME:Lele,Lei",
            "item1.EMAIL;TYPE=home;PREF=1:leia@alderaan.example", "item1.X-ABLabel:palace",
            "TEL;TYPE=cell,voice;VALUE=uri:tel:+1-555-0100",
            "TEL;TYPE=work,fax;X-ODD=\"a,b\":+1 555 0101",
            "ADR;TYPE=home;LABEL=\"Palace 1\\nAldera\":;;Palace 1;Aldera;;1;A",
            "ORG:Alliance;Command", "BDAY:19501021", "ANNIVERSARY:--0504", "DEATHDATE;VALUE=text:later",
            "URL;TYPE=work:https://a.example/?a=1;b=2",
            "IMPP:xmpp:leia@alderaan.example", "SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://hoth.example/@leia",
            "CATEGORIES:Rebels,Royals", "NOTE:Brave\\, and kind\\; really.", "REV:20240504T010203Z", "GENDER:F",
            "PRONOUNS:she/her",
            "RELATED;TYPE=sibling;VALUE=text:Luke", "X-HAIR;TYPE=long:brown",
            "PHOTO:data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==",
            "KEY;MEDIATYPE=text/plain:https://a.example/key", "END:VCARD",
        ]
        let card = ContactCard(lines: lines)
        let bytes = written([card])
        let other = try #require(try cards(bytes).first)
        var (one, two) = (card, other)
        (one.person.card, two.person.card, two.place) = ([], [], nil)
        #expect(one == two)
        let text = String(decoding: bytes, as: UTF8.self)
        for part in [
            #""full":"Princess Leia""#, #"{"kind":"given2","value":"A"}"#, #""features":{"mobile":true,"voice":true}"#,
            #""contexts":{"private":true}"#, #""kind":"wedding","date":{"month":5,"day":4}"#,
            #""keywords":{"Rebels":true,"Royals":true}"#,
            #""updated":"2024-05-04T01:02:03Z""#, #""vCardParams":{"x-odd":"a,b"}"#,
        ] {
            #expect(text.contains(part), "\(part): \(text)")
        }
    }

    @Test("A label does not apply to a vCard property that has a group of the same name")
    func groups() throws {
        let lines = [
            "BEGIN:VCARD", "VERSION:4.0", "FN:Leia", "item1.EMAIL:leia@alderaan.example", "item2.TEL:1",
            "item2.X-ABLabel:palace", "item7.ADR:;;Palace 1;Aldera;;1;A", "END:VCARD",
        ]
        let person = try #require(try cards(written([ContactCard(lines: lines)])).first).person
        #expect(person.emails.map(\.label) == [""] && person.phones.map(\.label) == ["palace"])
    }

    @Test("Several cards are written as an array and read again, and other objects are rejected")
    func lists() throws {
        let cards = try cards(Array("\(Self.leia)\n[\(Self.leia.replacing("Leia", with: "Lei")), \(Self.leia)]".utf8))
        #expect(cards.map(\.person.name.given) == ["Leia", "Lei", "Leia"])
        #expect(try self.cards(written(cards)).map { Set($0.person.card) } == cards.map { Set($0.person.card) })
        #expect(written([]) == Array("[]\n".utf8))
        let items = try items(Array(#"[{"name": {}}, {"@type": "Card", "x": }, {"@type": "Card", "uid": "1"}, {"#.utf8))
        let reasons = items.compactMap { if case .rejected(let item) = $0 { item.reason.description } else { nil } }
        #expect(reasons.count == 3 && items.count == 4, "\(reasons)")
        #expect(reasons.first == "This object is not a JSContact card (RFC 9553).")
        #expect(reasons.last == "The file ends within this card.")
    }

    @Test(
        "A member whose path is too deep or already in use is kept as a vCard property",
        .long("a path of 200,000 members"))
    func restoredPaths() throws {
        let deep = String(repeating: "a/", count: try Soak.times(atLeast: 200_000, byDefault: 5_000)) + "a"
        var card = ContactCard()
        card.person.card = [
            "BEGIN:VCARD", "VERSION:4.0", "FN:Leia", "EMAIL;PROP-ID=1:leia@alderaan.example",
            "JSPROP;JSPTR=\(deep):1", #"JSPROP;JSPTR=emails/1:{"address":"leia@hoth.example"}"#, "END:VCARD",
        ]
        card = ContactCard(lines: card.person.card)
        let again = try #require(try cards(written([card])).first)
        #expect(Set(again.person.card) == Set(card.person.card))
    }

    @Test("A date in another calendar is kept unchanged")
    func calendars() throws {
        let date = #"{"@type":"PartialDate","calendarScale":"hebrew","year":5744,"month":1,"day":1}"#
        let text = #"{"@type":"Card","version":"1.0","uid":"1","anniversaries":{"1":{"kind":"birth","date":\#(date)}}}"#
        let cards = try cards(Array(text.utf8))
        #expect(cards.first?.person.birthday == nil)
        #expect(String(decoding: written(cards), as: UTF8.self).contains(#""calendarScale":"hebrew""#))
    }

    @Test("The format is detected from the contents")
    func detection() {
        for text in [Self.leia, "[\n \(Self.leia)]"] {
            #expect(ImportFormatDetection.contents(of: "a.json", beginning: Array(text.utf8)) == .cards)
        }
        let archive = #"{"almanac": 1}"#
        #expect(ImportFormatDetection.contents(of: "a.json", beginning: Array(archive.utf8)) == .archive)
    }

    /// Components that the vCard properties N, ADR, and ORG express only in part.
    private static let structured = #"""
        {"@type":"Card","version":"1.0","uid":"1","name":{"components":[{"kind":"given","value":"Vincent",
        "phonetic":"v","example.com:hue":"red"},{"kind":"separator","value":"-"},{"kind":"surname","value":"van Gogh"},
        {"kind":"surname2","value":"Carbentus"},{"kind":"generation","value":"III"}],"isOrdered":true,
        "defaultSeparator":" ","phoneticSystem":"ipa"},
        "organizations":{"o1":{"name":"Alliance","units":[{"name":"Command","sortAs":"K"}],"label":"base"}},
        "addresses":{"1":{"components":[{"kind":"number","value":"54321"},{"kind":"separator","value":" "},
        {"kind":"name","value":"Oak St"},{"kind":"floor","value":"3","x":1}],"isOrdered":true,"contexts":{"work":true}}},
        "emails":{"1":{"address":"a@example.com","example.com:since":2001}}}
        """#

    @Test("Members of components and units are restored when a card is written")
    func structures() throws {
        let card = try #require(try cards(Array(Self.structured.utf8)).first)
        #expect(card.person.card.contains("FN:Vincent-van Gogh Carbentus III"))
        let bytes = written([card])
        let text = String(decoding: bytes, as: UTF8.self)
        for part in [
            #""example.com:hue":"red""#, #"{"kind":"separator","value":"-"},{"kind":"surname","value":"van Gogh"}"#,
            #"{"kind":"surname2","value":"Carbentus"}"#, #""isOrdered":true,"defaultSeparator":" ""#,
            #""units":[{"name":"Command","sortAs":"K"}]"#, #"{"kind":"floor","value":"3","x":1}"#,
            #""example.com:since":2001"#,
        ] {
            #expect(text.contains(part), "\(part): \(text)")
        }
        #expect(!text.contains("vCardProps"))
        #expect(try cards(bytes).map { Set($0.person.card) } == [Set(card.person.card)])
        #expect(try written(cards(bytes)) == bytes)
    }

    @Test(
        "The order of name components is kept if isOrdered is true",
        arguments: [
            (#"{"kind":"surname","value":"Vo"},{"kind":"given","value":"An"}"#, true, true),
            (#"{"kind":"surname","value":"Vo"},{"kind":"given","value":"An"}"#, false, false),
            (#"{"kind":"given","value":"An"},{"kind":"surname","value":"Vo"}"#, true, true),
        ])
    func order(components: String, isOrdered: Bool, isKept: Bool) throws {
        let json = """
            {"@type":"Card","version":"1.0","uid":"1","name":{"components":[\(components)],"isOrdered":\(isOrdered)}}
            """
        let card = try #require(try cards(Array(json.utf8)).first)
        #expect(card.person.name.given == "An" && card.person.name.family == "Vo")
        let text = String(decoding: written([card]), as: UTF8.self)
        #expect(text.contains(#""isOrdered":true"#) == isKept, "\(text)")
        #expect(!isKept || text.contains(components), "\(text)")
    }

    @Test("The original components of an edited name or postal address are kept as vCard properties")
    func editedStructures() throws {
        let card = try #require(try cards(Array(Self.structured.utf8)).first)
        let lines = card.person.card.map {
            $0.hasPrefix("N:") ? "N:Gogh;Theo;;;" : $0.hasPrefix("ADR") ? "ADR;PROP-ID=1:;;Elm St;;;;" : $0
        }
        let bytes = written([ContactCard(lines: lines)])
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""components":[{"kind":"surname","value":"Gogh"},{"kind":"given","value":"Theo"}]"#))
        #expect(text.contains(#""components":[{"kind":"name","value":"Elm St"}]"#), "\(text)")
        #expect(try cards(bytes).map { Set($0.person.card) } == [Set(lines)])
    }

    @Test("An unknown member of a deleted object is not added to another object")
    func deletedObjects() throws {
        let card = try #require(try cards(Array(Self.structured.utf8)).first)
        let lines = card.person.card.map { $0.hasPrefix("EMAIL") ? "EMAIL:b@example.com" : $0 }
        let bytes = written([ContactCard(lines: lines)])
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""emails":{"2":{"address":"b@example.com"}}"#), "\(text)")
        let again = try #require(try cards(bytes).first).person.card
        #expect(again.contains(#"JSPROP;JSPTR="emails/1/example.com:since":2001"#))
        #expect(again.contains { $0.hasSuffix(":b@example.com") })
    }

    @Test("A restored member is not nested more deeply than the reader accepts")
    func depth() throws {
        let value = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
        let card = ContactCard(lines: [
            "BEGIN:VCARD", "VERSION:4.0", "FN:Leia", "JSPROP;JSPTR=a:\(value)", "JSPROP;JSPTR=c/d/e/f:\(value)",
            "END:VCARD",
        ])
        let again = try #require(try cards(written([card])).first)
        #expect(Set(again.person.card) == Set(card.person.card))
    }
}
