import Interchange
import Model
import Testing

/// Address books for mail programs.
struct AliasTests {
    private func written(_ format: ExportFormat, _ cards: [ContactCard]) throws -> (text: String, losses: [CardLoss]) {
        var writer = format.writer
        let losses = try cards.flatMap { try writer.write($0).losses }
        writer.finish()
        return (String(decoding: writer.drain(), as: UTF8.self), losses)
    }

    private func card(_ given: String, _ family: String, _ emails: [Labeled<String>]) -> ContactCard {
        var card = ContactCard()
        card.person.name.given = given
        card.person.name.family = family
        card.person.emails = emails
        return card
    }

    @Test("mutt aliases are unique and end with a label or a number for additional addresses")
    func mutt() throws {
        let emails = [
            Labeled("", "leia@a.example"), Labeled("work", "leia@b.example"), Labeled("work", "leia@c.example"),
        ]
        let cards = [card("Léia", "Organa", emails), card("Leia", "Organa", [Labeled("", "other@d.example")])]
        #expect(
            try written(.mutt, cards).text == """
                alias leia-organa Léia Organa <leia@a.example>
                alias leia-organa-work Léia Organa <leia@b.example>
                alias leia-organa-2 Léia Organa <leia@c.example>
                alias leia-organa-3 Leia Organa <other@d.example>

                """)
    }

    @Test("The alias of a nameless contact comes from the email address, and a name without letters becomes “contact”")
    func unnamed() throws {
        let cards = [
            card("", "", [Labeled("", "a.b@c.example")]), card("🙂", "", [Labeled("", "d@e.example")]),
            card("🙂", "", [Labeled("", "f@g.example")]),
        ]
        #expect(
            try written(.mutt, cards).text == """
                alias a-b-c-example <a.b@c.example>
                alias contact 🙂 <d@e.example>
                alias contact-2 🙂 <f@g.example>

                """)
        var group = ContactCard()
        group.group = CardGroup(name: "Rebels")
        let (text, losses) = try written(.mutt, [group])
        #expect(text == "" && losses == [])
    }

    @Test("Special characters in a name are escaped so that mutt does not expand them")
    func hostileName() throws {
        let name = "`id` $HOME # \"x\" \\; Inc."
        let text = try written(.mutt, [card(name, "", [Labeled("", "a@b.example")])]).text
        #expect(text.split(separator: "\n").count == 1)
        #expect(
            text.contains(##"\"\`id\` \$HOME \# \\\"x\\\" \\\\; Inc.\" <a@b.example>"##), "\(text)")
    }

    @Test("Each line of an aerc address book contains an email address and a name")
    func aerc() throws {
        let cards = [card("Leia", "Organa", [Labeled("", "leia@a.example"), Labeled("", "l@b.example")])]
        #expect(try written(.aerc, cards).text == "leia@a.example\tLeia Organa\nl@b.example\tLeia Organa\n")
    }

    @Test("abook address books contain the supported fields, and omitted values are reported")
    func abook() throws {
        var leia = card("Leia", "Organa", [Labeled("", "leia@a.example"), Labeled("", "l@b.example")])
        leia.person.phones = [Labeled("mobile", "+1-555-0101"), Labeled("work", "+1-555-0102")]
        leia.person.addresses = [
            Labeled("home", PostalAddress(street: "1 Main St\nApt 4", locality: "Aldera", country: "Alderaan"))
        ]
        leia.person.name.nickname = "Princess"
        leia.notes = ["One\ntwo", "Three"]
        leia.person.phones.append(Labeled("work", "+1-555-0103"))
        leia.person.addresses.append(Labeled("work", PostalAddress(street: "2 Main St")))
        leia.person.urls = [Labeled("", "https://a.example"), Labeled("", "https://b.example")]
        leia.categories = ["Rebels", "Senators, former"]
        let (text, losses) = try written(.abook, [leia, card("Han", "Solo", [])])
        #expect(
            text == """
                # abook addressbook file

                [format]
                program=abook
                version=0.6.1

                [0]
                name=Leia Organa
                email=leia@a.example,l@b.example
                address=1 Main St Apt 4
                city=Aldera
                country=Alderaan
                mobile=+1-555-0101
                workphone=+1-555-0102
                nick=Princess
                url=https://a.example
                notes=One two; Three
                groups=Rebels

                [1]
                name=Han Solo

                """)
        #expect(losses.map(\.property) == ["ADR", "TEL", "URL", "CATEGORIES"])
        for (loss, value) in zip(losses, ["2 Main St", "+1-555-0103", "https://b.example", "Senators, former"]) {
            #expect(loss.sentence.description.contains("“\(value)” was omitted"))
        }
    }

    @Test(
        "The label of a phone number in an abook address book is recognized in every spelling",
        arguments: [
            ("Cell", "mobile"), ("Cellular", "mobile"), ("Business", "workphone"), ("Business Fax", "fax"),
            ("home", "phone"), ("Boat", "phone"),
        ])
    func abookLabels(label: String, key: String) throws {
        var han = card("Han", "Solo", [])
        han.person.phones = [Labeled(label, "1")]
        #expect(try written(.abook, [han]).text.contains("\n\(key)=1\n"))
    }

    @Test("Contacts without an email address are reported", arguments: [ExportFormat.mutt, .aerc])
    func withoutAddress(format: ExportFormat) throws {
        let (text, losses) = try written(format, [card("Han", "Solo", [])])
        #expect(text == "" && losses.map(\.title) == ["Han Solo"])
    }

    @Test("Each invalid email address is reported", arguments: [ExportFormat.mutt, .aerc, .abook])
    func invalidAddresses(format: ExportFormat) throws {
        let several = card("Luke", "", [Labeled("", "good@x.org"), Labeled("", "foo(x)@bar.org"), Labeled("", "foo")])
        let (text, losses) = try written(format, [several, card("Han", "", [Labeled("", "solo")])])
        #expect(text.contains("good@x.org") && !text.contains("foo"))
        #expect(losses.map(\.title) == ["Luke", "Luke", "Han"])
        let sentences = ["foo(x)@bar.org", "foo", "solo"].map { "“\($0)” is not a valid email address." }
        #expect(losses.map(\.sentence.description) == sentences)
    }
}
