import Interchange
import Model
import Testing

@Suite("Pronouns in vCard and jCard")
struct PronounsTests {
    private let card: ContactCard

    init() throws { card = try CardReadResult.card("4.0", ["FN:A", "PRONOUNS;LANGUAGE=en:xe/xir"]) }

    @Test("Changed pronouns keep the parameters of their line") func changed() throws {
        #expect(card.person.pronouns == "xe/xir" && card.person.customFields == [])
        var changed = card
        changed.person.pronouns = "they/them"
        let there = try CardRoundTrip(changed, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.card.contains("PRONOUNS;LANGUAGE=en:they/them"))
        changed.person.pronouns = ""
        #expect(
            !(try CardRoundTrip(changed, .asItCame(otherwise: .v40)).again.person.card.joined().contains("PRONOUNS")))
    }

    @Test(
        "Pronouns round-trip in every vCard version and jCard",
        arguments: [CardFormat.vCard(.v40), .vCard(.v30), .vCard(.v21), .jCard])
    func formats(format: CardFormat) throws {
        var new = ContactCard()
        (new.person.name.given, new.person.pronouns) = ("A", "she/her, they/them")
        for card in [card, new] {
            let there = try CardRoundTrip(card, format)
            #expect(there.differences == [] && there.again.person.pronouns == card.person.pronouns)
        }
    }

    @Test("PRONOUNS becomes X-PRONOUNS in vCard 3.0 and PRONOUNS again in vCard 4.0") func extended() throws {
        let (bytes, losses) = CardRoundTrip.written(card, .vCard(.v30))
        let old = String(decoding: bytes, as: UTF8.self)
        #expect(old.contains("\r\nX-PRONOUNS;LANGUAGE=en:xe/xir\r\n") && losses.map(\.property) == ["PRONOUNS"])
        let new = CardRoundTrip.written(try #require(try CardReadResult(old).onlyCard), .vCard(.v40))
        #expect(String(decoding: new.bytes, as: UTF8.self).contains("\r\nPRONOUNS;LANGUAGE=en:xe/xir\r\n"))
        #expect(new.losses.isEmpty)
    }

    @Test("A second PRONOUNS property becomes a custom field") func second() throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "PRONOUNS:they/them", "PRONOUNS;LANGUAGE=fr:iel"])
        #expect(card.person.pronouns == "they/them" && card.person.customFields == [Labeled("pronouns", "iel")])
    }
}
