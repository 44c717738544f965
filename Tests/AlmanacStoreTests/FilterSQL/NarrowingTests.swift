import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Search within a list")
struct NarrowingTests {
    @Test(
        .long("every order"), arguments: ["fl", "flintstone", "bedrock", "rubble b", "ZZZ", "!"],
        Soak.sample(RecordOrder<Person>.allCases.dropLast(), 4))
    func `A narrowed list contains the matching records in the order of the whole list`(
        _ text: String, by order: RecordOrder<Person>
    ) async throws {
        let store = try await TemporaryStore(with: "flintstones")
        let found = try await store.search.find(text, at: .beginning, limit: 100).matches
            .filter { $0.correction == nil }.map(\.reference.address)
        let whole = try await store.persons.list(ListRequest(.usual, by: order, limit: 100)).items.map(\.address)
        let expected = whole.filter(found.contains)
        var paged: [RecordID] = []
        var hasMore = true
        while hasMore {
            let listing = ListRequest(.usual, by: order, after: paged.last, limit: 2, matching: text)
            let slice = try await store.persons.list(listing)
            paged += slice.items.map(\.address)
            hasMore = slice.hasMore
        }
        #expect(paged == expected)
        #expect(try await store.persons.count(.usual, matching: text) == expected.count)
    }

    @Test func `A search within a list uses an index for every kind of record`() async throws {
        let store = try await TemporaryStore(with: "flintstones")
        let log = try StatementLog(on: store) { connection in
            _ = try Tables.persons.list(ListRequest(.usual, matching: "fred"), in: connection)
            _ = try Tables.groups.list(ListRequest(.usual, matching: "bowling"), in: connection)
            _ = try Tables.planets.list(ListRequest(.all, matching: "earth"), in: connection)
            _ = try Tables.notes.list(ListRequest(.usual, matching: "fred"), in: connection)
        }
        #expect(try log.fullScans() == [])
    }
}
