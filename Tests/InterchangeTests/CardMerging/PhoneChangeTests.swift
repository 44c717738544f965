import TestSupport
import Testing

@testable import Interchange

/// The changes that people make on a phone. Each of them is merged exactly, together with an unrelated edit made here.
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
