import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Pronouns in filters, sorted lists, search, and the history")
struct PronounsTests {
    private static func store() async throws -> TemporaryStore {
        let store = try await TemporaryStore()
        for pronouns in ["they/them", "", "She/Her", "he/him"] {
            var person = Person()
            (person.name.given, person.pronouns) = ("A", pronouns)
            _ = try await store.persons.add(person)
        }
        return store
    }

    @Test(arguments: [("pronouns = \"she/her\"", [3]), ("pronouns ~ them", [1]), ("pronouns is null", [2])])
    func `Persons can be filtered by their pronouns`(filter: String, numbers: [Int64]) async throws {
        let store = try await Self.store()
        let found = try await store.persons.list(ListRequest(where: try Filter(filter, of: .person))).items
        #expect(found.map(\.id.rawValue) == numbers)
    }

    @Test func `Persons can be sorted by their pronouns`() async throws {
        let store = try await Self.store()
        let order = try #require(RecordOrder<Person>(named: "pronouns"))
        for (isDescending, numbers) in [(false, [4, 3, 1, 2]), (true, [1, 3, 4, 2])] {
            let listing = ListRequest(by: order, isDescending: isDescending)
            #expect(try await store.persons.list(listing).items.map(\.id.rawValue) == numbers.map(Int64.init))
        }
    }

    @Test func `Persons can be found by their pronouns`() async throws {
        let store = try await Self.store()
        let matches = try await store.search.find("them", at: .beginning, limit: 9)
        #expect(matches.matches.map(\.reference.address.number) == [1] && matches.matches.first?.field == "pronouns")
    }

    @Test func `Changes to pronouns are recorded and can be undone`() async throws {
        let store = try await Self.store()
        let person = try await store.persons.record(Person.ID(rawValue: 1))
        var content = person.content
        content.pronouns = "xe/xir"
        try await store.persons.update(person, to: content, in: CommandContext("edit persons/1", by: nil))
        let step = try #require(
            try await store.history.steps(about: person.address, at: .beginning, limit: 1).items.first)
        let change = try #require(try await store.history.changes(of: step.id, at: .beginning, limit: 1).items.first)
        #expect(change.fields.map(\.title) == ["Pronouns"])
        #expect(change.fields.first?.old == "they/them" && change.fields.first?.new == "xe/xir")
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.record(person.id).pronouns == "they/them")
    }
}
