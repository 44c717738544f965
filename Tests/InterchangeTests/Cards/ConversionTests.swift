import Interchange
import Model
import Testing

@Suite("A card in another version")
struct ConversionTests {
    private func written(_ card: ContactCard, _ version: CardVersion) throws -> (lines: [String], losses: [String]) {
        let there = try FixedPoint(card, .vCard(version))
        #expect(there.differences == [])
        return (Array(there.again.person.card.dropFirst(2).dropLast()), there.losses.map(\.sentence.description))
    }

    private static let office = "X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=4D=65=69=6E=20=42=C3=BC=72=6F)"

    @Test("a label in the way of Android's vendors is one, stays as it is, and becomes the label of a version")
    func androidLabels() throws {
        var card = try CardReading.card("2.1", ["N:A", "FN:A", "TEL;\(Self.office):1", "EMAIL;\(Self.office);X-P=2:a@b"])
        #expect(card.person.phones == [Labelled("Mein Büro", "1")])
        #expect(card.person.emails == [Labelled("Mein Büro", "a@b")])
        #expect(
            try written(card, .v40).lines == [
                "N:A", "FN:A", "item2.TEL:1", "item2.X-ABLabel:Mein Büro", "item1.EMAIL;X-P=2:a@b",
                "item1.X-ABLabel:Mein Büro",
            ])
        card.person.phones[0].value = "3"
        card.person.emails[0].label = "work"
        let edited = try FixedPoint(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited[4...5] == ["TEL;\(Self.office):3", "EMAIL;INTERNET;WORK;X-P=2:a@b"])
        let odd = try CardReading.card("2.1", ["N:A", "TEL;X-CUSTOM(a=b):1"])
        #expect(odd.person.phones.map(\.value) == ["1"])
    }

    @Test("what Android says in lines of its own becomes what a version has for it, and else stays as it came")
    func androidLines() throws {
        let item = "X-ANDROID-CUSTOM:vnd.android.cursor.item/"
        let card = try CardReading.card(
            "2.1",
            [
                "N:A", "FN:A", item + "nickname;Nick;1;;", item + "contact_event;2001-05-04;1;;",
                item + "contact_event;2002-05-04;0;Boat;", item + "relation;Carl;0;Pate;", item + "com.x.y;a\\;b;c",
            ])
        #expect(
            try written(card, .v40).lines == [
                "N:A", "FN:A", item + "com.x.y;a\\;b;c", "NICKNAME:Nick", "ANNIVERSARY:20010504",
                "item1.RELATED;VALUE=text:Carl", "item1.X-ABLabel:Pate", "item2.X-ALMANAC-FIELD:2002-05-04",
                "item2.X-ABLabel:Boat",
            ])
    }
}
