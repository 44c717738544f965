import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Possible duplicates")
struct DuplicateTests {
    @Test(
        "Duplicates are found with a precision of at least 0.97 and a recall of at least 0.90",
        .long("thousands of persons"),
        arguments: (Soak.isOn ? [(2, 1000), (3, 1000), (1, 4000)] : [(2, 300)]) as [(UInt64, Int)])
    func measured(seed: UInt64, count: Int) async throws {
        let crowd = DuplicateCorpus(count, seed: seed)
        try await measure(crowd.persons, crowd.pairs.map { [$0.original, $0.copy] }, "lookalikes, seed \(seed)")
    }

    @Test("Duplicates are found in the shared test population", .long("thousands of persons"))
    func population() async throws {
        let population = Population(Soak.isOn ? 2000 : 300, duplicateEvery: 20)
        try await measure(
            population.persons, population.duplicates.map { [$0.original, $0.copy] }, "population")
    }

    @Test("The cost of finding all duplicates is linear in the number of persons", .long("thousands of persons"))
    func linear() async throws {
        let series = try await GrowthSeries(from: try Soak.isLong ? 10_000 : Soak.isOn ? 1000 : 500) { count in
            let store = try await TemporaryStore(isWatched: true)
            try await Population.crowd(count, in: store.store)
            return try await #require(store.watch).cost {
                _ = try await store.duplicates.pairs(matching: "", at: .beginning, limit: .max)
            }
        }
        #expect(series.exponent < 1.2, "\(series)")
    }

    @Test("Many equal contacts are listed in pages within the limit, each pair once")
    func equalContacts() async throws {
        let store = try await TemporaryStore()
        var person = Person()
        (person.name.given, person.name.family) = ("Ann", "Smith")
        person.emails = [Labeled("", "ann@a.example")]
        person.phones = [Labeled("", "+1-555-0100")]
        _ = try await store.persons.add([Person](repeating: person, count: 30), in: .test)
        let pairs = try await allPairs(of: store.store)
        let ids = pairs.map { [$0.first.address, $0.second.address] }
        #expect(ids.count == 30 * 29 / 2 && Set(ids).count == ids.count)
        #expect(try await store.duplicates.pairs(matching: "nobody", at: .beginning, limit: 5).items.isEmpty)
        // The position of a pair remains valid after one of its persons was deleted.
        let last = try #require(pairs.dropFirst(39).first)
        try await store.persons.delete([Person.ID(rawValue: last.second.address.number)], in: .test)
        let next = try await store.duplicates.pairs(matching: "", at: .after(last.key), limit: 1).items
        #expect(next.first.map { [$0.first.address, $0.second.address] } == ids[40])
    }

    private func measure(_ persons: [Person], _ marked: [[Int]], _ title: String) async throws {
        let store = try await TemporaryStore()
        let ids = try await store.persons.add(persons)
        var leaders = Array(persons.indices)
        for pair in marked { leaders[pair[1]] = leaders[pair[0]] }
        let numbers = Dictionary(zip(ids.map(\.address), persons.indices)) { first, _ in first }
        let found = try await allPairs(of: store.store).compactMap { pair -> [Int]? in
            guard let first = numbers[pair.first.address], let second = numbers[pair.second.address] else { return nil }
            return [first, second]
        }
        #expect(Set(found).count == found.count, "each pair once")
        let right = found.count { leaders[$0[0]] == leaders[$0[1]] }
        let recalled = Set(marked).intersection(found).count
        let precision = Double(right) / Double(max(1, found.count))
        let recall = Double(recalled) / Double(marked.count)
        print("\(title): \(marked.count) marked, \(found.count) found, precision \(precision), recall \(recall)")
        #expect(precision >= 0.97)
        #expect(recall >= 0.90)
    }

    private func allPairs(of store: Store) async throws -> [DuplicatePair] {
        var pairs: [DuplicatePair] = []
        var page = ResultPage<DuplicatePair>([], hasMore: true)
        var starts: [PageCursor<DuplicateKey>] = [.beginning]
        while page.hasMore {
            page = try await store.duplicates.pairs(matching: "", at: starts[starts.count - 1], limit: 40)
            #expect(!page.items.isEmpty && page.items.count <= 40)
            pairs += page.items
            if let last = page.items.last?.key { starts.append(.after(last)) }
        }
        try await expectTheSameBackwards(pairs, in: store, from: page)
        return pairs
    }

    private func expectTheSameBackwards(_ pairs: [DuplicatePair], in store: Store, from last: ResultPage<DuplicatePair>)
        async throws
    {
        var page = last
        var found = last.items
        while let end = page.items.first?.key {
            page = try await store.duplicates.pairs(matching: "", at: .before(end), limit: 40)
            found = page.items + found
        }
        #expect(found == pairs)
    }
}
