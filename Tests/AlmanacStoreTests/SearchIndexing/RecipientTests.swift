import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Recipients")
struct RecipientTests {
    private let store: TemporaryStore

    init() async throws {
        store = try await TemporaryStore()
        for (given, family, organization, emails) in [
            ("Leia", "Organa", "Senate", ["leia@alderaan.example", "general@resistance.example"]),
            ("Bail", "Organa", "Senate", ["bail@alderaan.example"]), ("Organa", "Solo", "", ["x@y.example"]),
            ("Han", "Solo", "", []),
        ] {
            var person = Person()
            person.name.given = given
            person.name.family = family
            person.organization = organization
            person.emails = emails.map { Labeled("work", $0) }
            _ = try await store.persons.add(person)
        }
    }

    @Test(arguments: [
        ("leia", ["leia@alderaan.example", "general@resistance.example"]), ("han", []), ("leia solo", []), ("@", []),
        ("nobody", []), ("LÉIA ORG", ["leia@alderaan.example", "general@resistance.example"]),
        ("bail alderaan.ex", ["bail@alderaan.example"]),
    ])
    func `A recipient is found only if it matches every search word`(text: String, emails: [String]) async throws {
        #expect(try await store.store.recipients.recipients(matching: text, limit: nil).map(\.email) == emails)
    }

    @Test func `The best matches are listed first`() async throws {
        let found = try await store.store.recipients.recipients(matching: "organa", limit: nil)
        #expect(found.count == 4 && found.first?.email == "x@y.example")
        let senators = try await store.store.recipients.recipients(matching: "senate", limit: nil)
        #expect(senators.count == 3 && Set(senators.map(\.organization)) == ["Senate"])
    }

    @Test func `All recipients are sorted by name`() async throws {
        let all = try await store.store.recipients.recipients(matching: "", limit: nil)
        #expect(all.map(\.person.name) == ["Bail Organa", "Leia Organa", "Leia Organa", "Organa Solo"])
    }

    @Test func `Matches of whole words are ranked first`() async throws {
        try await add("Annabel", "", "A", "annabel@x.example")
        try await add("Ann", "Zed", "A Very Long Organization Indeed", "zed@x.example")
        let found = try await store.store.recipients.recipients(matching: "ann", limit: nil)
        #expect(found.map(\.person.name) == ["Ann Zed", "Annabel"])
    }

    @Test func `Invalid email addresses do not count toward the limit`() async throws {
        try await add("Bad", "", "", "no-at-sign")
        try await add("Bad", "Two", "", "bad@two.example")
        let found = try await store.store.recipients.recipients(matching: "bad", limit: 1)
        #expect(found.map(\.email) == ["bad@two.example"])
    }

    private func add(_ given: String, _ family: String, _ organization: String, _ email: String) async throws {
        var person = Person()
        person.name.given = given
        person.name.family = family
        person.organization = organization
        person.emails = [Labeled("work", email)]
        _ = try await store.persons.add(person)
    }

    @Test func `The number of recipients does not exceed the limit`() async throws {
        for text in ["", "organa"] {
            #expect(try await store.store.recipients.recipients(matching: text, limit: 2).count == 2)
        }
    }
}
