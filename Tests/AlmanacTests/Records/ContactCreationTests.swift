import Model
import TestSupport
import Testing

/// The offer to create a contact that was not found.
struct ContactCreationTests {
    @Test(arguments: [
        ("Zaphod Beeblebrox", "new person given=Zaphod family=Beeblebrox"),
        ("Beeblebrox, Zaphod", "new person given=Zaphod family=Beeblebrox"),
        ("zaphod@heart.example", "new person email=zaphod@heart.example"),
        ("+49 221 987654", "new person 'phone=+49 221 987654'"),
        ("Sirius Cybernetics GmbH", "new person 'organization=Sirius Cybernetics GmbH'"),
        ("O'Zaphod", #"new person 'given=O'\''Zaphod'"#),
        ("Acme, Inc.", "new person 'organization=Acme, Inc.'"),
        ("(555) 010-0123", "new person 'phone=(555) 010-0123'"),
        ("tel:+15550100", "new person phone=+15550100"),
        ("Zaphod <z@heart.example>", "new person given=Zaphod email=z@heart.example"),
        ("mailto:z@heart.example", "new person email=z@heart.example"),
        ("Apollo 13", "new person given=Apollo family=13"),
    ])
    func `Read-only commands that find no match suggest a command that creates the contact`(
        text: String, line: String
    ) async throws {
        var app = try await TestApp(isInteractive: false)
        for command in ["find", "phone", "show", "share"] {
            let word = "\"\(text)\""
            let offer: String?
            if command == "find" {
                try await app.send("find \(word)")
                offer = app.screen
            } else {
                offer = try await app.failure(of: "\(command) \(word)")?.next?.description
            }
            #expect(offer?.contains("Use “\(line)” to add a contact.") == true, "\(command): \(offer ?? "")")
        }
        // The suggested command and “new” with the same text create equal persons.
        let before = try await app.count
        try await app.send(line, "new person \"\(text)\"")
        #expect(try await app.count == before + 2)
        let ids = (1...2).map { Person.ID(rawValue: Int64(before + $0)) }
        let persons = try await app.services.persons.records(ids).map(\.content)
        #expect(persons.count == 2 && persons.first == persons.last)
    }

    @Test(arguments: ["99", "planets/zaphod", "a=b", "one two three four five", "--", "!!!", "@zaphod"])
    func `A new contact is not offered for text that cannot be a name or address`(text: String) async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("find -- '\(text)'")
        #expect(!app.screen.contains("to add a contact"))
    }

    @Test func `Commands that change records and commands about planets do not offer to add a contact`() async throws {
        var app = try await TestApp(isInteractive: false)
        for line in ["delete zaphod --yes", "edit zaphod given=Z", "sizes zaphod", "touch zaphod"] {
            #expect(try await app.failure(of: line)?.next?.contains("add a contact") == false, "\(line)")
        }
    }
}

extension TestApp {
    fileprivate var count: Int {
        get async throws { try await temporary.store.persons.count(.all, matching: "", where: nil) }
    }
}
