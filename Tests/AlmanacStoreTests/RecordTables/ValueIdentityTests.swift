import Interchange
import Model
import TestSupport
import Testing
@testable import AlmanacStore

/// Two values of a field, and whether they are equal.
struct ValuePair: CustomTestStringConvertible, Sendable {
    let field: String
    let one: String
    let other: String
    var region: String?
    let areEqual: Bool

    init(_ field: String, _ one: String, _ other: String, in region: String? = nil, areEqual: Bool = true) {
        (self.field, self.one, self.other, self.region, self.areEqual) = (field, one, other, region, areEqual)
    }

    var testDescription: String { "\(field): \(one), \(other), \(region ?? "no region")" }

    static let all = [
        ValuePair("phone", "+49 30 1234567", "030 1234567"),
        ValuePair("phone", "+49 30 1234567", "030 1234567", in: "DE"),
        // A number without a country code belongs to the region.
        ValuePair("phone", "+49 30 1234567", "030 1234567", in: "US", areEqual: false),
        ValuePair("phone", "+49 30 1234567", "030 1234567", in: "FR", areEqual: false),
        ValuePair("phone", "+49 30 1234567", "301234567"), ValuePair("phone", "+49 30 1234567", "301234567", in: "DE"),
        ValuePair("phone", "+49 30 1234567", "0049 (0)30/1234567"),
        ValuePair("phone", "+49 30 1234567", "49301234567", areEqual: false),
        ValuePair("phone", "+49 30 1234567", "49301234567", in: "DE", areEqual: false),
        ValuePair("phone", "555-0100", "5550100"), ValuePair("phone", "555-0100", "5550100", in: "US"),
        ValuePair("phone", "1234567", "+1 1234567", in: "US"), ValuePair("phone", "1234567", "+1 1234567"),
        ValuePair("phone", "1234567", "+49 1234567", in: "US", areEqual: false),
        ValuePair("phone", "(415) 555-0101", "+1 415-555-0101", in: "US"),
        ValuePair("phone", "(415) 555-0101", "+44 415 555 0101", in: "US", areEqual: false),
        ValuePair("phone", "030 1234567 ext. 3", "030/1234567 ext 3"),
        ValuePair("phone", "030 1234567", "tel:030-1234567"),
        ValuePair("phone", "030 1234567 ext. 3", "030 1234567", areEqual: false),
        ValuePair("phone", "110", "1-10"), ValuePair("phone", "*100#", "*100", areEqual: false),
        ValuePair("email", "a@b.example", "A@B.example"), ValuePair("email", "ä@b.example", "Ä@B.example"),
        ValuePair("email", "жук@b.example", "ЖУК@b.example"),
        ValuePair("email", "ß@b.example", "SS@b.example", areEqual: false),
        ValuePair("email", "абвгдежзийклмнопрстуфхцчшщъыьэюя@b.example", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ@b.example"),
        ValuePair("email", "ä*?@b.example", "Ä*?@B.example"),
        ValuePair("email", "a@b.example", "Zed <mailto:A@b.example?subject=x>"),
        ValuePair("email", "a+x@b.example", "mailto:a%2Bx@b.example"),
        ValuePair("email", "a+x@b.example", "a@b.example", areEqual: false),
        ValuePair("email", "a.b@gmail.com", "ab@gmail.com", areEqual: false),
        ValuePair("url", "https://a.example", "<https://a.example>"),
        ValuePair("url", "https://a.example", "HTTPS://A.example"),
        ValuePair("url", "https://a.example", "https://a.example/"),
        ValuePair("url", "https://a.example/b", "https://a.example/B", areEqual: false),
        ValuePair("url", "https://a.example/b", "https://a.example/b/", areEqual: false),
        ValuePair("language", "de-AT", "DE-at"),
        ValuePair("position", "50.94,6.96", "50.94, 6.96"), ValuePair("position", "50.94,6.96", "geo:50.94,6.96"),
        ValuePair("position", "50.94,6.96", "50.94,6.97", areEqual: false),
        ValuePair("address", "Main St 1; Bedrock; ; 70777; USA", "MAIN  ST 1; bedrock; ; 70777; United States"),
        ValuePair("address", "Main St 1; Bedrock; ; 70777; USA", "Main St 1; Bedrock; ; 70777"),
        ValuePair("address", "Main St 1; Bedrock; ; 70777; USA", "Main St 1; ; ; 70777; "),
        ValuePair("address", "Main St 1; Bedrock; ; 70777; USA", "Main St 1; Bedrock; ; 70778; USA", areEqual: false),
        ValuePair("address", "; Bedrock; ; 70777; USA", "; BEDROCK; ; 70777; usa"),
        ValuePair("address", "; Bedrock; ; 70777; USA", "; Bedrock; ; 70777; ", areEqual: false),
    ]
}

@Suite("Equality of values")
struct ValueIdentityTests {
    private let shared = Labeled("", "shared@x.example")

    private func person(_ field: EditableField<Person>, _ value: String) throws -> Person {
        var person = Person()
        (person.name.given, person.name.family, person.emails) = ("Ann", "Archer", [shared])
        try change(field, .add, value, in: &person)
        return person
    }

    private func change(
        _ field: EditableField<Person>, _ operation: FieldAssignment.Operation, _ value: String, in person: inout Person
    ) throws {
        try field.apply(FieldAssignment(key: field.key, operation: operation, value: value), to: &person)
    }

    private func count(_ field: EditableField<Person>, _ person: Person) -> Int {
        field.read(person).count { $0.value != shared.value }
    }

    @Test(
        "Adding, removing, merging, importing, and filtering agree on whether two values are equal",
        arguments: ValuePair.all)
    func everywhere(pair: ValuePair) async throws {
        try await Conventions.$current.withValue(Conventions(region: pair.region.flatMap { Region(rawValue: $0) })) {
            for (old, new) in [(pair.one, pair.other), (pair.other, pair.one)] {
                try await check(pair, old, new)
            }
        }
    }

    private func check(_ pair: ValuePair, _ old: String, _ new: String) async throws {
        let field = try #require(Person.fields.named(pair.field))
        let (former, other) = (try person(field, old), try person(field, new))
        let united = pair.areEqual ? 1 : 2
        var added = former
        try change(field, .add, new, in: &added)
        #expect(count(field, added) == united, "\(new) was added to \(old).")
        var removed = former
        try change(field, .remove, new, in: &removed)
        #expect(count(field, removed) == united - 1, "\(new) was removed from \(old).")
        let merged = PersonMerge(former, other) { lines, _ in lines }.content
        #expect(count(field, merged) == united, "\(new) was merged into \(old).")

        let store = try await TemporaryStore()
        let id = try await store.persons.add(former).id
        for value in [old, new] {
            let filter = try Filter("\(pair.field) = \"\(value)\"", of: .person)
            let opposite = try Filter("\(pair.field) != \"\(value)\"", of: .person)
            let found = try await store.persons.count(.all, matching: "", where: filter)
            // A filter may find other values, too. Filters compare postal addresses and final slashes as text.
            if pair.field != "address", pair.areEqual && !pair.other.hasSuffix("/") || value == old {
                #expect(found == 1, "\(value) was searched.")
                #expect(try await store.persons.count(.all, matching: "", where: opposite) == 0)
            }
        }
        var card = ContactCard(lines: [])
        card.person = other
        var writer = CardWriter(.asItCame(otherwise: .v40))
        _ = writer.write(card)
        let text = String(decoding: writer.drain(), as: UTF8.self)
        _ = try await store.imports.importContacts([ContactStream(text)], onDuplicate: .merge)
        #expect(try await store.persons.count(.all, matching: "", where: nil) == 1, "\(text)")
        #expect(try await count(field, store.persons.record(id).content) == united, "\(new) was imported into \(old).")
    }

    @Test(
        "Text that was copied as a URI or with a display name is cleaned in filters",
        arguments: [
            ("email = 'mailto:a@b.example'", 1), ("email = 'Zed <A@b.example>'", 1), ("email != '<a@b.example>'", 0),
            ("email ~ 'MAILTO:a@b.example?subject=x'", 1), ("email ~ 'mailto:'", 0), ("note ~ x or email ~ ЖУК", 1),
            ("email = '*Ж*'", 0), ("email ~ 'Ж?'", 0), ("email != ЖУК@B.example", 0), ("email ~ 'b.example>'", 0),
            ("phone = 'tel:+49-30-1234567'", 1), ("phone = 'sms:+49301234567?body=x'", 1),
            ("phone ~ 'callto:030%201234567'", 1), ("phone != 'tel:030-1234567'", 0), ("phone ~ ' 1234'", 1),
            ("url = '<https://a.example>'", 1), ("url = 'http://https://a.example'", 1),
            ("url != '<https://a.example>'", 0), ("url ~ '<https://a.example>'", 1), ("url ~ '<https:'", 0),
        ])
    func filters(text: String, count: Int) async throws {
        var person = Person()
        person.emails = [Labeled("", "a@b.example"), Labeled("", "жук@b.example")]
        (person.phones, person.urls) = ([Labeled("", "030 1234567")], [Labeled("", "https://a.example")])
        let store = try await TemporaryStore()
        _ = try await store.persons.add(person)
        let filter = try Filter(text, of: .person)
        #expect(try await store.persons.count(.all, matching: "", where: filter) == count)
    }

    @Test(
        "The owner of an email address is found in another case, but not with another tag",
        arguments: [("Ä+x@B.example", true), ("ä+X@b.example", true), ("ä@b.example", false)])
    func owners(email: String, isFound: Bool) async throws {
        var person = Person()
        person.emails = [Labeled("", "ä+x@b.example")]
        let store = try await TemporaryStore()
        _ = try await store.persons.add(person)
        #expect((try await store.recipients.owner(of: email) != nil) == isFound)
    }
}
