import Interchange
import Model
import Testing

@Suite("Groups, instant messaging, relations, and vCard 4.0 features")
struct GroupTests {
    @Test(arguments: [
        ("4.0", "KIND:group", "MEMBER"), ("3.0", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER"),
    ])
    func `The name and members of a group card are read, and changed members are written`(
        version: String, kind: String, member: String
    ) throws {
        let lines = [
            kind, "FN:Rebels", "N:Rebels;;;;", "UID:urn:uuid:g", "\(member):urn:uuid:a", "\(member):mailto:b@c.example",
            "X-COLOR:red",
        ]
        var card = try CardReadResult.card(version, lines)
        #expect(card.group == CardGroup(name: "Rebels", members: ["a", "mailto:b@c.example"]))
        #expect(card.uid == "g")
        #expect(card.person.title == Person().title)
        for target in CardVersion.allCases { #expect(try CardRoundTrip(card, .vCard(target)).differences == []) }

        card.group?.members = ["a", "c"]
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(
            edited.again.person.card.filter { $0.contains("MEMBER") } == [
                "\(member):urn:uuid:a", "\(member):urn:uuid:c",
            ])
        #expect(edited.again.person.card.contains("X-COLOR:red"))
    }

    @Test(arguments: CardVersion.allCases) func `A new group is written as a card`(version: CardVersion) throws {
        var card = ContactCard()
        card.group = CardGroup(name: "Rebels; all, of them", members: ["4b62872a-0000-0000-0000-000000000849", "x"])
        card.uid = "5b62872a-0000-0000-0000-000000000849"
        let there = try CardRoundTrip(card, .vCard(version))
        #expect(there.differences == [])
        #expect(there.losses == [])
    }

    @Test func `Reordering categories keeps their lines, and adding or removing categories edits the lines`() throws {
        var card = try CardReadResult.card("3.0", ["FN:A", "CATEGORIES:Friends,Work\\, hard", "CATEGORIES:Old"])
        #expect(card.categories == ["Friends", "Work, hard", "Old"])
        card.categories = ["Old", "Friends", "Work, hard"]
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == card.person.card)
        card.categories = ["Old", "Work, hard", "New"]
        let lines = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(lines[3...] == ["CATEGORIES:Work\\, hard", "CATEGORIES:Old,New", "END:VCARD"])
    }

    @Test(arguments: [
        (["CATEGORIES:friends"], ["Friends"]),
        (["CATEGORIES:Friends,FRIENDS,Straße,STRASSE"], ["Friends", "Straße"]),
        (["CATEGORIES:friends", "CATEGORIES:FRIENDS,☆"], ["☆", "Friends"]),
    ])
    func `Categories that differ only in case refer to the same group`(lines: [String], groups: [String]) throws {
        var card = try CardReadResult.card("3.0", ["FN:A"] + lines)
        card.categories = groups
        for format in [CardFormat.asItCame(otherwise: .v40), .vCard(.v40)] {
            let (bytes, losses) = CardRoundTrip.written(card, format)
            #expect(losses == [])
            #expect(lines.allSatisfy { String(decoding: bytes, as: UTF8.self).contains($0 + "\r\n") })
        }
        card.categories.append("New")
        let written = String(decoding: CardRoundTrip.written(card, .asItCame(otherwise: .v40)).bytes, as: UTF8.self)
        #expect(written.contains(lines[lines.count - 1] + ",New\r\n"))
    }

    @Test(arguments: [
        ("IMPP:xmpp:alice@example.com", "xmpp", "alice@example.com"), ("X-JABBER:a", "jabber", "a"),
        ("X-SKYPE-USERNAME:b", "skype", "b"),
        ("IMPP;X-SERVICE-TYPE=Skype;type=HOME:x-apple:john%20doe", "skype", "john doe"),
        ("X-GTALK:c", "google talk", "c"), ("X-MS-IMADDRESS:d", "im", "d"),
    ])
    func `Instant messaging addresses are labeled by service`(line: String, label: String, value: String) throws {
        #expect(try CardReadResult.person("3.0", "FN:A", line).messengers == [Labeled(label, value)])
    }

    @Test(arguments: [
        ("tel:+1-555-0100", "+1-555-0100"), ("TEL:%2B1", "+1"),
        ("tel:+1-418-656-9254;ext=102", "+1-418-656-9254 ext. 102"),
        ("tel:0100;phone-context=a.example", "0100;phone-context=a.example"),
    ])
    func `Phone URIs are read as numbers`(uri: String, number: String) throws {
        #expect(try CardReadResult.person("4.0", "FN:A", "TEL;VALUE=uri:\(uri)").phones == [Labeled("", number)])
    }

    @Test(arguments: [
        ("RELATED;TYPE=spouse;VALUE=text:Maria", "spouse", "Maria"), ("X-SPOUSE:Maria", "spouse", "Maria"),
        ("AGENT:Susan", "agent", "Susan"),
        ("X-EVOLUTION-MANAGER:Big Blue", "manager", "Big Blue"),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ann;2;;", "brother", "Ann"),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ann;-9223372036854775808;own;", "own", "Ann"),
        ("item1.X-ABRELATEDNAMES:Jenny\r\nitem1.X-ABLabel:_$!<Spouse>!$_", "spouse", "Jenny"),
    ])
    func `Relations in the formats of various programs are read`(line: String, label: String, value: String) throws {
        #expect(try CardReadResult.person("3.0", "FN:A", line).relations == [Labeled(label, value)])
    }

    @Test func `Email addresses and phone numbers are listed in order of preference`() throws {
        let person = try CardReadResult.person(
            "4.0", "FN:A", "EMAIL:c@x", "EMAIL;PREF=2:b@x", "EMAIL;PREF=1:a@x", "TEL;TYPE=home:1", "TEL;TYPE=pref:2")
        #expect(person.emails.map(\.value) == ["a@x", "b@x", "c@x"])
        #expect(person.phones.map(\.value) == ["2", "1"])
    }

    @Test func `Alternative representations are read and edited as one value`() throws {
        var card = try CardReadResult.card(
            "4.0", ["FN:A", "TITLE;ALTID=1;LANGUAGE=fr:Patron", "TITLE;ALTID=1;LANGUAGE=en:Boss", "TITLE:Second"])
        #expect(card.person.jobTitle == "Patron")
        #expect(card.person.customFields == [Labeled("title", "Second")])
        card.person.jobTitle = "Chef"
        let lines = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(lines[3...] == ["TITLE;ALTID=1;LANGUAGE=fr:Chef", "TITLE:Second", "END:VCARD"])
    }

    @Test func `Carets escape special characters in parameter values`() throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "ADR;LABEL=\"1 ^'Main^' St^nTown^^\":;;1 Main St;Town;;;"])
        let three = String(decoding: CardRoundTrip.written(card, .vCard(.v30)).bytes, as: UTF8.self)
        #expect(three.contains("LABEL:1 \"Main\" St\\nTown^\r\n"))
        let back = try #require(try CardReadResult(three).cards.first)
        let four = try CardRoundTrip(back, .vCard(.v40))
        #expect(four.again.person.card.contains("ADR;LABEL=1 ^'Main^' St^nTown^^:;;1 Main St;Town;;;"))
    }

    @Test func `Losses from conversion to vCard 3.0 are reported`() throws {
        let card = try CardReadResult.card(
            "4.0", ["FN:A", "BDAY:--0412", "GENDER:F", "EMAIL;PREF=2:a@x", "CLIENTPIDMAP:1;urn:x", "ANNIVERSARY:1953"])
        let losses = CardRoundTrip.written(card, .vCard(.v30)).losses
        #expect(losses.map(\.property) == ["BDAY", "GENDER", "EMAIL", "CLIENTPIDMAP"])
        #expect(losses.allSatisfy { $0.title == "A" && $0.sentence.hasSuffix(".") })
        #expect(CardRoundTrip.written(card, .vCard(.v40)).losses == [])
    }
}
