import Interchange
import Model
import Testing

@Suite("Surrounding blanks of names")
struct NameBlanksTests {
    private static let formats = CardVersion.allCases.map(CardFormat.vCard) + [.jCard]

    @Test(arguments: formats, ["\t", "\n", " ", "  \n\t"])
    func `A stored name with surrounding blanks round-trips`(format: CardFormat, blanks: String) throws {
        var card = ContactCard()
        card.person.name.given = blanks + "Ann" + blanks
        card.person.name.family = "Lee" + blanks
        card.person.name.prefix = blanks + "Dr."
        card.person.name.nickname = blanks + "Annie"
        card.person.name.phonetic = blanks + "En"
        let there = try CardRoundTrip(card, format)
        #expect(there.again.person.name == card.person.name)
        #expect(there.losses == [] && there.bytes == there.bytesAgain)
        #expect(there.again.person.title == "Ann Lee")
    }

    @Test func `A name is read with the blanks in its card, and the card is exported unchanged`() throws {
        let card = try CardReadResult.card("3.0", ["N:Doe; John ;;;", "FN:John Doe"])
        #expect(card.person.name.given == " John " && card.person.title == "John Doe")
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.again.person.card == card.person.card)
    }

    @Test func `A card whose name parts were stored without blanks is exported unchanged`() throws {
        var card = try CardReadResult.card("3.0", ["N:Doe; John ;;;", "FN:John Doe", "TITLE:Pilot"])
        let lines = card.person.card
        card.person.name.given = "John"
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == lines)
        card.person.jobTitle = "Captain"
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited == lines.map { $0.replacing("Pilot", with: "Captain") })
    }
}
