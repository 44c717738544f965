import Interchange
import Model
import Testing

@Suite("Cards in unusual forms")
struct UnusualCardTests {
    private static let lowercase =
        "begin:vcard\nversion:3.0\nn:Doe;John;;;\nfn:John Doe\nemail;type=work:a@b\nend:vcard\n"

    @Test(arguments: [true, false], [1, 7, 65_536])
    func `A UTF-16 card with lowercase names and no byte-order mark is read`(isBigEndian: Bool, chunk: Int) throws {
        let bytes = Self.lowercase.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
            return isBigEndian ? [high, low] : [low, high]
        }
        let card = try #require(try CardReadResult(bytes, chunk: chunk).onlyCard)
        #expect(card.person.title == "John Doe" && card.person.emails == [Labeled("work", "a@b")])
        #expect(card.warnings == [])
    }

    @Test(arguments: [1, 65_536])
    func `Lines that end with CR are read`(chunk: Int) throws {
        let text = Self.lowercase.replacing("\n", with: "\r")
        #expect(try CardReadResult(text, chunk: chunk).onlyCard?.person.title == "John Doe")
    }

    @Test("An agent that continues after BEGIN:VCARD is read as text, and the next END:VCARD ends the outer card")
    func agentWithText() throws {
        let card = "BEGIN:VCARD\nVERSION:2.1\nN:Doe\nAGENT:BEGIN:VCARD\n X\nEND:VCARD\n"
        let read = try CardReadResult(card + "BEGIN:VCARD\nVERSION:2.1\nN:Roe\nEND:VCARD\n")
        #expect(read.cards.map(\.person.name.family) == ["Doe", "Roe"] && read.rejected.isEmpty)
        let nested = card.replacing(" X\n", with: "N:Agent\nEND:VCARD\n")
        #expect(try CardReadResult(nested + nested).cards.map(\.person.name.family) == ["Doe", "Doe"])
    }

    @Test(
        "An agent’s card can be folded into the value",
        arguments: [
            "AGENT:BEGIN:VCARD\\nVERSION:3.0\\nFN:Su\n san\\nEMAIL\\;TYPE=work:s@x\\nEND:VCARD\\n\n",
            "AGENT:\n BEGIN:VCARD\n VERSION:2.1\n N:Susan\n END:VCARD\n",
            "AGENT:BEGIN:VCARD\n VERSION:2.1\n N:Susan\n END:VCARD\n", "AGENT:BEGIN:VCARD\n \n  X\n",
        ])
    func foldedAgent(agent: String) throws {
        let text = "BEGIN:VCARD\nVERSION:3.0\nFN:A\nN:A;;;;\n\(agent)TEL:1\nEND:VCARD\n"
        let card = try #require(try CardReadResult(text).onlyCard)
        #expect(card.person.title == "A" && card.person.phones == [Labeled("", "1")])
        let unfolded = text.replacing("\n ", with: "").split(separator: "\n").map(String.init)
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == unfolded)
        if agent.contains("FN:") { #expect(card.person.relations == [Labeled("agent", "Susan")]) }
    }

    @Test(arguments: ["TEL:1\n", "TEL:1", "KEY;ENCODING=b:AAAA\n"])
    func `The last card of a file is read even if its end is missing`(last: String) throws {
        let card = "BEGIN:VCARD\nVERSION:3.0\nN:B;;;;\nFN:B\n"
        let result = try CardReadResult(Self.lowercase + card + last)
        #expect(result.cards.map(\.person.title) == ["John Doe", "B"] && result.rejected == [])
        let unfinished = try #require(result.cards.last)
        #expect(unfinished.warnings.map(\.sentence) == ["The file ends within this card. END:VCARD was added."])
        let written = CardRoundTrip.written(unfinished, .asItCame(otherwise: .v40)).bytes
        let lines = String(decoding: written, as: UTF8.self).replacing("\r\n", with: "\n")
        #expect(lines == card + last.trimmingPrefix("\n").replacing("\n", with: "") + "\nEND:VCARD\n")
    }

    @Test(arguments: [
        "BEGIN:VCARD\n", "BEGIN:VCARD\nVERSION:3.0\n", "BEGIN:VCARD\nVERSION:3.0\nFN:A\nAGENT:\nBEGIN:VCARD\n",
    ])
    func `A last card without content, or with an unfinished nested card, is rejected`(last: String) throws {
        let result = try CardReadResult(Self.lowercase + last)
        #expect(result.cards.count == 1 && result.rejected.count == 1)
    }

    @Test(arguments: [
        "item1.BEGIN:VCARD", "BEGIN;X=1:VCARD", "item1.AGENT:BEGIN:VCARD", "AGENTX:BEGIN:VCARD",
        "NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nBEGIN:VCARD\r\nEND:VCARD",
    ])
    func `Lines that only resemble the beginning of a nested card do not begin one`(line: String) throws {
        let card = try CardReadResult.card("3.0", ["TITLE:x", line, "TEL:1"])
        #expect(card.person.phones == [Labeled("", "1")])
        for format in [CardFormat.vCard(.v21), .vCard(.v30), .vCard(.v40), .jCard, .jsContact] {
            let again = try CardReadResult(CardRoundTrip.written(card, format).bytes).onlyCard
            #expect(again?.person.phones == [Labeled("", "1")])
        }
    }

    @Test func `At most 100 groups are read from a card, and additional categories are kept and reported`() throws {
        let names = (1...150).map { "Group \($0)" }
        var card = try CardReadResult.card(
            "3.0", ["FN:A", "N:A;;;;", "CATEGORIES:\(names.joined(separator: ","))", "CATEGORIES:Last"])
        #expect(card.categories == Array(names.prefix(100)))
        #expect(
            card.warnings.map(\.sentence) == [
                "The card has more than 100 categories. Additional ones were kept on the card."
            ])
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == card.person.card)
        card.categories = ["Group 2", "New"]
        let lines = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(lines[4] == "CATEGORIES:Group 2,New,\(names.dropFirst(100).joined(separator: ","))")
        #expect(lines[5] == "CATEGORIES:Last")
    }

    @Test func `A date in another calendar is kept as text`() throws {
        var card = try CardReadResult.card("4.0", ["FN:A", "BDAY;CALSCALE=hebrew:57100101"])
        #expect(card.person.birthday == nil && card.person.customFields == [Labeled("birthday", "57100101")])
        #expect(try CardReadResult.person("4.0", "FN:A", "BDAY;CALSCALE=gregorian:19800101").birthday != nil)
        #expect(try CardRoundTrip(card, .vCard(.v40)).again.person.card == card.person.card)
        let losses = CardRoundTrip.written(card, .vCard(.v30)).losses
        #expect(losses.map(\.property).contains("BDAY"))
        card.person.jobTitle = "x"
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited.contains("BDAY;CALSCALE=hebrew:57100101"))
    }

    @Test(arguments: ["BDAY;VALUE=text:circa 1800", "BDAY:circa 1800"])
    func `An entered birthday replaces a birthday that was imported as text`(line: String) throws {
        var card = try CardReadResult.card("4.0", ["FN:A", line])
        #expect(card.person.customFields == [Labeled("birthday", "circa 1800")])
        try Person.fields.apply([FieldAssignment(key: "birthday", value: "1800")], to: &card.person)
        let lines = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(lines.filter { $0.hasPrefix("BDAY") } == ["BDAY:1800"])
    }
}
