import Interchange
import Model
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
        "Numbers and Booleans in extension properties are kept",
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

    @Test("A property named BEGIN, END, or VERSION is not added to a card", arguments: ["begin", "END", "version"])
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
        "Levels of expertise are converted to the terms of each format",
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

@Suite("Structured values with few or empty components")
struct StructuredValueTests {
    /// Lines of names, addresses, and organizations, and the components in JSContact.
    private static let lines: [(line: String, json: String)] = [
        ("N:Organa", #""components":[{"kind":"surname","value":"Organa"}]"#),
        ("N:Organa;", #""components":[{"kind":"surname","value":"Organa"}]"#),
        ("N:Organa;Leia", #"[{"kind":"surname","value":"Organa"},{"kind":"given","value":"Leia"}]"#),
        ("N:Organa;Leia;;;", #"[{"kind":"surname","value":"Organa"},{"kind":"given","value":"Leia"}]"#),
        ("N:;Leia", #""components":[{"kind":"given","value":"Leia"}]"#),
        ("N:;Leia;;;", #""components":[{"kind":"given","value":"Leia"}]"#),
        ("N:;;;Princess", #""components":[{"kind":"title","value":"Princess"}]"#),
        ("N:;;;Princess,Dr.;", #"[{"kind":"title","value":"Princess"},{"kind":"title","value":"Dr."}]"#),
        ("N:;;;;Jr.", #""components":[{"kind":"credential","value":"Jr."}]"#),
        ("ADR:;;Palace 1", #""components":[{"kind":"name","value":"Palace 1"}]"#),
        ("ADR:;;Palace 1;;;;", #""components":[{"kind":"name","value":"Palace 1"}]"#),
        ("ADR:;;Palace 1;Aldera", #"[{"kind":"name","value":"Palace 1"},{"kind":"locality","value":"Aldera"}]"#),
        ("ADR:;;;;;;Alderaan", #""components":[{"kind":"country","value":"Alderaan"}]"#),
        ("ADR:;;;;;12345;", #""components":[{"kind":"postcode","value":"12345"}]"#),
        ("ADR:Box 7", #""components":[{"kind":"postOfficeBox","value":"Box 7"}]"#),
        ("ORG:Alliance", #"{"name":"Alliance"}"#), ("ORG:Alliance;", #"{"name":"Alliance""#),
        ("ORG:Alliance;Command", #"{"name":"Alliance","units":[{"name":"Command"}]"#),
        ("ORG:;Command", #"{"name":"","units":[{"name":"Command"}]"#),
        ("ORG:Alliance;;Command", #""units":[{"name":""},{"name":"Command"}]"#),
    ]

    @Test("Components are converted to JSContact and back", arguments: lines)
    func jsContact(line: String, json: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        let trip = try CardRoundTrip(card, .jsContact)
        let text = String(decoding: trip.bytes, as: UTF8.self)
        #expect(text.contains(json) && !text.contains("vCardProps"), "\(text)")
        #expect(trip.differences == [] && trip.losses == [])
        #expect(Self.values(of: trip.again) == Self.values(of: card))
    }

    @Test(
        "Components that JSContact cannot express are kept as a vCard property",
        arguments: ["N:Organa;Leia,,A;;;", "N:;;;;;;;;a", "N:,;;;;", "ADR:;;;,A;;;", "NICKNAME;TYPE=x:a,,b"])
    func properties(line: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        let trip = try CardRoundTrip(card, .jsContact)
        #expect(String(decoding: trip.bytes, as: UTF8.self).contains("vCardProps"))
        #expect(Set(trip.again.person.card) == Set(card.person.card))
    }

    @Test(
        "Components are converted to jCard and back unchanged", arguments: lines.map(\.line) + ["N:;;;;", "ADR:;;;;;;"])
    func jCard(line: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        let trip = try CardRoundTrip(card, .jCard)
        #expect(trip.again.person.card == card.person.card && trip.bytes == trip.bytesAgain)
        #expect(trip.again.person == card.person && trip.losses == [])
    }

    @Test(
        "Name components are read from values with too few or too many components",
        arguments: [
            ("N:a;b", ["a", "b", "", "", ""]), ("N:a;b;c;d;e;f", ["a", "b", "c", "d", "e"]),
            ("N:;b", ["", "b", "", "", ""]),
        ])
    func names(line: String, parts: [String]) throws {
        let name = try CardReadResult.card("4.0", ["FN:X", line]).person.name
        #expect([name.family, name.given, name.middle, name.prefix, name.suffix] == parts)
    }

    @Test(
        "The post office box and the extended address are placed before the street",
        arguments: [
            ("a", "a"), ("a;b", "a, b"), (";b;c", "b, c"), ("a;;c", "a, c"), (";;c;d", "c; d"),
            ("a;b;c;d;e;f;g", "a, b, c; d; e; f; g"),
            ("a;b;c;d;e;f;g;h", "a, b, c; d; e; f; g"), (";;;;;;g", "; ; ; ; g"), (";;;;;f", "; ; ; f"),
            (";;;;e", "; ; e"),
        ])
    func addresses(value: String, address: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:X", "ADR:\(value)"])
        #expect(card.person.addresses.map(\.value.description) == [address])
    }

    /// Returns the name, address, and organization properties of a card, without parameters and trailing semicolons.
    private static func values(of card: ContactCard) -> Set<String> {
        let lines = card.person.card.filter { line in ["N", "ADR", "ORG"].contains { line.hasPrefix($0) } }
        return Set(
            lines.map { line in
                let name = line.prefix { !":;".contains($0) }
                let value = line.drop { $0 != ":" }
                return name + String(value.reversed().drop { $0 == ";" }.reversed())
            })
    }
}
