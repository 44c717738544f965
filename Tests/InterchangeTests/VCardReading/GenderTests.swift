import Interchange
import Model
import Testing

@Suite("Gender in vCard and jCard")
struct GenderTests {
    @Test("Both parts of a gender are read, and changes are written") func changed() throws {
        var card = try CardReadResult.card("4.0", ["FN:A", "GENDER:O;it's complicated"])
        #expect(card.person.gender == Gender(sex: .other, identity: "it's complicated"))
        #expect(card.person.customFields.isEmpty)
        card.person.gender = Gender(sex: .female)
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.card.contains("GENDER:F"))
        card.person.gender = nil
        #expect(!(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card.joined().contains("GENDER")))
    }

    @Test(
        "A gender round-trips in every vCard version and jCard",
        arguments: [CardFormat.vCard(.v40), .vCard(.v30), .vCard(.v21), .jCard])
    func formats(format: CardFormat) throws {
        for text in ["M", "O;a, b; c", ";fellow"] {
            var card = ContactCard()
            (card.person.name.given, card.person.gender) = ("A", Gender(text))
            let there = try CardRoundTrip(card, format)
            #expect(there.differences == [] && there.again.person.gender == Gender(text), "\(text)")
        }
    }

    @Test("Invalid and additional gender values become custom fields") func others() throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "GENDER:male", "GENDER:F", "X-GENDER:M"])
        #expect(card.person.gender == Gender("F"))
        #expect(card.person.customFields == [Labeled("gender", "male"), Labeled("gender", "M")])
    }
}
