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
        let series = try await GrowthSeries(from: try Soak.isLong ? 10_000 : Soak.isOn ? 1000 : 300) { count in
            let store = try await TemporaryStore(isWatched: true)
            try await Population.crowd(count, in: store.store)
            return try await #require(store.watch).cost {
                _ = try await store.duplicates.pairs(matching: "", at: .beginning, limit: .max)
            }
        }
        #expect(series.exponent < 1.2, "\(series)")
    }

    @Test("Each pair of many equal contacts is listed once, and no page exceeds the limit")
    func equalContacts() async throws {
        let store = try await TemporaryStore()
        var person = Person()
        (person.name.given, person.name.family) = ("Ann", "Smith")
        person.emails = [Labeled("", "ann@a.example")]
        person.phones = [Labeled("", "+1-555-0100")]
        _ = try await store.persons.add([Person](repeating: person, count: 30), in: .test)
        let pairs = try await allPairs(of: store.store)
        let ids = pairs.map { [$0.first.id, $0.second.id] }
        #expect(ids.count == 30 * 29 / 2 && Set(ids).count == ids.count)
        #expect(try await store.duplicates.pairs(matching: "nobody", at: .beginning, limit: 5).items.isEmpty)
        // The position of a pair remains valid after one of the persons is deleted.
        let last = try #require(pairs.dropFirst(39).first)
        try await store.persons.delete([Person.ID(rawValue: last.second.id.number)], in: .test)
        let next = try await store.duplicates.pairs(matching: "", at: .after(last.key), limit: 1).items
        #expect(next.first.map { [$0.first.id, $0.second.id] } == ids[40])
    }

    private func measure(_ persons: [Person], _ marked: [[Int]], _ title: String) async throws {
        let store = try await TemporaryStore()
        let ids = try await store.persons.add(persons)
        var leaders = Array(persons.indices)
        for pair in marked { leaders[pair[1]] = leaders[pair[0]] }
        let numbers = Dictionary(zip(ids.map(\.recordID), persons.indices)) { first, _ in first }
        let found = try await allPairs(of: store.store).compactMap { pair -> [Int]? in
            guard let first = numbers[pair.first.id], let second = numbers[pair.second.id] else { return nil }
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

@Suite("Merging two persons")
struct MergeTests {
    private let store: TemporaryStore
    private let leia: Record<Person>
    private let princess: Record<Person>
    private let account: Account.ID

    init() async throws {
        store = try await TemporaryStore()
        account = try await store.accounts.add(name: "Han", passphrase: nil).id
        var one = Person()
        one.name.given = "Leia"
        one.emails = [Labeled("work", "leia@alderaan.example")]
        var other = one
        other.name.nickname = "Princess"
        other.phones = [Labeled("home", "+1 555 0100 100")]
        let (first, second) = (try await store.persons.add(one), try await store.persons.add(other))
        for (name, members) in [
            ("Both", [second.id, first.id]), ("Other's", [second.id]), ("First's", [first.id]),
        ] {
            var group = Group()
            group.name = name
            _ = try await store.groups.add(members, to: try await store.groups.add(group).id)
        }
        for subject in [first.recordID, second.recordID] {
            var note = Note()
            note.text = "About \(subject)"
            note.subject = subject
            _ = try await store.notes.add(note)
        }
        try await store.favorites.setFavorite(true, second.recordID, of: account)
        try await store.favorites.setFavorite(true, second.recordID, of: nil)
        leia = try await store.persons.record(first.id)
        princess = try await store.persons.record(second.id)
    }

    private func merge(_ other: Record<Person>, into first: Record<Person>) async throws -> Record<Person> {
        let content = PersonMerge(first.content, other.content) { first, _ in first }.content
        try await store.duplicates.merge(other, into: first, as: content, in: CommandContext("merge", by: nil))
        return try await store.persons.record(first.id)
    }

    @Test("Merging combines values, groups, notes, and favorites, and the old ID refers to the merged person")
    func whole() async throws {
        let merged = try await merge(princess, into: leia)
        #expect(merged.id == leia.id && merged.name.nickname == "Princess")
        #expect(merged.emails.count == 1 && merged.phones.count == 1)
        #expect(merged.links.groups.map(\.name) == ["Both", "First's", "Other's"])
        #expect(merged.links.notes.first.count == 2)
        #expect(try await store.favorites.favorites(of: account).map(\.id) == [leia.recordID])
        #expect(try await store.favorites.favorites(of: nil).map(\.id) == [leia.recordID])
        #expect(try await store.duplicates.mergeTarget(of: princess.id)?.id == leia.recordID)
        #expect(try await store.persons.records([princess.id]) == [])
        #expect(
            try await store.search.find("princess", at: .beginning, limit: 5).matches.map(\.reference.id) == [
                leia.recordID
            ])
        let file = try store.connection()
        #expect(try SearchCheck().findings(in: file) == [])
        #expect(try ForeignKeyCheck().findings(in: file) == [])
    }

    @Test("A merge is recorded as one step, which can be undone and redone")
    func undone() async throws {
        let before = try UserContent(of: store)
        _ = try await merge(princess, into: leia)
        let after = try UserContent(of: store)
        let step = try #require(try await store.history.nextUndo())
        _ = try await store.history.undo(step.id)
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try await store.duplicates.mergeTarget(of: princess.id) == nil)
        #expect(try await store.persons.record(leia.id).content.uids == [])
        _ = try await store.history.redo(step.id)
        #expect(try UserContent(of: store).differences(from: after) == [])
    }

    @Test("Earlier IDs of a repeatedly merged person refer to the last merge target, whose history includes all steps")
    func chain() async throws {
        let merged = try await merge(princess, into: leia)
        var luke = Person()
        luke.name.given = "Luke"
        let last = try await store.persons.add(luke)
        _ = try await merge(merged, into: last)
        for id in [princess.id, leia.id] {
            #expect(try await store.duplicates.mergeTarget(of: id)?.id == last.recordID)
        }
        let steps = try await store.history.steps(about: last.recordID, at: .beginning, limit: 50).items
        let firstSteps = try await store.history.steps(about: princess.recordID, at: .beginning, limit: 50).items
        #expect(Set(firstSteps.map(\.id)).isSubset(of: Set(steps.map(\.id))))
        let changes = try await store.history.changes(of: last.recordID, in: steps.map(\.id)).values.joined()
        #expect(changes.contains { $0.record.id == princess.recordID })
    }

    @Test("The ID of a merged person causes an error until the deleted merge target is restored")
    func restored() async throws {
        var bail = Person()
        bail.name.given = "Bail"
        let last = try await store.persons.add(bail)
        _ = try await merge(try await merge(princess, into: leia), into: last)
        let before = try UserContent(of: store)
        try await store.persons.delete([last.id])
        await #expect(throws: RecordProblem.mergedAndDeleted(princess.recordID, into: last.recordID)) {
            try await store.duplicates.mergeTarget(of: princess.id)
        }
        try await store.history.restore([last.recordID])
        #expect(try UserContent(of: store).differences(from: before) == [])
        for id in [princess.id, leia.id] {
            #expect(try await store.duplicates.mergeTarget(of: id)?.id == last.recordID)
        }
    }

    @Test("The merged record keeps its UID, and restoring the other person also restores that person’s UID")
    func publishedUIDs() async throws {
        func uids() async throws -> [String?] {
            try await store.exports.cards(of: .all, after: nil, limit: 5, withPhotos: false).cards.map(\.uid)
        }
        _ = try await merge(princess, into: leia)
        #expect(try await uids() == [leia.uuid])
        try await store.history.restore([princess.recordID])
        #expect(try await uids() == [leia.uuid, princess.uuid])
    }

    @Test("A merge fails without changes if one or both persons have changed")
    func changed() async throws {
        for stale in [princess, leia] {
            var content = try await store.persons.record(stale.id)
            content.organization = "Rebels \(stale.id.rawValue)"
            _ = try await store.persons.update(stale.id, version: content.version, to: content.content)
            let before = try UserContent(of: store)
            await #expect(throws: RecordProblem.self) { _ = try await merge(princess, into: leia) }
            #expect(try UserContent(of: store).differences(from: before) == [])
        }
    }
}
