import Interchange
import Model
import Testing

/// Rows V11 to V19 of Tests/Checklist.md: the content of cards.
@Suite("Card content: checklist rows V11 to V19")
struct CardContentChecklistTests {
    @Test(
        "V11 Unknown, unusual, and reordered properties are written back byte for byte",
        arguments: ["2.1", "3.0", "4.0"])
    func unknown(version: String) throws {
        let lines = [
            "BEGIN:VCARD", "x-First:  two  blanks ", "Tel;type=Cell;X-Odd=\"a;b:c\";TYPE=pref:+1", "VERSION:\(version)",
            "X-JSON:{\"a\":[1,2],\"b\":\"\\\\;\"}", "n:Doe;Jane", "GRP.X-Thing;X-Param=1,2:\u{F712}é", "fn:Jane Doe",
            "X-EMPTY:", "end:vcard",
        ]
        let card = try #require(try CardReadResult(lines.joined(separator: "\n")).cards.first)
        #expect(card.person.card.map { CardText.bytes(of: $0) } == lines.map { Array($0.utf8) })
        let written = CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes
        #expect(String(decoding: written, as: UTF8.self) == lines.map { $0 + "\r\n" }.joined())
    }

    @Test(
        "V12 Partial dates and the dates of timestamps are read and written in every vCard version",
        arguments: [
            ("BDAY:--0412", "--04-12"), ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "--04-12"),
            ("BDAY:1604-04-12", "--04-12"),
            ("BDAY;VALUE=date:1953", "1953"), ("BDAY:1953-10", "1953-10"), ("BDAY:--04", "--04"),
            ("BDAY:---12", "---12"),
            ("BDAY:19531015T231000Z", "1953-10-15"), ("BDAY:1953-10-15T00:00:00+02:00", "1953-10-15"),
            ("BDAY:--02-29", "--02-29"),
            ("BDAY;X-APPLE-OMIT-YEAR=2000:2000-01-02", "--01-02"),
        ])
    func partialDates(line: String, date: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        #expect(card.person.birthday == PartialDate(date))
        #expect(card.warnings == [])
        for version in CardVersion.allCases {
            let there = try CardRoundTrip(card, .vCard(version))
            #expect(there.again.person.birthday == PartialDate(date))
            #expect(there.differences == [])
        }
    }

    @Test("V12 A date given as text becomes a custom field and is written back", arguments: CardVersion.allCases)
    func dateInWords(
        version: CardVersion
    ) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "BDAY;VALUE=text:circa 1800"])
        #expect(card.person.birthday == nil)
        #expect(card.person.customFields == [Labeled("birthday", "circa 1800")])
        #expect(card.warnings == [])
        #expect(try CardRoundTrip(card, .vCard(version)).differences == [])
    }

    @Test(
        "V13 Invalid dates are kept as text with a warning",
        arguments: ["1999-02-29", "2000-04-31", "0000-13-04", "1980-01-01T24:00", "1980-13-01"])
    func impossibleDates(text: String) throws {
        let card = try CardReadResult.card("3.0", ["FN:A", "BDAY:\(text)"])
        #expect(card.person.birthday == nil)
        #expect(card.person.customFields == [Labeled("birthday", text)])
        #expect(card.warnings.map(\.line) == [4])
        #expect(try CardReadResult.person("3.0", "FN:A", "BDAY:2000-02-29").birthday == PartialDate("2000-02-29"))
    }

    @Test(
        "V14 Escapes are decoded from left to right, and the decoded text round-trips",
        arguments: [
            (#"a\,b"#, "a,b"), (#"a\;b"#, "a;b"), (#"a\\b"#, #"a\b"#), (#"a\nb\Nc"#, "a\nb\nc"), ("a,b;c", "a,b;c"),
            (#"a\\;b"#, #"a\;b"#),
            (#"a\\nb"#, #"a\nb"#), (#"a\:b"#, "a:b"), (#"a\xb"#, #"a\xb"#), (#"a\"#, #"a\"#), (#"\\\\"#, #"\\"#),
        ])
    func escapes(written: String, text: String) throws {
        let card = try CardReadResult.card("3.0", ["FN:A", "NOTE:\(written)"])
        #expect(card.notes == [text])
        for version in CardVersion.allCases {
            var new = ContactCard()
            new.person.name.family = text
            new.person.organization = text
            new.person.department = "x" + text
            new.notes = [text]
            new.categories = [text]
            let there = try CardRoundTrip(new, .vCard(version))
            #expect(there.differences == [])
            #expect(there.losses == [])
        }
    }

    @Test("V15 The label of a property group is read with its value and kept after edits") func groups() throws {
        let lines = [
            "N:A;;;;", "item1.TEL:1", "item1.X-ABLabel:_$!<Boat>!$_", "item7.TEL;TYPE=HOME:2",
            "item7.X-ABLabel:_$!<HomeFAX>!$_",
        ]
        var card = try CardReadResult.card("3.0", lines)
        #expect(card.person.phones == [Labeled("Boat", "1"), Labeled("home fax", "2")])
        card.person.phones[0].value = "3"
        card.person.phones.append(Labeled("Yacht", "4"))
        let text = String(decoding: CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes, as: UTF8.self)
        let expected = [
            "BEGIN:VCARD", "VERSION:3.0", "N:A;;;;", "item1.TEL:3", lines[2], lines[3], lines[4], "item8.TEL:4",
            "item8.X-ABLabel:Yacht", "END:VCARD",
        ]
        #expect(text == expected.map { $0 + "\r\n" }.joined())
    }

    @Test(
        "V16 An unusual UID round-trips",
        arguments: ["../../etc/passwd", "a/b", "..", "x\\ny", String(repeating: "u", count: 10_000)]) func uids(
            uid: String
        ) throws
    {
        let card = try CardReadResult.card("3.0", ["FN:A", "UID:\(uid)"])
        #expect(card.uid == uid.replacing("\\n", with: "\n"))
        for version in CardVersion.allCases { #expect(try CardRoundTrip(card, .vCard(version)).again.uid == card.uid) }
        #expect(try CardReadResult.card("4.0", ["FN:A"]).uid == nil)
        #expect(
            try CardReadResult.card("4.0", ["FN:A", "UID:urn:uuid:4b62872a-0000-0000-0000-000000000849"]).uid
                == "4b62872a-0000-0000-0000-000000000849")
    }

    @Test("V17 A line break in a value cannot start a new property", arguments: CardVersion.allCases) func injection(
        version: CardVersion
    ) throws {
        let evil = "x\r\nTEL:666\r\r\nTEL:667\r\nEND:VCARD\r\nBEGIN:VCARD\rFN:Mallory\n:;,\"^"
        var card = ContactCard()
        card.person.name.given = evil
        card.person.name.nickname = evil
        card.person.organization = evil
        card.person.jobTitle = evil
        card.person.emails = [Labeled(evil, evil)]
        card.person.phones = [Labeled(evil, evil)]
        card.person.addresses = [Labeled(evil, PostalAddress(street: evil, country: evil))]
        card.person.urls = [Labeled(evil, evil)]
        card.person.messengers = [Labeled(evil, evil)]
        card.person.relations = [Labeled(evil, evil)]
        card.person.customFields = [Labeled(evil, evil)]
        card.notes = [evil, String(repeating: "END:VCARD ", count: 200) + "é"]
        card.categories = [evil]
        card.uid = evil
        let (bytes, _) = CardRoundTrip.written(card, .vCard(version))
        let reading = try CardReadResult(bytes)
        #expect(reading.cards.count == 1)
        #expect(reading.rejected == [])
        let person = try #require(reading.cards.first).person
        #expect(person.name.given == "x\nTEL:666\n\nTEL:667\nEND:VCARD\nBEGIN:VCARD\nFN:Mallory\n:;,\"^")
        #expect(person.phones.count == 1)
        #expect(person.emails == [Labeled(person.name.given, person.name.given)])
        #expect(!String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").contains("TEL:666"))
    }

    @Test(
        "V18 A missing FN or N is derived but not written back",
        arguments: [
            (["ORG:Acme"], "Acme"), (["N:Doe;Jane;;;"], "Jane Doe"), (["FN:Jane van der Berg"], "Jane van der Berg"),
            (["EMAIL:a@b.example"], "a@b.example"), ([], "(no name)"),
        ]) func madeNames(lines: [String], title: String) throws
    {
        let card = try CardReadResult.card("3.0", lines)
        #expect(card.person.title == title)
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == card.person.card)
        for version in CardVersion.allCases {
            let there = try CardRoundTrip(card, .vCard(version))
            #expect(there.differences == [])
            #expect(there.again.person.name == card.person.name)
        }
    }

    @Test("V19 A future REV is accepted, and a second PRODID and a misplaced VERSION are read with warnings")
    func oddities()
        throws
    {
        let reading = try CardReadResult(
            "BEGIN:VCARD\nPRODID:a\nN:A;;;;\nREV:2999-01-01T00:00:00Z\nPRODID:b\nVERSION:4.0\nEND:VCARD\n")
        let card = try #require(reading.cards.first)
        #expect(card.version == .v40)
        #expect(Set(card.warnings.map(\.line)) == [5, 6])
        #expect(card.person.card.count == 7)
    }

    @Test(
        "V19 A card with a missing or unknown version is written back unchanged, and as valid vCard 3.0 on request",
        arguments: [
            ([], "The card has no VERSION and was read as 3.0."), (["VERSION:"], "no VERSION"),
            (["VERSION:9.9"], "Unknown VERSION “9.9”; the card was read as 3.0."),
            (["VERSION:9.9", "VERSION:x"], "9.9"),
        ])
    func unknownVersion(version: [String], warning: String) throws {
        let lines = ["BEGIN:VCARD"] + version + ["N:;A;;;", "FN:A", "BDAY:19531015T231000Z", "END:VCARD", ""]
        let text = lines.joined(separator: "\r\n")
        var card = try #require(try CardReadResult(text).onlyCard)
        #expect(card.warnings.contains { $0.sentence.contains(warning) })
        #expect(CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes == Array(text.utf8))
        let head = "BEGIN:VCARD\r\nVERSION:3.0\r\n"
        let known = head + "N:;A;;;\r\nFN:A\r\nBDAY:19531015T231000Z\r\nEND:VCARD\r\n"
        #expect(CardRoundTrip.written(card, .vCard(.v30)).bytes == Array(known.utf8))
        card.person.jobTitle = "B"
        let edited = String(decoding: CardRoundTrip.written(card, .vCard(.v30)).bytes, as: UTF8.self)
        #expect(edited == known.replacing("END:", with: "TITLE:B\r\nEND:"))
    }

    @Test("Only the first alternative representation is kept in vCard 3.0, and the loss is reported")
    func alternatives() throws {
        let card = try CardReadResult.card(
            "4.0",
            ["FN:Leia", "TITLE;ALTID=1;LANGUAGE=fr:Patronne", "TITLE;ALTID=1;LANGUAGE=en:Boss", "ROLE;ALTID=2:x"])
        let (bytes, losses) = CardRoundTrip.written(card, .vCard(.v30))
        #expect(
            losses.map(\.sentence) == [
                "vCard 3.0 does not support alternative representations. Only the first TITLE was kept."
            ])
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text.contains("TITLE;LANGUAGE=fr:Patronne\r\n") && !text.contains("Boss") && text.contains("ROLE:x\r\n"))
        #expect(CardRoundTrip.written(card, .vCard(.v40)).losses == [])
    }
}
