import Interchange
import Model
import TestSupport
import Testing

@Suite("The content of an imported card is preserved")
struct PreservationTests {
    /// Edits to individual fields, with the names of the properties that each edit may affect.
    private static let edits: [(name: String, lines: [String], change: @Sendable (inout ContactCard) -> Void)] = [
        ("title", ["TITLE"], { $0.person.jobTitle = "Senator" }),
        ("birthday", ["BDAY"], { $0.person.birthday = PartialDate("--01-02") }),
        ("given name", ["N", "FN"], { $0.person.name.given = "Léïa" }),
        ("nickname", ["NICKNAME", "X-ANDROID-CUSTOM"], { $0.person.name.nickname = "Lelila" }),
        ("organization", ["ORG"], { $0.person.organization = "Alliance; Inc" }),
        (
            "e-mail", ["EMAIL"],
            { card in card.person.emails = [Labeled("", "new@example.org")] + card.person.emails.dropFirst() }
        ),
        ("phone", ["TEL"], { $0.person.phones.append(Labeled("mobile", "+1")) }),
        ("no phones", ["TEL", "X-ABLABEL"], { $0.person.phones = [] }),
        ("note", ["NOTE"], { $0.notes = ["Zwei\nZeilen"] }),
        ("groups", ["CATEGORIES"], { $0.categories.append("Neu") }),
        ("photo", ["PHOTO"], { $0.photo = nil }),
    ]

    @Test(
        .long("every edit of every card of the corpus"),
        .enabled(if: Corpus.isPresent, "../shared/data/vcards is missing"))
    func `An edit changes only the lines of the edited values`() throws {
        for file in Soak.sample(Corpus.files.filter({ $0.hasSuffix(".vcf") }), 10) {
            for card in try CardReadResult(try Corpus.bytes(file)).cards where card.group == nil {
                for edit in Self.edits { try check(edit.name, edit.lines, edit.change, on: card, in: file) }
            }
        }
    }

    @Test(
        "A line that starts with spaces stays a separate line",
        arguments: [
            "BDAY:1980-04-12\r\n\r\n   /9j/4AAQ\r\n", "N:B\r\n\r\n  x\r\n\r\n",
            "PHOTO;BASE64:\r\nAAAA\r\n\r\n  BBBB\r\n",
            "NOTE;ENCODING=QUOTED-PRINTABLE:one =\r\n  two\r\n",
        ])
    func blanks(lines: String) throws {
        let text = "BEGIN:VCARD\r\nVERSION:2.1\r\nFN:A\r\n\(lines)END:VCARD\r\n"
        let card = try #require(try CardReadResult(Array(text.utf8)).cards.first)
        let bytes = CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test("Spaces before the first line of a card are kept")
    func blankBegin() throws {
        let text = "  BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n"
        let card = try #require(try CardReadResult(text).onlyCard)
        #expect(String(decoding: CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes, as: UTF8.self) == text)
    }

    @Test(
        "A card that contains folded or continued delimiter lines round-trips",
        arguments: [
            "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:B\r\nEND:VCARD\r\n  X-A:1\r\n", " X-A:1\r\n", "EN\r\n D:VCARD\r\n",
            "E\r\n ND:VEVENT\r\n", "\r\n END:VCARD\r\n", "BEGIN:\r\n\t VCARD\r\n", "END\r\n  :VCARD\r\n",
        ])
    func marks(lines: String) throws {
        let text = "BEGIN:VCARD\r\n\(lines)VERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n"
        let card = try #require(try CardReadResult(Array(text.utf8)).onlyCard)
        let bytes = CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes
        let again = try #require(try CardReadResult(bytes).onlyCard, "\(String(decoding: bytes, as: UTF8.self))")
        #expect(again.person.card == card.person.card)
    }

    @Test(
        "An unchanged card is written byte for byte, and a changed card differs only in the changed lines",
        arguments: [
            ("4.0", ["FN:A", "UID:urn:uuid:b8767877-b4a1-4c70-9acc-505d3819e519", "REV:20200101T000000Z"]),
            ("3.0", ["N:A", "UID:a\\nb\\,c"]), ("3.0", ["N:A", "UID;X-A=\"a:b\":di-uid"]),
            ("3.0", ["N:A", "UID:  x1"]),
            ("2.1", ["N:A", "UID;ENCODING=QUOTED-PRINTABLE:ed=2Duid"]),
            ("2.1", ["N:A", "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "N:B", "UID:inner", "END:VCARD"]),
            ("2.1", ["N:A", "X-A;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:call =", "the doctor: +1 555 911=0D=0A"]),
            ("2.1", ["N:A", "KEY;PGP;ENCODING=BASE64:", "AAAA", "BBBB", ""]),
            ("4.0", ["FN:A", "KEY:data:application/pgp-keys;base64,AAAA", "GEO:geo:1,2"]),
            ("3.0", ["N:A", "item1.X-C;X-P=1:1", "item1.X-D;X-Q=2:b", "item1.X-ABLabel:Boat"]),
            ("4.0", ["FN:A", "N:García;José;Luis;;;López;Jr."]), ("4.0", ["FN;LANGUAGE=en:A", "FN;LANGUAGE=ja:B"]),
            ("4.0", ["FN:A", "ADR;LABEL=\"a^nb\":;;1 Main St;Town;;;;room 1;2;3;4;5;6;7;8;9;10;11"]),
            ("3.0", ["N:A", "URL:http://x.example/?q="]), ("3.0", ["N:A", "KEY;ENCODING=b:AAAA/w=="]),
            ("3.0", ["N:A", "CATEGORIES:friends,FRIENDS", "X-ALMANAC-PLANET:Tatooine"]),
            ("4.0", ["FN:A", "GENDER:male", "GENDER:F", "DEATHDATE:yesterday", "LANG:German", "BDAY;VALUE=text:once"]),
            ("4.0", ["FN:A", "CLIENTPIDMAP:1;urn:uuid:53e374d9-337e-4727-8803-a1e9c14e0556", "X-N;VALUE=integer:5"]),
        ])
    func oddCards(version: String, lines: [String]) throws {
        let card = try CardReadResult.card(version, lines)
        let bytes = CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes
        let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
        #expect(String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "") == all.joined(separator: "\r\n"))
        for edit in Self.edits { try check(edit.name, edit.lines, edit.change, on: card, in: "\(lines)") }
    }

    private func check(
        _ name: String, _ prefixes: [String], _ change: (inout ContactCard) -> Void, on card: ContactCard,
        in file: String
    ) throws {
        var edited = card
        change(&edited)
        edited.revised = Timestamp(rawValue: "2026-11-21T18:00:00.000Z")
        let there = try CardRoundTrip(edited, .asItCame(otherwise: .v40))
        #expect(there.differences == [], "\(file): \(name)")
        let names = prefixes + ["REV"]
        #expect(Self.others(there.again.person.card, names) == Self.others(card.person.card, names), "\(file): \(name)")
    }

    /// Returns the properties except those with the given names, including their continuation lines.
    private static func others(_ lines: [String], _ names: [String]) -> [String] {
        var properties: [String] = []
        var isOpen = false
        for line in lines {
            if line.isEmpty {
                isOpen = false
                continue
            }
            if isOpen || !line.contains(":") && !properties.isEmpty {
                properties[properties.count - 1] += line
            } else {
                properties.append(line)
            }
            isOpen = line.hasSuffix("=") && (properties.last ?? "").uppercased().contains("QUOTED-PRINTABLE")
        }
        return properties.filter { line in
            let head = line.prefix { $0 != ":" && $0 != ";" }.split(separator: ".").last.map { $0.uppercased() } ?? ""
            return !names.contains(head)
        }
    }

    @Test(
        "An additional value does not replace a removed value",
        arguments: [
            ["TITLE:Boss", "TITLE:Clerk", "TITLE:Poet"], ["TITLE:Boss", "TITLE;ALTID=1:Chef", "TITLE;ALTID=1:Patron"],
            ["BDAY:19800203", "BDAY:19700101", "BDAY:19600101"],
            ["ANNIVERSARY:20010203", "ANNIVERSARY:20020203"], ["ORG:Acme;Sales", "ORG:Beta;Legal"],
            ["NICKNAME:Red", "NICKNAME:Blue"],
        ])
    func oneOfSeveral(lines: [String]) throws {
        var card = try CardReadResult.card("4.0", ["FN:A", "N:A;;;;"] + lines)
        card.person.jobTitle = ""
        card.person.birthday = nil
        card.person.anniversary = nil
        (card.person.organization, card.person.department) = ("", "")
        card.person.name.nickname = ""
        let bytes = CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes
        var again = try #require(try CardReadResult(bytes).onlyCard)
        again.person.card = card.person.card
        #expect(again.person == card.person, "\(String(decoding: bytes, as: UTF8.self))")
    }

    @Test func `REV is updated only after a change`() throws {
        var card = try CardReadResult.card("3.0", ["N:A;;;;", "FN:A", "REV:2012-03-05T13:32:54Z"])
        card.revised = Timestamp(rawValue: "2026-11-21T18:00:00.123Z")
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == card.person.card)
        card.person.jobTitle = "x"
        let lines = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(
            lines == [
                "BEGIN:VCARD", "VERSION:3.0", "N:A;;;;", "FN:A", "REV:2026-11-21T18:00:00Z", "TITLE:x", "END:VCARD",
            ])
    }

    @Test func `Editing the title preserves the version, a birthday without a year, and a photo URL`() throws {
        var card = try CardReadResult.card(
            "4.0", ["FN:A", "BDAY:--0412", "TITLE:x", "PHOTO:https://example.org/a.jpg"])
        card.person.jobTitle = "y"
        let text = String(decoding: CardRoundTrip.written(card, .asItCame(otherwise: .v30)).bytes, as: UTF8.self)
        let lines = ["BEGIN:VCARD", "VERSION:4.0", "FN:A", "BDAY:--0412", "TITLE:y", "PHOTO:https://example.org/a.jpg"]
        #expect(text == (lines + ["END:VCARD", ""]).joined(separator: "\r\n"))
    }

    @Test(.long("random cards"), arguments: CardVersion.allCases)
    func `Generated cards round-trip`(version: CardVersion) throws {
        let count = try Soak.times(atLeast: 100, byDefault: 8)
        var cards = RandomCards(seed: 42)
        for number in 0..<count {
            let card = cards.next(number)
            let there = try CardRoundTrip(card, .vCard(version))
            #expect(there.differences == [])
            #expect(there.again.person.content == card.person.content)
            let converted = try CardRoundTrip(there.again, .vCard(version == .v40 ? .v21 : .v40))
            #expect(converted.differences == [])
            #expect(converted.again.person.content == card.person.content)
        }
    }

    @Test(.long("random cards")) func `Generated cards round-trip as jCard`() throws {
        let count = try Soak.times(atLeast: 100, byDefault: 8)
        var cards = RandomCards(seed: 43)
        var writer = CardWriter(.jCard)
        let all = (0..<count).map { cards.next($0) }
        for card in all { #expect(writer.write(card).losses == []) }
        writer.finish()
        let read = try CardReadResult(writer.drain(), chunk: 1_000)
        #expect(read.rejected == [])
        #expect(read.cards.count == all.count)
        for (one, other) in zip(all, read.cards) {
            #expect(other.person.content == one.person.content)
            #expect(other.notes == one.notes)
            #expect(other.photo == one.photo)
        }
    }
}

extension Person {
    /// The person without the card lines.
    var content: Person {
        var person = self
        person.card = []
        return person
    }
}

@Suite("Detached photo lines")
struct DetachedPhotoTests {
    private static let photo = try? Photo(
        bytes: [0xFF, 0xD8, 0xFF] + (0..<3_000).map { UInt8(truncatingIfNeeded: $0 * $0) })

    /// Returns a card whose base64 photo has a separator before every `width` characters.
    private func text(_ version: CardVersion, separator: String, every width: Int) throws -> String {
        var card = ContactCard()
        card.person.name.given = "A"
        card.photo = Self.photo
        let bytes = CardRoundTrip.written(card, .vCard(version)).bytes
        let unfolded = String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "")
        return unfolded.split(separator: "\r\n", omittingEmptySubsequences: false).map { line -> String in
            guard line.hasPrefix("PHOTO"), let start = line.lastIndex(where: { $0 == ":" || $0 == "," }) else {
                return String(line)
            }
            var rest = line[line.index(after: start)...]
            var result = String(line[...start])
            while !rest.isEmpty {
                result += separator + rest.prefix(width)
                rest = rest.dropFirst(width)
            }
            return result
        }.joined(separator: "\r\n")
    }

    @Test(arguments: CardVersion.allCases, ["", "\r\n ", "\r\n    ", "\r\n"])
    func `A detached photo line is restored when the card is written`(
        version: CardVersion, separator: String
    ) throws {
        if version != .v21, separator == "\r\n" { return }
        let text = try text(version, separator: separator, every: 72)
        var card = try #require(try CardReadResult(text).cards.first)
        #expect(card.photo == Self.photo)
        #expect(card.person.card.allSatisfy { $0.utf8.count < 200 })
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [])
        let unfolded = String(decoding: there.bytes, as: UTF8.self).replacing("\r\n ", with: "")
        #expect(unfolded == text.replacing("\r\n ", with: ""))
        for other in CardVersion.allCases { #expect(try CardRoundTrip(card, .vCard(other)).again.photo == Self.photo) }

        let line = try #require(card.person.card.firstIndex { $0.hasPrefix("PHOTO") })
        card.person.card.insert(card.person.card[line].replacing("3003", with: "3004"), at: line)
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).bytes == there.bytes)

        card.photo = try? Photo(bytes: [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 1, 2, 3])
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.photo == card.photo)
        card.photo = nil
        let without = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again
        #expect(without.photo == nil)
        #expect(!without.person.card.contains { $0.hasPrefix("PHOTO") })
    }

    @Test func `A forged photo mark is treated as ordinary text`() throws {
        let line = "NOTE:\u{F6FF}3 0 0 abc "
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        #expect(card.notes == ["\u{F6FF}3 0 0 abc "])
        #expect(CardText.bytes(of: card.person.card[3]) == Array(line.utf8))
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.notes == card.notes)
    }
}
