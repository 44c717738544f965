import Interchange
import Testing

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

    @Test func `The file of a card without a UID is named after the name on the card`() {
        var card = ContactCard()
        card.person.name.given = "Leia"
        #expect(card.fileName == "Leia")
        card.uid = ""
        #expect(card.fileName == "Leia")
    }
}
