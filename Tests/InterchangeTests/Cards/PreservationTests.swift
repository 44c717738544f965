import Interchange
import Model
import TestSupport
import Testing

@Suite("What a card came with stays")
struct PreservationTests {
    /// One change of each field, and the beginnings of the lines that may differ for it.
    private static let edits: [(name: String, lines: [String], change: @Sendable (inout ContactCard) -> Void)] = [
        ("title", ["TITLE"], { $0.person.jobTitle = "Senator" }),
        ("birthday", ["BDAY"], { $0.person.birthday = PartialDate("--01-02") }),
        ("given name", ["N", "FN"], { $0.person.name.given = "Léïa" }),
        ("nickname", ["NICKNAME", "X-ANDROID-CUSTOM"], { $0.person.name.nickname = "Lelila" }),
        ("organization", ["ORG"], { $0.person.organization = "Alliance; Inc" }),
        (
            "e-mail", ["EMAIL"],
            { card in card.person.emails = [Labelled("", "new@example.org")] + card.person.emails.dropFirst() }
        ),
        ("phone", ["TEL"], { $0.person.phones.append(Labelled("mobile", "+1")) }),
        ("no phones", ["TEL", "X-ABLABEL"], { $0.person.phones = [] }),
        ("note", ["NOTE"], { $0.notes = ["Zwei\nZeilen"] }),
        ("groups", ["CATEGORIES"], { $0.categories.append("Neu") }),
        ("photo", ["PHOTO"], { $0.photo = nil }),
    ]

    @Test(.enabled(if: Corpus.isPresent, "there is no ../shared/data/vcards beside the repository"))
    func anEditTouchesItsOwnLinesOnly() throws {
        for file in Corpus.files where file.hasSuffix(".vcf") {
            for card in try CardReading(try Corpus.bytes(file)).cards where card.group == nil {
                for edit in Self.edits { try check(edit.name, edit.lines, edit.change, on: card, in: file) }
            }
        }
    }

    private func check(
        _ name: String, _ prefixes: [String], _ change: (inout ContactCard) -> Void, on card: ContactCard,
        in file: String
    ) throws {
        var edited = card
        change(&edited)
        edited.revised = Timestamp(rawValue: "2026-11-21T18:00:00.000Z")
        let there = try FixedPoint(edited, .asItCame(otherwise: .v40))
        #expect(there.differences == [], "\(file): \(name)")
        let names = prefixes + ["REV"]
        #expect(Self.others(there.again.person.card, names) == Self.others(card.person.card, names), "\(file): \(name)")
    }

    /// The properties that have none of the names; quoted-printable and base64 go on until they end.
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

    @Test func revisionFollowsAChangeOnly() throws {
        var card = try CardReading.card("3.0", ["N:A;;;;", "FN:A", "REV:2012-03-05T13:32:54Z"])
        card.revised = Timestamp(rawValue: "2026-11-21T18:00:00.123Z")
        #expect(try FixedPoint(card, .asItCame(otherwise: .v40)).again.person.card == card.person.card)
        card.person.jobTitle = "x"
        let lines = try FixedPoint(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(
            lines == [
                "BEGIN:VCARD", "VERSION:3.0", "N:A;;;;", "FN:A", "REV:2026-11-21T18:00:00Z", "TITLE:x", "END:VCARD",
            ])
    }

    @Test func aYearlessBirthdaySurvivesTheEditOfATitle() throws {
        var card = try CardReading.card("4.0", ["FN:A", "BDAY:--0412", "TITLE:x", "PHOTO:https://example.org/a.jpg"])
        card.person.jobTitle = "y"
        let text = String(decoding: FixedPoint.written(card, .asItCame(otherwise: .v30)).bytes, as: UTF8.self)
        #expect(
            text
                == "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nBDAY:--0412\r\nTITLE:y\r\nPHOTO:https://example.org/a.jpg\r\nEND:VCARD\r\n"
        )
    }

    @Test(arguments: CardVersion.allCases) func generatedCardsAreFixedPoints(version: CardVersion) throws {
        let count = try Soak.times(else: 200)
        var cards = RandomCards(seed: 42)
        for number in 0..<count {
            let card = cards.next(number)
            let there = try FixedPoint(card, .vCard(version))
            #expect(there.differences == [])
            #expect(there.again.person.content == card.person.content)
            let converted = try FixedPoint(there.again, .vCard(version == .v40 ? .v21 : .v40))
            #expect(converted.differences == [])
            #expect(converted.again.person.content == card.person.content)
        }
    }

    @Test func generatedCardsAreFixedPointsAsJSON() throws {
        let count = try Soak.times(else: 200)
        var cards = RandomCards(seed: 43)
        var writer = CardWriter(.jCard)
        let all = (0..<count).map { cards.next($0) }
        for card in all { #expect(writer.write(card) == []) }
        writer.finish()
        let read = try CardReading(writer.drain(), chunk: 1_000)
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
    /// Without the lines.
    var content: Person {
        var person = self
        person.card = []
        return person
    }
}
