import Interchange
import Model
import TestSupport
import Testing
import Text

@Suite("Reading and writing contacts in CSV")
struct ContactTablePropertyTests {
    /// Strings that contain special characters of CSV.
    private static let awkward = [
        "plain", " blanks ", "a,b;c\td|e", "\"quoted\"", "line\nend", "cr\rlf\r\nend", "=1", "'=1", "+33 1", "* star",
        "\\* star",
        " ::: ", "a ::: b", "a \\::: b", ":::", "::::::", "\\", "é👩‍👩‍👧", "\u{FEFF}bom", "*", "0/0/00", "x@y.example", "-",
        "'",
    ]

    private static func card(_ chance: inout SeededGenerator) -> ContactCard {
        func text(_ chance: inout SeededGenerator) -> String {
            chance.happens(oneIn: 2) ? chance.pick(awkward) : chance.pick(awkward) + chance.pick(awkward)
        }
        func values(_ chance: inout SeededGenerator) -> [Labeled<String>] {
            (0..<chance.number(below: 4)).map { _ in
                Labeled(chance.happens(oneIn: 3) ? "" : text(&chance), text(&chance))
            }
        }
        var card = ContactCard()
        // Names are read without leading and trailing whitespace.
        let names: [WritableKeyPath<Person, String>] = [
            \.name.prefix, \.name.given, \.name.middle, \.name.family, \.name.suffix, \.name.nickname, \.name.phonetic,
        ]
        for path in names where chance.happens(oneIn: 2) { card.person[keyPath: path] = text(&chance).trimmed }
        let others: [WritableKeyPath<Person, String>] = [\.organization, \.department, \.jobTitle]
        for path in others where chance.happens(oneIn: 2) { card.person[keyPath: path] = text(&chance) }
        let dates = ["1977-05-25", "--05-25", "1977", "1977-05", "--05", "---25"]
        if chance.happens(oneIn: 2) { card.person.birthday = PartialDate(chance.pick(dates)) }
        if chance.happens(oneIn: 2) { card.person.anniversary = PartialDate(chance.pick(dates)) }
        card.person.emails = values(&chance)
        card.person.phones = values(&chance)
        card.person.urls = values(&chance)
        card.person.messengers = values(&chance)
        card.person.relations = values(&chance)
        card.person.customFields = values(&chance)
        card.person.addresses = (0..<chance.number(below: 3)).map { _ in
            Labeled(
                text(&chance), PostalAddress(street: text(&chance), locality: text(&chance), country: text(&chance)))
        }
        card.notes = (0..<chance.number(below: 3)).map { _ in text(&chance) }
        card.categories = (0..<chance.number(below: 3)).map { _ in text(&chance) }
        if chance.happens(oneIn: 2) { card.uid = text(&chance) }
        card.person.standardizeValues()
        return card
    }

    @Test(.long("random contacts")) func `Contacts with random special characters round-trip`() throws {
        var chance = SeededGenerator(seed: 11)
        let cards = (0..<(try Soak.times(atLeast: 1000, byDefault: 60))).map { _ in Self.card(&chance) }
        let bytes = writeTable(cards)
        for size in [1 << 16, 1000] {
            let (read, rejected) = try readTable(bytes, inChunksOf: size)
            #expect(rejected == [] && read.count == cards.count)
            for (card, again) in zip(cards, read) {
                #expect(again.person == card.person)
                #expect(again.notes == card.notes && again.categories == card.categories && again.uid == card.uid)
                #expect(again.warnings == [])
            }
        }
        #expect(try writeTable(readTable(bytes).cards) == bytes)
    }

    @Test(.long("500 contacts")) func `A generated population round-trips`() throws {
        let cards = Population(try Soak.times(atLeast: 500, byDefault: 100)).persons.map { person in
            var card = ContactCard()
            card.person = person
            card.person.card = []
            return card
        }
        #expect(try readTable(writeTable(cards)).cards.map(\.person) == cards.map(\.person))
    }

    @Test func `Data omitted from the table is reported`() throws {
        var card = ContactCard()
        card.person.name.given = "Leia"
        card.photo = try? Photo(bytes: Array("GIF89a".utf8))
        card.planet = "Alderaan"
        card.person.card = [
            "BEGIN:VCARD", "VERSION:3.0", "PRODID:x", "REV:20200101T000000Z", "FN:Leia", "N:;Leia;;;", "GEO:1;2",
            "X-FOO:bar", "ROLE:Princess", "X-FOO:baz", "END:VCARD",
        ]
        var writer = ContactCSVWriter(ContactCSVLayout())
        let losses = writer.write(card).losses
        #expect(losses.map(\.property) == ["PHOTO", "X-ALMANAC-PLANET", "X-FOO"])
        #expect(losses.last?.sentence == "Not included in CSV: X-FOO.")
    }

    @Test("No input crashes the reader, and the chunk size does not affect the result", .long("random inputs"))
    func noise() throws {
        var chance = SeededGenerator(seed: 5)
        let pieces = [
            "First Name", ",", ";", "\"", "\n", "\r", "\r\n", "a", "\t", "@b.example", "\u{0}", "é", " ::: ", "* ",
            "'=",
        ]
        for _ in 0..<(try Soak.times(atLeast: 3000, byDefault: 300)) {
            let text = (0..<chance.number(below: 40)).map { _ in chance.pick(pieces) }.joined()
            var bytes = Array(text.utf8)
            if chance.happens(oneIn: 3), !bytes.isEmpty { bytes[chance.number(below: bytes.count)] = 0xFC }
            do {
                let whole = try readTable(bytes)
                let parts = try readTable(bytes, inChunksOf: 1)
                #expect(whole.cards == parts.cards && whole.rejected == parts.rejected)
            } catch is SourceProblem {}
        }
    }
}
