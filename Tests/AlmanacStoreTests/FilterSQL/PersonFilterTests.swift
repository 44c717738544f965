import Model
import TestSupport
import Testing

@Suite("Filters of persons, groups, and notes")
struct PersonFilterTests {
    @Test(arguments: [
        ("birthday is null and group = \"rebel alliance\"", "Han"), ("group = 'Rebel Alliance'", "Han Leia"),
        ("not group = 'rebel alliance'", "Lando"), ("group is null", "Wedge"), ("group ~ alli and group ~ mining", ""),
        ("birthday = 1956", "Leia"), ("birthday < 1956-11", "Lando Leia"), ("birthday >= 1956-10-21", "Leia"),
        ("birthday > 1956", ""), ("birthday < 1956-10-01", "Lando"), ("birthday <= 1937-04", "Lando"),
        ("birthday = 1937-04-06", ""), ("birthday != 1937-04-06", "Leia"), ("not birthday = 1937-04-06", "Leia"),
        ("birthday < 2000 or birthday >= 2000", "Lando Leia"), ("birthday is not null", "Lando Leia Wedge"),
        ("home = alderaan", "Leia"), ("home is null", "Han Lando Wedge"), ("email ~ HOTH", "Leia"),
        ("email != leia@hoth.example", ""), ("email is null", "Han Lando Wedge"), ("city = tours", "Wedge"),
        ("country is null", "Han Lando Leia Wedge"), ("name ~ skyw or given = HAN", "Han"), ("name = LÉIA", "Leia"),
        ("note ~ plans", "Leia"), ("note is null", "Han Lando Wedge"), ("version = 1", "Han Lando Leia Wedge"),
        ("name = '!'", ""), ("not name = '!'", "Han Lando Leia Wedge"), ("name != '!'", "Han Lando Leia Wedge"),
    ])
    func `A filter finds the matching persons`(text: String, names: String) async throws {
        let store = try await Self.rebels()
        let listing = ListRequest<Person>(.all, by: .given, where: try Filter(text, of: .person))
        #expect(try await store.persons.list(listing).items.map(\.name.given).joined(separator: " ") == names)
    }

    @Test func `A filter finds the matching groups and notes`() async throws {
        let store = try await Self.rebels()
        for (text, count) in [("members = 2", 1), ("members >= 1", 2), ("members is null", 1), ("name ~ min", 1)] {
            let filter = try Filter(text, of: .group)
            #expect(try await store.groups.count(.all, matching: "", where: filter) == count, "\(text)")
        }
        for (text, count) in [
            ("person = leia", 1), ("planet is null", 1), ("text ~ 'death star'", 1), ("topic = x", 0),
        ] {
            let filter = try Filter(text, of: .note)
            #expect(try await store.notes.count(.all, matching: "", where: filter) == count, "\(text)")
        }
    }

    @Test func `A filter can be combined with a scope or a search`() async throws {
        let store = try await Self.rebels()
        let filter = try Filter("birthday is not null", of: .person)
        let alliance = RecordID(kind: .group, number: 1)
        for (scope, text, names) in [
            (ListScope.of(alliance), "", "Leia"), (.of(RecordID(kind: .group, number: 3)), "", "Leia"),
            (.usual, "lan", "Lando"), (.ungrouped, "", "Wedge"), (.of(RecordID(kind: .planet, number: 1)), "", "Leia"),
        ] {
            let listing = ListRequest<Person>(scope, by: .given, matching: text, where: filter)
            let found = try await store.persons.list(listing).items.map(\.name.given).joined(separator: " ")
            #expect(found == names, "\(scope)")
            #expect(try await store.persons.count(scope, matching: text, where: filter) == 1)
        }
    }

    private static func rebels() async throws -> TemporaryStore { try await shared.value }

    /// A database in which Leia and Han are in one group, Lando is in another, and Wedge is in none. Tests only read it.
    private static let shared: Task<TemporaryStore, any Error> = Task {
        let store = try await TemporaryStore()
        var alderaan = Planet()
        alderaan.name = "Alderaan"
        let home = try await store.planets.add(alderaan)
        var ids: [Person.ID] = []
        for (name, birthday) in [("Leia", "1956-10-21"), ("Han", nil), ("Lando", "1937-04"), ("Wedge", "--08-28")] {
            var person = Person()
            person.name.given = name
            person.birthday = birthday.flatMap { PartialDate($0) }
            if name == "Leia" {
                person.home = home.id
                person.emails = [Labeled("home", "leia@hoth.example")]
            }
            if name == "Wedge" { person.addresses = [Labeled("", PostalAddress(locality: "Tours"))] }
            ids.append(try await store.persons.add(person).id)
        }
        for (name, members) in [("Rebel Alliance", [ids[0], ids[1]]), ("Mining Guild", [ids[2]])] {
            var group = Group()
            group.name = name
            _ = try await store.groups.add(members, to: try await store.groups.add(group).id)
        }
        var smart = Group()
        (smart.name, smart.search) = ("Smart", "leia")
        _ = try await store.groups.add(smart)
        var note = Note()
        (note.topic, note.text, note.subject) = ("Plans", "Of the Death Star.", ids[0].address)
        _ = try await store.notes.add(note)
        return store
    }
}
