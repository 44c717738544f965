import Model
import TestSupport
import Testing

@Suite("Search as people type")
struct PraiseTests {
    @Test func whatIsWantedComesFirst() async throws {
        let store = try await TemporaryStore()
        try await SearchCast.settle(in: store.store)
        var misses: [String] = []
        for wish in SearchWish.all {
            let found = try await store.search.find(wish.typed, offset: 0, limit: 5).matches.map(\.reference.name)
            #expect(found.contains(wish.wanted), "“\(wish.typed)” does not find \(wish.wanted), but \(found)")
            if found.first != wish.wanted { misses.append("“\(wish.typed)” finds \(found) before \(wish.wanted)") }
        }
        #expect(SearchWish.all.count >= 60)
        #expect(misses.count * 20 <= SearchWish.all.count, "\(misses.joined(separator: "\n"))")
    }
}
