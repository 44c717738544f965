import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Online profiles in filters, search, and edits")
struct OnlineProfileTests {
    private static let lines = [
        "BEGIN:VCARD", "VERSION:4.0", "FN:Mom", "N:A;Ann;;;", "SOCIALPROFILE;SERVICE-TYPE=xing:https://x.example/ann",
        "PHOTO:https://x.example/a.png", "END:VCARD",
    ]

    private let store: TemporaryStore
    private let id: Person.ID

    /// Adds a person whom an earlier version imported, whose profiles and formatted name are only on the card.
    init() async throws {
        store = try await TemporaryStore()
        var person = Person()
        (person.name.given, person.name.family, person.formattedName) = ("Ann", "A", nil)
        person.card = Self.lines
        id = try await store.persons.add(person).id
    }

    private func edit(_ change: (inout Person) -> Void) async throws -> Person {
        let record = try await store.persons.record(id)
        var content = record.content
        change(&content)
        try await store.persons.update(record, to: content, in: CommandContext("edit \(id.address)", by: nil))
        return try await store.persons.record(id).content
    }

    private func exported(_ person: Person) -> [String] {
        var card = ContactCard()
        card.person = person
        var writer = CardWriter(.asItCame(otherwise: .v40))
        _ = writer.write(card)
        return String(decoding: writer.drain(), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    @Test("An edit adds the profiles and the formatted name of the card to the fields")
    func completing() async throws {
        #expect(try await exported(store.persons.record(id).content) == Self.lines)
        let person = try await edit { $0.jobTitle = "Pilot" }
        #expect(person.profiles.map(\.label) == ["xing", "picture"] && person.formattedName == "Mom")
        #expect(exported(person).filter { $0 != "TITLE:Pilot" } == Self.lines)
        let filter = try Filter("profile ~ x.example/ann", of: .person)
        #expect(try await store.persons.list(ListRequest(where: filter)).items.map(\.id) == [id])
        #expect(try await store.search.find("x.example", at: .beginning, limit: 9).matches.first?.field == "profile")
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("Adding a profile to a person with profiles only on the card keeps those profiles")
    func adding() async throws {
        let new = Labeled("mastodon", "https://x.example/@ann")
        let person = try await edit { $0.profiles = [new] }
        #expect(person.profiles.map(\.label) == ["xing", "picture", "mastodon"])
        let line = "SOCIALPROFILE;SERVICE-TYPE=mastodon:https://x.example/@ann"
        #expect(exported(person).filter { $0 != line } == Self.lines)
    }

    @Test("Profiles stay removed after all are removed, and undo restores them")
    func removing() async throws {
        _ = try await edit { $0.jobTitle = "Pilot" }
        let person = try await edit { $0.profiles = [] }
        let lines = Self.lines.filter { !$0.contains("x.example") }
        #expect(person.profiles == [] && exported(person).filter { $0 != "TITLE:Pilot" } == lines)
        _ = try await edit { $0.jobTitle = "" }
        #expect(try await exported(store.persons.record(id).content) == lines)
        for _ in 1...2 { _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id) }
        let restored = try await store.persons.record(id).content
        #expect(restored.profiles.map(\.label) == ["xing", "picture"])
        #expect(exported(restored).filter { $0 != "TITLE:Pilot" } == Self.lines)
    }
}
