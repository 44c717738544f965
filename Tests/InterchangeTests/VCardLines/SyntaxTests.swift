import Interchange
import Model
import Testing

@Suite("Property syntax and losses in vCard and jCard")
struct SyntaxTests {
    @Test("A base64 photo in vCard 4.0 becomes a data URI in jCard") func photoInBase64() throws {
        let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
        let card = try CardReadResult.card("4.0", ["FN:A", "PHOTO;ENCODING=b;TYPE=GIF:\(gif)"])
        let text = CardRoundTrip.written(card, .jCard).bytes
        #expect(String(decoding: text, as: UTF8.self).contains("\"data:image/gif;base64,\(gif)\""))
        #expect(try CardReadResult(text).onlyCard?.photo == card.photo)
    }

    private func text(_ card: ContactCard, _ format: CardFormat = .vCard(.v40)) throws -> String {
        let there = try CardRoundTrip(card, format)
        #expect(there.differences == [] && there.losses == [])
        return String(decoding: there.bytes, as: UTF8.self)
    }

    @Test(
        "A custom field is written as a property that allows its value",
        arguments: [
            (["gender": "?"], "X-GENDER:?"), (["gender": "M"], "item1.X-ALMANAC-FIELD:M"),
            (["gender": "male"], "item1.X-ALMANAC-FIELD:male"),
            (["died": "yesterday"], "DEATHDATE;VALUE=text:yesterday"), (["died": "19960415"], "DEATHDATE:19960415"),
            (["died": "1996-04-15"], "DEATHDATE;VALUE=text:1996-04-15"),
        ])
    func customFields(fields: [String: String], line: String) throws {
        var card = ContactCard()
        card.person.name.given = "A"
        card.person.customFields = fields.map { Labeled($0.key, $0.value) }
        #expect(try text(card).contains("\r\n" + line + "\r\n"))
        let old = try CardReadResult.card("3.0", ["N:;A;;;", "FN:A"])
        card.person.card = old.person.card
        #expect(try text(card).contains("\r\n" + line + "\r\n"))
    }

    @Test("The gender is written as GENDER, and additional genders are written as X-GENDER") func genders() throws {
        var card = ContactCard()
        card.person.name.given = "A"
        card.person.gender = Gender("F")
        card.person.customFields = [Labeled("gender", "?")]
        #expect(try text(card).contains("\r\nGENDER:F\r\nX-GENDER:?\r\n"))
        let old = try CardReadResult.card("3.0", ["N:;A;;;", "FN:A", "X-GENDER:F", "X-GENDER:M"])
        #expect(try text(old).contains("\r\nGENDER:F\r\nX-GENDER:M\r\n"))
        var own = try CardReadResult.card("4.0", ["FN:A", "GENDER:F"])
        own.person.customFields = [Labeled("gender", "?")]
        #expect(try text(own).contains("\r\nX-GENDER:?\r\n"))
        own.person.gender = Gender(sex: nil, identity: "x")
        #expect(try text(own).contains("\r\nGENDER:;x\r\n"))
    }

    @Test("A relation given by name is written as text, and a relation given as a URI stays a URI")
    func relation() throws {
        var card = try CardReadResult.card("4.0", ["FN:A", "RELATED;TYPE=friend:urn:uuid:1"])
        card.person.relations[0].value = "Maria"
        #expect(try text(card).contains("\r\nRELATED;TYPE=friend;VALUE=text:Maria\r\n"))
        card = try CardReadResult.card("4.0", ["FN:A", "RELATED;TYPE=friend;VALUE=uri:urn:uuid:1"])
        card.person.relations[0].label = "child"
        #expect(try text(card).contains("\r\nRELATED;TYPE=child;VALUE=uri:urn:uuid:1\r\n"))
    }

    @Test("Numbers and Booleans use native JSON types in jCard, and pairs are written as arrays") func json() throws {
        let lines = [
            "X-N;VALUE=integer:5", "X-N;VALUE=integer:007", "X-N;VALUE=integer:1,2", "X-B;VALUE=boolean:TRUE",
            "X-F;VALUE=float:1.5", "CLIENTPIDMAP:1;urn:uuid:53e374d9-337e-4727-8803-a1e9c14e0556",
        ]
        let card = try CardReadResult.card("4.0", ["FN:A"] + lines)
        let there = try CardRoundTrip(card, .jCard)
        #expect(there.differences == [])
        #expect(Array(there.again.person.card.dropFirst(3).dropLast()) == lines)
        let json = String(decoding: there.bytes, as: UTF8.self).filter { !$0.isWhitespace }
        for value in [
            "\"integer\",5]", "\"integer\",\"007\"]", "\"integer\",1,2]", "\"boolean\",true]", "\"float\",1.5]",
            "\"text\",[\"1\",\"urn:uuid:53e374d9-337e-4727-8803-a1e9c14e0556\"]]",
        ] {
            #expect(json.contains(value))
        }
    }

    @Test("All digits of a jCard number are kept") func digits() throws {
        let numbers = ["123456789012345678901234567890", "-0", "1.10", "2.0", "6.02e+23", "1e400"]
        let properties = numbers.map { #"["x-n", {"x-order": 1.0}, "float", \#($0)]"# }.joined(separator: ", ")
        let json = #"["vcard", [["version", {}, "text", "4.0"], ["fn", {}, "text", "A"], \#(properties)]]"#
        let card = try #require(try CardReadResult(Array(json.utf8)).cards.first)
        #expect(card.person.card.filter { $0.hasPrefix("X-N") } == numbers.map { "X-N;X-ORDER=1.0;VALUE=float:\($0)" })
    }

    @Test("Dates that vCard 3.0 does not support are reported") func dates() throws {
        let words = try CardReadResult.card("4.0", ["FN:A", "BDAY;VALUE=text:circa 1800"])
        #expect(
            CardRoundTrip.written(words, .vCard(.v30)).losses.map(\.sentence) == [
                "vCard 3.0 does not support BDAY as text. The property was written as X-BDAY, which other programs may ignore."
            ])
        let year = try CardReadResult.card("4.0", ["FN:A", "BDAY:1953"])
        #expect(
            CardRoundTrip.written(year, .vCard(.v30)).losses.map(\.sentence) == [
                "vCard 3.0 supports only full dates in BDAY. The property was written as X-BDAY, which other programs may ignore."
            ])
    }

    @Test(
        "An agent’s card, even as text, becomes a relation and an extension, and the conversion is reported")
    func agents() throws {
        for lines in [
            ["AGENT:BEGIN:VCARD\\nFN:Ann\\nTEL:2\\nEND:VCARD\\n"], ["AGENT:", "BEGIN:VCARD", "FN:Ann", "END:VCARD"],
        ] {
            let card = try CardReadResult.card("3.0", ["N:;A;;;", "FN:A"] + lines)
            for version in [CardVersion.v21, .v40] {
                let there = try CardRoundTrip(card, .vCard(version))
                #expect(there.losses.map(\.property) == ["AGENT"], "\(lines) \(version)")
                #expect(there.again.person.relations == [Labeled("agent", "Ann")])
                #expect(there.again.person.card.contains { $0.hasPrefix("X-AGENT") && $0.contains("FN:Ann") })
            }
        }
    }
}
