import FoundationEssentials
import Glibc
import Model
import TestSupport
import Testing
@testable import AlmanacStore

/// The cost of interactive operations by database size: `ALMANAC_SCALE=10000,1000000 swift test -c release --filter
/// ScaleTests`, with `-Xswiftc -enable-testing`.
@Suite("Costs in databases of several sizes", .enabled(if: !Scale.sizes.isEmpty))
struct ScaleTests {
    @Test func `The costs of searches, reads, and writes are printed for each database size`() async throws {
        var stores: [TemporaryStore] = []
        for size in Scale.sizes {
            let store = try await TemporaryStore()
            let building = try await ContinuousClock().measure { try await Population.crowd(size, in: store.store) }
            let bytes = try FileManager.default.attributesOfItem(atPath: store.path)[.size] as? Int64 ?? 0
            print("\(size) persons: built in \(building), \(bytes >> 20) MiB")
            stores.append(store)
        }
        for (title, costs) in try await ScaleCosts(of: stores.map(\.store)).medians {
            let ratio = Double(costs.last ?? 0) / Double(max(costs.first ?? 0, 1))
            print("\(title):", costs.map { "\($0) µs" }.joined(separator: ", "), "×\((ratio * 100).rounded() / 100)")
        }
    }
}

private enum Scale {
    static let sizes = (ProcessInfo.processInfo.environment["ALMANAC_SCALE"] ?? "").split(separator: ",").compactMap {
        Int($0)
    }
}

/// The median costs of operations on databases of several sizes, in microseconds of processor time.
struct ScaleCosts {
    static let typed = [
        ("an exact name", "leia organa"), ("a name of one in fifty", "smith"), ("a beginning of a name", "flintst"),
        ("one letter", "s"), ("two letters", "ma"), ("a word of a third", "engineer"),
        ("a word of all", "example"), ("two frequent words", "engineer slate"),
        ("a frequent word and a name", "anna engineer"),
        ("an e-mail", "person7@example.org"), ("the beginning of e-mails", "person1"), ("the end of a phone", "1234"),
        ("a whole phone", "+1 555 1000077"), ("a typo", "flintstnoe"),
        ("two words, one mistyped", "leia orgama"),
        ("nothing", "xyzzyxyzzy"), ("words never together", "engineer hundred"),
    ]

    private var samples: [String: [[Int]]] = [:]
    private var titles: [String] = []
    let places: [MeasuredStore]

    /// A database and the person in the middle of its ID range.
    struct MeasuredStore {
        let number: Int
        let store: Store
        let middle: Record<Person>
    }

    init(of stores: [Store]) async throws {
        var places: [MeasuredStore] = []
        for (number, store) in stores.enumerated() {
            let id = Person.ID(rawValue: Int64(try await store.persons.count(.all) / 2))
            places.append(MeasuredStore(number: number, store: store, middle: try await store.persons.record(id)))
        }
        self.places = places
        try await measureSearches()
        try await measureReading()
        try await measureEverybody()
        try await measureWriting()
        try await measureHistory()
    }

    private mutating func measureSearches() async throws {
        for (title, text) in Self.typed {
            try await measure("find \(title): “\(text)”") {
                try await $0.store.search.find(text, at: .beginning, limit: 20)
            }
            try await measure("unranked: “\(text)”") { try await Self.unranked(text, in: $0.store) }
        }
        for text in ["jo", ""] {
            try await measure("complete “\(text)”") {
                try await $0.store.search.names(beginningWith: text, of: Set(Kind.allCases), limit: 50)
            }
        }
        try await measure("names like “flintstnoe”") {
            try await $0.store.search.names(like: "flintstnoe", of: Set(Kind.allCases), limit: 5)
        }
        try await measure("the one called “nick 5”") { try await $0.store.persons.named("nick 5") }
    }

    /// Returns as many documents as a search tier reads, without ranking them.
    private static func unranked(_ text: String, in store: Store) async throws -> [DocumentID] {
        guard let query = SearchQuery(text) else { return [] }
        return try await store.database.reading { connection in
            let table = SearchTable.everything
            let expression = try table.matching(query, isFinished: false, in: connection)
            return try connection.all(
                table.listed,
                {
                    $0[1] = expression
                    $0[2] = Candidates.limit
                    $0[3] = "[]"
                }
            ) { try $0[0] as DocumentID }
        }
    }

    private mutating func measureReading() async throws {
        try await measure("show") { try await $0.store.persons.records([$0.middle.id]) }
        for order in RecordOrder<Person>.allCases {
            try await measure("first page by \(order)") { try await $0.store.persons.list(ListRequest(by: order)) }
            try await measure("last page by \(order)") {
                try await $0.store.persons.list(ListRequest(by: order, isDescending: true))
            }
            try await measure("page from the middle by \(order)") {
                try await $0.store.persons.list(ListRequest(by: order, after: $0.middle.recordID))
            }
            try await measure("page before the middle by \(order)") {
                try await $0.store.persons.list(ListRequest(by: order, before: $0.middle.recordID))
            }
        }
    }

    private mutating func measureWriting() async throws {
        for _ in 0..<Self.runs {
            for place in places { try await write(in: place) }
        }
    }

    private mutating func write(in place: MeasuredStore) async throws {
        let group = try await place.store.groups.add(Group())
        let person = try await place.store.persons.record(place.middle.id)
        var content = person.content
        content.jobTitle = content.jobTitle == "Pilot" ? "Gardener" : "Pilot"
        try await sample("edit", place) { [content] place in
            try await CommandContext.$current.withValue(CommandContext("edit", by: nil)) {
                try await place.store.persons.update(person.id, version: person.version, to: content)
            }
        }
        let step = try await place.store.history.steps(about: nil, at: .beginning, limit: 1).items[0].id
        try await sample("undo", place) { try await $0.store.history.undo(step) }
        try await sample("redo", place) { try await $0.store.history.redo(step) }
        let added = try await sample("add", place) { [content] in try await $0.store.persons.add(content) }
        try await sample("to a group", place) { try await $0.store.groups.add([added.id], to: group.id) }
        try await sample("delete", place) { try await $0.store.persons.delete([added.id]) }
        try await sample("restore", place) { try await $0.store.history.restore([added.recordID]) }
        try await place.store.persons.delete([added.id])
        try await sample("purge", place) { try await $0.store.history.purge([added.recordID]) }
        try await place.store.groups.delete([group.id])
    }

    private mutating func measureHistory() async throws {
        try await measure("history page") { try await $0.store.history.steps(about: nil, at: .beginning, limit: 50) }
        try await measure("history of the oldest steps") {
            try await $0.store.history.steps(about: nil, at: .after(Step.ID(rawValue: 3)), limit: 50)
        }
        try await measure("history of a person") {
            try await $0.store.history.steps(about: $0.middle.recordID, at: .beginning, limit: 50)
        }
        try await measure("changes of a great step") {
            try await $0.store.history.changes(of: Step.ID(rawValue: 1), at: .beginning, limit: 50)
        }
        try await measure("next undo") { try await $0.store.history.nextUndo() }
        try await measure("next redo") { try await $0.store.history.nextRedo() }
        try await measure("trash") { try await $0.store.history.trash(at: .beginning, limit: 50) }
        try await measure("a person of the past") {
            try await $0.store.persons.record($0.middle.id, at: $0.middle.created)
        }
    }

    // MARK: - Sampling

    private static let runs = 21

    mutating func measure<Result>(_ title: String, _ body: (MeasuredStore) async throws -> Result) async throws {
        for _ in 0..<Self.runs {
            for place in places { try await sample(title, place, body) }
        }
    }

    @discardableResult
    private mutating func sample<Result>(
        _ title: String, _ place: MeasuredStore, _ body: (MeasuredStore) async throws -> Result
    ) async throws -> Result {
        let start = clock()
        let result = try await body(place)
        let cost = clock() - start
        if samples[title] == nil {
            titles.append(title)
            samples[title] = places.map { _ in [] }
        }
        samples[title]?[place.number].append(cost)
        return result
    }

    /// The operations in the order of measurement, each with its median cost for each database.
    var medians: [(title: String, microseconds: [Int])] {
        titles.map { title in
            (title, samples[title, default: []].map { $0.sorted()[$0.count / 2] })
        }
    }
}

extension ScaleCosts {
    /// Measures a group of all persons, changes to the group, and changes to one membership.
    mutating func measureEverybody() async throws {
        for place in places { try await Self.gather(in: place.store) }
        try await measure("show a group of everybody") { try await $0.store.groups.record(Self.everybody(in: $0)) }
        try await measure("list a group of everybody") { try await $0.store.groups.list(ListRequest()) }
        try await measure("a page of its members from the middle") {
            let group = try await Self.everybody(in: $0).recordID
            return try await $0.store.persons.list(ListRequest(.of(group), by: .member, after: $0.middle.recordID))
        }
        try await measure("rename it") { place in
            let group = try await place.store.groups.record(Self.everybody(in: place))
            var content = group.content
            content.summary += "."
            _ = try await place.store.groups.update(group.id, version: group.version, to: content)
        }
        try await measure("remove one from it, and add one to it") { place in
            let group = try await Self.everybody(in: place)
            _ = try await place.store.groups.remove([place.middle.id], from: group)
            _ = try await place.store.groups.add([place.middle.id], to: group)
        }
    }

    private static func everybody(in place: MeasuredStore) async throws -> Group.ID {
        let found = try await place.store.groups.named(name).first.flatMap { Group.ID($0.id) }
        guard let found else { throw RecordProblem.notFound(RecordID(kind: .group, number: 1)) }
        return found
    }

    private static let name = "Everybody there is"

    private static func gather(in store: Store) async throws {
        var group = Group()
        group.name = name
        let id = try await store.groups.add(group).id
        try await store.database.writing { connection in
            try connection.run("INSERT INTO membership SELECT ?1, id, id FROM person") { $0[1] = id }
            // Members become searchable when the index is updated, which is not measured here.
            try connection.run("DELETE FROM search_pending")
        }
    }
}
