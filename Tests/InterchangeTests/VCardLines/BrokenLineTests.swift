import Model
import Testing

@testable import Interchange

@Suite("Line breaks that are not encoded")
struct BrokenLineTests {
    private static let note = [
        "NOTE:Treffen am Montag", "Erreichbar unter: 030 55", "Tel: 030 99", "https://foo.example/x", "nur Text", "",
        "TEL:+49302",
    ]

    @Test("Unencoded lines after a note are read as part of it until the next known property, with one warning")
    func note() throws {
        let card = try CardReadResult.card("3.0", ["UID:rn1", "FN:Roh Notiz", "N:Notiz;Roh;;;"] + Self.note)
        let lines = "Treffen am Montag\nErreichbar unter: 030 55\nTel: 030 99\nhttps://foo.example/x\nnur Text"
        #expect(card.notes == [lines] && card.person.phones.map(\.value) == ["+49302"])
        #expect(card.warnings.count == 1)
        #expect(!CardPatch.patched(card, otherwise: .v30).isChanged)
        let exported = try CardRoundTrip(card, .vCard(.v40)).again
        #expect(exported.notes == [lines] && exported.warnings == [])
    }

    @Test("In vCard 2.1, a postal address and a note can continue on unencoded lines")
    func address() throws {
        let lines = [
            "N:Notiz;Alt", "FN:Alt Notiz", "NOTE:Eins", "Zwei: zwei", "ADR;HOME:;;Weg 1", "Haus 2;Ort;;1;D",
        ]
        let card = try CardReadResult.card("2.1", lines)
        let address = PostalAddress(street: "Weg 1\nHaus 2", locality: "Ort", postalCode: "1", country: "D")
        #expect(card.notes == ["Eins\nZwei: zwei"] && card.person.addresses == [Labeled("home", address)])
        #expect(card.warnings.count == 1)
    }

    @Test("A property that is folded before its colon ends the preceding text")
    func foldedProperty() throws {
        let lines = ["FN:A", "NOTE:one", "ADR;TYPE=home;LABEL=\"Weg 1", " , Ort\":;;Weg 1;Ort;;;", "NOTE:two"]
        let card = try CardReadResult.card("3.0", lines)
        #expect(card.notes == ["one", "two"] && card.person.addresses.count == 1 && card.warnings == [])
    }

    @Test("Blank lines within a note are part of it")
    func blankLines() throws {
        let lines = ["FN:A", "NOTE:Zeile eins", "Zeile zwei: mit Doppelpunkt", "", "Zeile vier", "TEL:+49302"]
        #expect(
            try CardReadResult.card("3.0", lines).notes == ["Zeile eins\nZeile zwei: mit Doppelpunkt\n\nZeile vier"])
    }

    @Test("Lines are not joined to the version, the UID, or the name, and unknown properties remain properties")
    func others() throws {
        let card = try CardReadResult.card("3.0", ["one", "UID:u1", "two words: x", "FN:A", "Foo: bar", "X-a:b"])
        #expect(card.uid == "u1" && card.person.title == "A")
        #expect(
            card.warnings.map(\.sentence.description)
                == Array(repeating: "This line is not a property. It was kept unchanged.", count: 2))
        #expect(!CardPatch.patched(card, otherwise: .v30).isChanged)
    }

    @Test("A multiline note is stored as one line of the card, without a line feed")
    func storedCard() throws {
        let card = try CardReadResult.card("3.0", ["FN:A"] + Self.note)
        #expect(card.person.card.count { $0.hasPrefix("NOTE") } == 1 && !card.person.card.joined().contains("\n"))
        #expect(!card.person.card.contains { $0.hasPrefix("Tel") })
        #expect(ContactCard(lines: card.person.card).notes == card.notes)
    }

    @Test("A card imported by an earlier version of Almanac keeps its lines and is converted with the entire note")
    func formerCard() throws {
        let lines = ["BEGIN:VCARD", "VERSION:3.0", "FN:A"] + Self.note + ["END:VCARD"]
        let card = ContactCard(lines: lines)
        #expect(card.notes == ["Treffen am Montag"] && card.person.phones.map(\.value) == ["030 99", "+49302"])
        #expect(!CardPatch.patched(card, otherwise: .v30).isChanged)
        let converted = CardRendering(card, in: .v40, otherwise: .v40)
        #expect(converted.losses.isEmpty)
        let read = ContactCard(lines: converted.lines.map { CardText.text(of: $0) })
        let text = "Treffen am Montag\nErreichbar unter: 030 55\nTel: 030 99\nhttps://foo.example/x\nnur Text"
        #expect(read.notes == [text] && read.person.phones.map(\.value) == ["+49302"])
    }

    @Test("A property with invalid characters in its name is not read as part of the text")
    func names() throws {
        let lines = ["FN:A", "NOTE:one", "X-MESSAGING/XMPP-ALL:a@x.example", "X_Y:1"]
        let card = try CardReadResult.card("3.0", lines)
        #expect(card.notes == ["one"] && card.warnings == [])
    }

    @Test("In a lowercase card, lowercase properties end the text")
    func lowercase() throws {
        let text = "begin:vcard\nversion:3.0\nfn:A\nnote:one\ntwo words: x\nTel: 2\ntel:1\nend:vcard\n"
        let card = try #require(try CardReadResult(text).onlyCard)
        #expect(card.notes == ["one\ntwo words: x\nTel: 2"])
        #expect(card.person.phones.map(\.value) == ["1"])
    }

    @Test("A card with plain words instead of property names is rejected")
    func otherWords() throws {
        let text = "BEGIN:VCARD\nGroup: \nFirst name:Egon\nHome phone:0301\nE-Mail:e@x.example\nEND:VCARD\n"
        let result = try CardReadResult(text)
        #expect(result.cards == [] && result.rejected.count == 1)
        #expect(result.rejected.first?.text.bytes == Array(text.utf8.dropLast()))
    }
}
