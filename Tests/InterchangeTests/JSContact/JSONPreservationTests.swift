import Interchange
import Testing

@Suite("Values that the JSON formats keep")
struct JSONPreservationTests {
    private func again(_ lines: [String], _ format: CardFormat) throws -> CardRoundTrip {
        try CardRoundTrip(try CardReadResult.card("4.0", ["FN:A"] + lines), format)
    }

    private func lines(of json: String) throws -> [String] {
        try #require(try CardReadResult(json).cards.first).person.card
    }

    private func jsContact(_ members: String) -> String {
        #"{"@type": "Card", "version": "1.0", "uid": "a", "name": {"full": "A"}, \#(members)}"#
    }

    @Test(
        "Numbers of extensions are kept",
        arguments: ["X-N;VALUE=integer:5", "X-F;VALUE=float:1.5", "X-F;VALUE=float:5.0", "X-B;VALUE=boolean:TRUE"])
    func numbers(line: String) throws {
        for format in [CardFormat.jsContact, .jCard] {
            #expect(try again([line], format).again.person.card.contains(line), "\(format)")
        }
    }

    @Test("Fractions of a second are kept") func fractions() throws {
        let text = jsContact(#""updated": "2010-10-10T10:10:10.003Z""#)
        let card = try #require(try CardReadResult(text).cards.first)
        #expect(card.person.card.contains("REV:20101010T101010.003Z"))
        let written = String(decoding: CardRoundTrip.written(card, .jsContact).bytes, as: UTF8.self)
        #expect(written.contains("2010-10-10T10:10:10.003Z"))
    }

    @Test("A property with the name of a delimiter does not split a card", arguments: ["begin", "END", "version"])
    func delimiters(name: String) throws {
        let property = #"["\#(name)", {"x": "1"}, "text", "VCARD"]"#
        let cards = [
            #"["vcard", [\#(property), ["fn", {}, "text", "A"]]]"#, jsContact(#""vCardProps": [\#(property)]"#),
        ]
        for card in cards {
            let lines = try lines(of: card)
            #expect(lines.count { $0.hasPrefix("BEGIN") } == 1 && lines.count { $0.hasPrefix("END") } == 1)
            #expect(lines.filter { $0.hasPrefix("VERSION") } == ["VERSION:4.0"] && lines.contains("FN:A"))
        }
    }

    @Test(
        "Levels of expertise have the words of each format",
        arguments: [
            ("low", "beginner"), ("medium", "average"), ("high", "expert"),
        ])
    func levels(level: String, word: String) throws {
        let lines = ["EXPERTISE;LEVEL=\(word):physics", "HOBBY;LEVEL=\(level):chess"]
        let there = try again(lines, .jsContact)
        let json = String(decoding: there.bytes, as: UTF8.self).filter { !$0.isWhitespace }
        #expect(json.contains("\"level\":\"\(level)\"") && !json.contains("\"\(word)\""), "\(json)")
        #expect(lines.allSatisfy(there.again.person.card.contains))
    }

    @Test("Billing and delivery addresses keep their contexts", arguments: ["billing", "delivery"])
    func contexts(context: String) throws {
        let text = jsContact(
            #""addresses": {"1": {"contexts": {"\#(context)": true}, "components": [{"kind": "locality", "value": "B"}]}}"#
        )
        let card = try #require(try CardReadResult(text).cards.first)
        let written = String(decoding: CardRoundTrip.written(card, .jsContact).bytes, as: UTF8.self)
        #expect(written.filter { !$0.isWhitespace }.contains(#""contexts":{"\#(context)":true}"#))
    }

    @Test("A quote outside a jCard does not affect the following cards") func quote() throws {
        func card(_ name: String) -> String { #"["vcard",[["fn",{},"text","\#(name)"]]]"# }
        let result = try CardReadResult("[\(card("A")),\"\(card("B")),\n\(card("C"))]")
        #expect(result.cards.map(\.person.title) == ["A", "B", "C"])
    }

    @Test("A card with too many properties is rejected") func tooMany() throws {
        let emails = (0...10_000).map { #""\#($0)": {"address": "a\#($0)@b.example"}"# }.joined(separator: ", ")
        let urls = (0...10_000).map { #"["url", {}, "uri", "https://\#($0).example"]"# }.joined(separator: ", ")
        for text in [jsContact(#""emails": {\#(emails)}"#), #"["vcard", [\#(urls)]]"#] {
            let result = try CardReadResult(text)
            #expect(result.cards.isEmpty)
            #expect(result.rejected.map(\.reason) == ["The card has more than 10,000 properties or 500,000 lines."])
        }
    }

    @Test("A sign within a Unicode escape is an error", arguments: ["-000", "+041"]) func escapes(digits: String) throws
    {
        let result = try CardReadResult(#"["vcard", [["fn", {}, "text", "\u\#(digits)"]]]"#)
        #expect(result.cards.isEmpty && result.rejected.count == 1)
    }
}
