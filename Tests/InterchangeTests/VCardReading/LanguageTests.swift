import Interchange
import Model
import Testing

@Suite("Languages in vCard")
struct LanguageTests {
    private static let lines = [
        "FN:A", "N:A;;;;", "LANGUAGE:de", "LANG;PREF=2;TYPE=work:en", "LANG;PREF=1:fr-CH", "item1.LANG:tlh",
        "item1.X-ABLabel:Club",
    ]

    private func card() throws -> ContactCard { try CardReadResult.card("4.0", Self.lines) }

    @Test("LANG is read in order of preference with its types as labels, and LANGUAGE as the language of the card")
    func reading() throws {
        let person = try card().person
        #expect(person.languages == [Labeled("", "fr-CH"), Labeled("work", "en"), Labeled("Club", "tlh")])
        #expect(person.cardLanguage == "de" && person.customFields == [])
        let old = try CardReadResult.card("3.0", ["FN:A", "N:A;;;;", "X-LANG;TYPE=home:de", "X-LANGUAGE:en"]).person
        #expect(old.languages == [Labeled("home", "de")] && old.cardLanguage == "en")
        let second = try CardReadResult.card("4.0", ["FN:A", "LANGUAGE:de", "LANGUAGE:en"]).person
        #expect(second.cardLanguage == "de" && second.customFields == [Labeled("card language", "en")])
    }

    @Test("An edit changes only the lines of the languages that changed")
    func editing() throws {
        var card = try card()
        card.person.languages[1].value = "en-GB"
        card.person.languages.remove(at: 2)
        card.person.languages.append(Labeled("home", "rm"))
        card.person.cardLanguage = "de-AT"
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.languages == card.person.languages)
        let expected: Set = [
            "FN:A", "N:A;;;;", "LANGUAGE:de-AT", "LANG;TYPE=work;PREF=2:en-GB", "LANG;PREF=1:fr-CH",
            "item1.LANG;TYPE=home:rm",
        ]
        #expect(Set(there.again.person.card.dropFirst(2).dropLast()) == expected)
        card.person.languages = []
        card.person.cardLanguage = ""
        let removed = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person
        #expect(removed.card.dropFirst(2).dropLast() == ["FN:A", "N:A;;;;"])
    }

    @Test(
        "Languages round-trip in every vCard version, jCard, and JSContact",
        arguments: [CardFormat.vCard(.v40), .vCard(.v30), .vCard(.v21), .jCard, .jsContact])
    func formats(format: CardFormat) throws {
        var new = ContactCard()
        new.person.name.given = "A"
        new.person.languages = [Labeled("work", "de"), Labeled("", "zh-Hant"), Labeled("home", "en")]
        new.person.cardLanguage = "fr"
        for card in [try card(), new] {
            let there = try CardRoundTrip(card, format)
            #expect(there.differences == [] && there.again.person.languages == card.person.languages)
            #expect(there.again.person.cardLanguage == card.person.cardLanguage)
        }
    }

    @Test(
        "A language that is not a language tag is written as an extension",
        arguments: [
            ("German", "X-LANG:German"), ("de-CH", "LANG:de-CH"), ("x-klingon", "LANG:x-klingon"),
            ("de ch", "X-LANG:de ch"),
        ])
    func syntax(text: String, line: String) throws {
        var card = ContactCard()
        card.person.name.given = "A"
        card.person.languages = [Labeled("", text)]
        card.person.cardLanguage = text
        let there = try CardRoundTrip(card, .vCard(.v40))
        #expect(there.differences == [] && there.losses == [])
        let lines = String(decoding: there.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        #expect(lines.contains(line) && lines.contains(line.replacing("LANG:", with: "LANGUAGE:")))
        let invalid = try CardReadResult.card("4.0", ["FN:A", "N:A;;;;", "LANG:\(text)", "LANGUAGE:\(text)"])
        let (bytes, losses) = CardRoundTrip.written(invalid, .vCard(.v30))
        let other = try #require(try CardReadResult(bytes).onlyCard)
        #expect(other.person.languages == invalid.person.languages && losses.map(\.property) == ["LANG", "LANGUAGE"])
    }

    @Test("The conversion to vCard 4.0 reports values that are not language tags")
    func invalid() throws {
        let card = try CardReadResult.card("3.0", ["FN:A", "N:A;;;;", "LANG:de ch", "LANGUAGE:de ch"])
        let (bytes, losses) = CardRoundTrip.written(card, .vCard(.v40))
        #expect(losses.map(\.property) == ["LANG", "LANGUAGE"])
        for loss in losses { #expect(loss.sentence.description.contains("4.0 supports only language tags in LANG")) }
        let other = try #require(try CardReadResult(bytes).onlyCard?.person)
        #expect(other.languages == [Labeled("", "de ch")] && other.cardLanguage == "de ch")
    }

    @Test("A custom field with the label “language”, as earlier versions stored LANG, counts as a language")
    func former() throws {
        var card = try card()
        card.person.languages = []
        card.person.customFields = ["en", "fr-CH", "tlh"].map { Labeled("language", $0) }
        card.person.cardLanguage = nil
        let (bytes, losses) = CardRoundTrip.written(card, .asItCame(otherwise: .v40))
        #expect(try CardReadResult(bytes).onlyCard?.person.card == card.person.card && losses == [])
        card.person.customFields.removeLast()
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person
        #expect(edited.languages == [Labeled("", "fr-CH"), Labeled("work", "en")] && edited.cardLanguage == "de")
        let field = ["FN:A", "N:A;;;;", "item1.X-ALMANAC-FIELD:de", "item1.X-ABLabel:language"]
        let read = try CardReadResult.card("4.0", field)
        #expect(read.person.languages == [Labeled("", "de")] && read.person.customFields == [])
        #expect(try CardRoundTrip(read, .asItCame(otherwise: .v40)).again.person.card == read.person.card)
    }
}
