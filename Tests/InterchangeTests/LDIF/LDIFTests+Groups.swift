import Interchange
import Model
import Testing

extension LDIFTests {
    @Test("A group refers to its members by their distinguished names, ignoring case and blanks")
    func memberNames() throws {
        let cards = try cards(
            """
            dn: uid=ann,ou=People,dc=x
            objectClass: inetOrgPerson
            cn: Ann
            entryUUID: 11111111-2222-4333-8444-555555555555
            sambaNTPassword: 8846F7EAEE8FB117AD06BDD830B7586C

            dn: cn=Team,dc=x
            objectClass: groupOfNames
            cn: Team
            member: UID=ann, OU=people, DC=x

            """)
        #expect(cards.count == 2)
        #expect(cards.last?.group?.members == cards.first?.uid.map { [$0] })
        #expect(cards.first?.person.customFields == [])
    }

    @Test("Groups whose cards list the contact are not reported as lost")
    func writtenGroups() {
        var card = card()
        (card.categories, card.groupsWithCards) = (["Rebels", "Pilots"], ["Pilots", "Rebels", "Other"])
        var writer = LDIFWriter()
        #expect(writer.write(card).losses.allSatisfy { $0.property != "CATEGORIES" })
        card.groupsWithCards = ["Pilots"]
        #expect(writer.write(card).losses.contains { $0.property == "CATEGORIES" })
    }

    @Test("A group is written with its members")
    func group() throws {
        var card = ContactCard()
        card.uid = "g"
        card.group = CardGroup(name: "Rebels", members: ["a,b", "mailto:x@y.example"], summary: "All")
        var writer = LDIFWriter()
        #expect(writer.write(card).losses == [])
        #expect(
            try items(writer.drain()).compactMap { if case .card(let card) = $0 { card.group } else { nil } } == [
                card.group
            ])
    }
}
