import Interchange
import Model
import Testing

@Suite("Properties read from individual card lines")
struct PlainLineTests {
    @Test(
        "The UID is the same whether it is read alone or with the whole card",
        arguments: [
            [], ["UID:abc"], ["uid:abc"], ["UID:"], ["UID:", "UID:b"], ["UID:a", "UID:b"], ["UID: a "], ["UID :a"],
            ["UID;TYPE=text:a"], ["item1.UID:a"], ["X-ABUID:x", "UID:a"], ["UID:a\\,b\\nc"], ["UID:a="], ["UID:é💫"],
            ["UID:\u{301}a"], ["UID:urn:uuid:F7D174BA-98FD-4BD6-ABF0-9CA4E9ECF34C"], ["UID:a\u{0}b"],
            ["UID:a\u{F700}b"], ["UID:a\rb"],
            ["UID;ENCODING=QUOTED-PRINTABLE:a=62"], ["BEGIN:VCARD", "UID:inner", "END:VCARD", "UID:outer"],
        ])
    func uid(_ lines: [String]) {
        let card = ["BEGIN:VCARD", "VERSION:3.0", "FN:A"] + lines + ["END:VCARD"]
        #expect(ContactCard.uid(in: card) == ContactCard(lines: card).uid)
    }

    @Test(
        "A formatted name is treated as another name if it contains a word that the name fields lack",
        arguments: [
            (["FN:Leia Organa"], []), (["FN:organa LEIA"], []), (["FN:Leia Organa", "FN:Mom"], ["Mom"]),
            (["FN:Mom\\, dear"], ["Mom, dear"]), (["FN;LANGUAGE=en:Mom"], ["Mom"]), (["item1.FN:Mom"], ["Mom"]),
            (["FN:"], []), ([], []), (["FN:Princess Leia"], ["Princess Leia"]), (["FN:Lelila"], []),
        ])
    func otherNames(_ lines: [String], _ names: [String]) {
        var person = Person()
        (person.name.given, person.name.family, person.name.nickname) = ("Leia", "Organa", "Lelila")
        person.card = ["BEGIN:VCARD", "VERSION:4.0", "N:Organa;Leia;;;"] + lines + ["END:VCARD"]
        #expect(person.otherNames == names)
    }
}

struct FileNameTests {
    private func name(_ uid: String) -> String {
        var card = ContactCard()
        card.uid = uid
        return card.fileName
    }

    @Test(arguments: [
        ("4b62872a-0000-0000-0000-000000000849", "4b62872a-0000-0000-0000-000000000849"), ("a.b@c", "a.b@c"),
        ("..", "%2E%2E"), (".hidden.x", "%2Ehidden%2Ex"), ("a/b", "a%2Fb"), ("-rf", "%2Drf"), ("--a-b", "%2D%2Da%2Db"),
        (".\u{301}x", "%2E%CC%81x"),
        ("a%2Fb", "a%252Fb"), ("ä\n", "%C3%A4%0A"),
    ])
    func `Special characters in a UID are escaped in the file name`(uid: String, expected: String) {
        #expect(name(uid) == expected)
    }

    @Test func `A long UID is shortened to a unique file name`() {
        let names = ["a", "b"].map { name(String(repeating: "x/", count: 300) + $0) }
        #expect(names.allSatisfy { $0.utf8.count < 200 && $0.hasPrefix("x%2Fx") } && names[0] != names[1])
    }

    @Test func `The file of a card without a UID is named after the contact`() {
        var card = ContactCard()
        card.person.name.given = "Leia"
        #expect(card.fileName == "Leia")
        card.uid = ""
        #expect(card.fileName == "Leia")
    }
}
