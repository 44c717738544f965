import Model
import TestSupport
import Testing
@testable import Interchange

struct ContactUpdateTests {
    private func card(_ lines: [String]) -> VCard {
        let all = ["BEGIN:VCARD", "VERSION:4.0", "FN:Leia"] + lines + ["END:VCARD"]
        return VCard(lines: all.map { CardText.bytes(of: $0) })
    }

    @Test(arguments: [(["TEL:1"], "Alderaan"), (["TEL:1", "X-ALMANAC-PLANET:Hoth"], "Hoth")])
    func `A newer card that lacks the home planet does not remove it`(lines: [String], planet: String) {
        let former = card(["X-ALMANAC-PLANET:Alderaan"])
        let update = ContactUpdate(of: former.contents, by: card(lines).contents, since: [former])
        #expect(update.before.planet == "Alderaan" && update.after.planet == planet)
        #expect(update.after.person.phones == [Labeled("", "1")])
    }
}

/// The changes that people make on a phone. Each of them is merged exactly, together with unrelated local edits.
@Suite struct PhoneChangeTests {
    @Test(arguments: PhoneChange.all.map(\.title))
    func `A change made on a phone is merged exactly`(title: String) throws {
        let phone = try #require(PhoneChange.all.first { $0.title == title }).lines
        #expect(phone != PhoneChange.card)
        let merge = CardMerge(
            base: card(PhoneChange.card), mine: card(PhoneChange.card + ["X-MINE:here", "EMAIL;TYPE=HOME:mine@b.c"]),
            theirs: card(phone))
        #expect(merge.conflicts.isEmpty)
        let lines = merge.card.lines.map { CardText.text(of: $0) }
        #expect(
            lines.filter { !$0.hasSuffix("here") && !$0.hasSuffix("mine@b.c") }
                == card(phone).lines.map { CardText.text(of: $0) })
        #expect(lines.contains("X-MINE:here") && lines.contains("EMAIL;TYPE=HOME:mine@b.c"))
    }

    private func card(_ lines: [String]) -> VCard {
        let all = ["BEGIN:VCARD", "VERSION:3.0", "UID:leia"] + lines + ["END:VCARD"]
        return VCard(lines: all.map { CardText.bytes(of: $0) })
    }
}

@Suite("Cards sent to address books") struct CardCompletionTests {
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

    @Test func `A complete card is unchanged, regardless of the case and groups of its properties`() {
        let lines = ["version:3.0", "uid;X-A=b:leia", "item1.fn:Leia", "n:;Leia"]
        #expect(completed(lines) == ["BEGIN:VCARD"] + lines + ["END:VCARD"])
    }

    @Test func `Properties that the card in the address book also lacks are not added`() {
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
