import Model
import TestSupport
import Testing

@Suite("Relevance of search results", .long("all exoplanets"))
struct SearchRelevanceTests {
    @Test func `The expected result is among the first five and almost always first`() async throws {
        let store = try await RelevanceRecords.store.value
        var misses: [String] = []
        for wish in RelevanceCase.all {
            let found = try await store.search.find(wish.typed, at: .beginning, limit: 5).matches
            let names = found.map(\.reference.name)
            #expect(names.contains(wish.wanted), "“\(wish.typed)” does not find \(wish.wanted), but \(names)")
            if names.first != wish.wanted { misses.append("“\(wish.typed)” finds \(names) before \(wish.wanted)") }
            let match = found.first { $0.reference.name == wish.wanted }
            #expect((match?.correction != nil) == wish.isMistyped, "“\(wish.typed)”: \(String(describing: match))")
        }
        #expect(RelevanceCase.all.count >= 60)
        #expect(misses.count * 20 <= RelevanceCase.all.count, "\(misses.joined(separator: "\n"))")
    }

    @Test func `Corrected results are ranked after exact results`() async throws {
        let store = try await RelevanceRecords.store.value
        for wish in RelevanceCase.all {
            let found = try await store.search.find(wish.typed, at: .beginning, limit: 1000).matches
            let forgiven = found.drop { $0.correction == nil }
            #expect(forgiven.allSatisfy { $0.correction != nil }, "“\(wish.typed)”")
            #expect(forgiven.isEmpty || found.count - forgiven.count < 5, "“\(wish.typed)”")
        }
    }

    @Test func `Similar words do not displace an exact match`() async throws {
        let store = try await TemporaryStore()
        var persons: [Person] = []
        for (family, count) in [("Johnson", 30), ("Jonson", 1), ("Johnston", 30)] {
            for number in 0..<count {
                var person = Person()
                person.name.given = "N\(number)"
                person.name.family = family
                persons.append(person)
            }
        }
        _ = try await store.persons.add(persons)
        let found = try await store.search.find("jonson", at: .beginning, limit: 40).matches
        #expect(found.first?.text == "N0 Jonson")
        #expect(found.first?.correction == nil)
        #expect(found.dropFirst().first?.correction == "johnson")
        #expect(try await store.search.find("johnson", at: .beginning, limit: 100).matches.count == 30)
    }
}
