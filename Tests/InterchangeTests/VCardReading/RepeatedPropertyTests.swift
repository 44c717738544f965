import Model
import Testing

@testable import Interchange

@Suite("Properties that repeat a value")
struct RepeatedPropertyTests {
    private static let lines = [
        "N:Werk;Netz;;;", "FN:Netz Werk", "X-SKYPE:netz", "IMPP;X-SERVICE-TYPE=Skype:skype:netz", "X-SPOUSE:Berta",
        "X-ABRELATEDNAMES;TYPE=spouse:Berta", "X-ANNIVERSARY:2001-02-03", "ANNIVERSARY:20010203",
        "X-EVOLUTION-ANNIVERSARY:2001-02-03",
    ]

    @Test("A value in several properties is read once, and the card is exported unchanged")
    func once() throws {
        let card = try CardReadResult.card("3.0", Self.lines)
        #expect(card.person.messengers == [Labeled("skype", "netz")])
        #expect(card.person.relations == [Labeled("spouse", "Berta")])
        #expect(card.person.anniversary == PartialDate("2001-02-03") && card.person.customFields == [])
        #expect(!CardPatch.patched(card, otherwise: .v30).isChanged)
    }

    @Test("Two names of a service are treated as one, even if an earlier version of Almanac read the value twice")
    func services() throws {
        let lines = ["N:Werk;Netz;;;", "FN:Netz Werk", "X-JABBER:netz@x.example", "IMPP:xmpp:netz@x.example"]
        var card = try CardReadResult.card("3.0", lines)
        #expect(card.person.messengers == [Labeled("jabber", "netz@x.example")])
        #expect(!CardPatch.patched(card, otherwise: .v30).isChanged)
        card.person.messengers.append(Labeled("xmpp", "netz@x.example"))
        #expect(!CardPatch.patched(card, otherwise: .v30).isChanged)
    }

    @Test("An edit changes or removes all properties with the value")
    func edits() throws {
        var card = try CardReadResult.card("3.0", Self.lines)
        card.person.messengers = [Labeled("skype", "other")]
        card.person.relations = [Labeled("spouse", "Carla")]
        card.person.anniversary = PartialDate("2002-02-03")
        let changed = CardPatch.patched(card, otherwise: .v30).lines.map { String(decoding: $0, as: UTF8.self) }
        #expect(!changed.contains { $0.contains("netz") || $0.contains("Berta") || $0.contains("2001") })
        let again = ContactCard(lines: changed).person
        #expect(again.messengers == card.person.messengers && again.relations == card.person.relations)
        #expect(again.anniversary == card.person.anniversary && again.customFields == [])
        (card.person.messengers, card.person.relations, card.person.anniversary) = ([], [], nil)
        let cleared = CardPatch.patched(card, otherwise: .v30).lines
        #expect(cleared.count == 5, "\(cleared.map { String(decoding: $0, as: UTF8.self) })")
    }

    @Test("A card whose values an earlier version of Almanac read twice is exported unchanged")
    func formerVersions() throws {
        var card = try CardReadResult.card("3.0", Self.lines)
        card.person.messengers += card.person.messengers
        card.person.relations += card.person.relations
        card.person.customFields = [Labeled("anniversary", "20010203"), Labeled("anniversary", "2001-02-03")]
        #expect(!CardPatch.patched(card, otherwise: .v30).isChanged)
    }

    @Test("Different values of properties with the same meaning are kept")
    func differentValues() throws {
        let lines = ["FN:A", "X-SKYPE:a", "IMPP:skype:b", "ANNIVERSARY:2001-02-03", "X-ANNIVERSARY:2002-02-03"]
        let person = try CardReadResult.card("3.0", lines).person
        #expect(person.messengers == [Labeled("skype", "a"), Labeled("skype", "b")])
        #expect(person.customFields == [Labeled("anniversary", "2002-02-03")])
    }
}
