import Model
import Testing

@testable import Interchange

@Suite("The cards that are sent to address books") struct CardCompletionTests {
    private func card(_ lines: [String]) -> VCard {
        VCard(lines: (["BEGIN:VCARD"] + lines + ["END:VCARD"]).map { CardText.bytes(of: $0) })
    }

    private func completed(_ lines: [String], base: [String]? = nil) -> [String] {
        card(lines).completed(uid: "han", base: base.map(card)).lines.map { CardText.text(of: $0) }
    }

    @Test func `Missing properties that address books require are added`() {
        #expect(
            completed(["TEL:1", "item1.N:Solo;Han;;;"])
                == [
                    "BEGIN:VCARD", "VERSION:3.0", "TEL:1", "item1.N:Solo;Han;;;", "FN:Han Solo", "UID:han", "END:VCARD",
                ])
        #expect(
            completed(["VERSION:3.0", "EMAIL:han@corellia.example"]) == [
                "BEGIN:VCARD", "VERSION:3.0", "EMAIL:han@corellia.example", "N:;;;;", "FN:han@corellia.example",
                "UID:han", "END:VCARD",
            ])
        #expect(
            completed(["VERSION:4.0", "FN:Han"]) == [
                "BEGIN:VCARD", "VERSION:4.0", "FN:Han", "UID;VALUE=text:han", "END:VCARD",
            ])
    }

    @Test func `A complete card is unchanged, whatever the case and the groups of its properties`() {
        let lines = ["version:3.0", "uid;X-A=b:leia", "item1.fn:Leia", "n:;Leia"]
        #expect(completed(lines) == ["BEGIN:VCARD"] + lines + ["END:VCARD"])
    }

    @Test func `Properties that the card in the address book lacks as well are not added`() {
        #expect(
            completed(["VERSION:3.0", "FN:Han"], base: ["VERSION:3.0", "FN:H"]) == [
                "BEGIN:VCARD", "VERSION:3.0", "FN:Han", "END:VCARD",
            ])
        #expect(
            completed(["VERSION:3.0", "FN:Han"], base: ["VERSION:3.0", "FN:H", "UID:han"]) == [
                "BEGIN:VCARD", "VERSION:3.0", "FN:Han", "UID:han", "END:VCARD",
            ])
    }

    @Test func `A card in another encoding is converted to UTF-8`() throws {
        let name: [UInt8] = Array("FN;CHARSET=ISO-8859-1:J".utf8) + [0xFC] + Array("rgen".utf8)
        let lines = ["BEGIN:VCARD", "VERSION:3.0", "UID:j", "N:;J"].map { Array($0.utf8) }
        let contact = VCard(lines: lines + [name, Array("END:VCARD".utf8)]).contents
        let sent = VCard(contact, otherwise: .v30)
        #expect(String(validating: sent.text, as: UTF8.self)?.contains("FN:Jürgen\r\n") == true)
    }
}
