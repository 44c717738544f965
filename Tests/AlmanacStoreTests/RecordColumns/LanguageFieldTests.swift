import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Languages in filters, search, edits, and the history")
struct LanguageFieldTests {
    private let store: TemporaryStore
    private let id: Person.ID

    /// Adds a person whom an earlier version imported, with a language as a custom field.
    init() async throws {
        store = try await TemporaryStore()
        var person = Person()
        (person.name.given, person.cardLanguage) = ("Ann", nil)
        person.card = [
            "BEGIN:VCARD", "VERSION:4.0", "FN:Ann", "N:;Ann;;;", "LANGUAGE:fr", "LANG;TYPE=work:de-CH", "END:VCARD",
        ]
        person.customFields = [Labeled("language", "de-CH"), Labeled("hobby", "chess")]
        id = try await store.persons.add(person).id
    }

    private func edit(_ words: FieldAssignment...) async throws -> Person {
        let record = try await store.persons.record(id)
        var content = record.content
        try Person.fields.apply(words, to: &content)
        try await store.persons.update(record, to: content, in: CommandContext("edit \(id.address)", by: nil))
        return try await store.persons.record(id).content
    }

    private func found(_ filter: String) async throws -> [Person.ID] {
        try await store.persons.list(ListRequest(where: Filter(filter, of: .person))).items.map(\.id)
    }

    @Test("An edit moves a language out of the custom fields, and filters and search find it")
    func completing() async throws {
        let person = try await edit(FieldAssignment(key: "title", value: "Pilot"))
        #expect(person.languages == [Labeled("work", "de-CH")] && person.cardLanguage == "fr")
        #expect(person.customFields == [Labeled("hobby", "chess")])
        #expect(try await found("language = de-ch") == [id])
        #expect(try await found("cardLanguage = fr") == [id])
        #expect(try await found("language = en") == [])
        #expect(try await store.search.find("de-CH", at: .beginning, limit: 9).matches.first?.field == "language")
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("Languages are added, changed, removed, and restored by an undo")
    func undo() async throws {
        var person = try await edit(FieldAssignment(key: "language", label: "home", operation: .add, value: "rm"))
        #expect(person.languages == [Labeled("work", "de-CH"), Labeled("home", "rm")])
        person = try await edit(
            FieldAssignment(key: "language", label: "work", value: ""), FieldAssignment(key: "cardLanguage", value: ""))
        #expect(person.languages == [Labeled("home", "rm")] && person.cardLanguage == "")
        _ = try await edit(FieldAssignment(key: "title", value: "Pilot"))
        #expect(try await store.persons.record(id).content.cardLanguage == "")
        for _ in 1...3 { _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id) }
        person = try await store.persons.record(id).content
        #expect(person.languages == [] && person.cardLanguage == nil && person.customFields.count == 2)
    }
}
