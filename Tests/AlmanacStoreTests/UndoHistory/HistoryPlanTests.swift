import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Query plans and statement counts for history and trash")
struct HistoryPlanTests {
    @Test func `History queries do not scan history tables`() async throws {
        let store = try await TemporaryStore()
        let person = try await store.persons.add(.full(home: try await store.planets.add(.example).id))
        let other = try await store.persons.add(Person())
        try await store.persons.delete([other.id])
        let log = try StatementLog(on: store) { connection in
            let reader = StepReader(connection)
            for start in [PageCursor.after(Step.ID(rawValue: 9)), .before(Step.ID(rawValue: 9))] {
                _ = try reader.steps(about: nil, at: start, limit: 2)
                _ = try reader.steps(about: person.recordID, at: start, limit: 2)
            }
            _ = try reader.steps(about: person.recordID, at: .beginning, limit: 2)
            _ = try reader.isPurged(Step.ID(rawValue: 1))
            _ = try reader.latest(about: Step.ID(rawValue: 1))
            _ = try Person.table.changes(
                at: [HistoryPoint(id: person.id.rawValue, step: Step.ID(rawValue: 1))], on: connection)
            let trash = Trash(connection)
            _ = try trash.deletions(at: .after(other.recordID), limit: 2)
            _ = try trash.deletions(at: .before(other.recordID), limit: 2)
            try connection.transaction {
                var reversal = Reversal(of: Step.ID(rawValue: 1), named: Step.ID(rawValue: 1), on: connection)
                try ActiveStep(CommandContext("undo", by: nil), at: person.created).begin(on: connection)
                try reversal.run()
            }
        }
        let scans = try log.fullScans().filter { !$0.contains("SCAN present_step") }
        #expect(scans.filter { $0.contains("change") || $0.contains("_past") || $0.contains("step") } == [])
    }

    @Test func `Reversing the addition or deletion of 2 or 20 groups runs the same number of queries`() async throws {
        func runs(_ count: Int, isDeletion: Bool) async throws -> Int {
            let store = try await TemporaryStore()
            let ids = try await store.groups.add((0..<count).map { _ in Group.example })
            if isDeletion {
                try await CommandContext.$current.withValue(CommandContext("delete", by: nil)) {
                    try await store.groups.delete(ids)
                }
            }
            let step = try #require(try await store.history.nextUndo()).id
            let log = try StatementLog(on: store) { connection in
                try connection.withForeignKeysOff {
                    var reversal = Reversal(of: step, named: step, on: connection)
                    try ActiveStep(CommandContext("undo", by: nil), at: Timestamp(secondsSince1970: 0)).begin(
                        on: connection)
                    try reversal.run()
                    #expect(reversal.conflicts.isEmpty)
                    let groups = try connection.first("SELECT count(*) FROM people_group") { $0[0] as Int }
                    #expect(groups == (isDeletion ? count : 0))
                }
            }
            // Only SELECT statements are counted, because the run counts of other statements include their triggers.
            return try log.connection.all("SELECT run FROM sqlite_stmt WHERE sql GLOB 'SELECT*'") { $0[0] as Int }
                .reduce(0, +)
        }
        for isDeletion in [false, true] {
            #expect(try await runs(2, isDeletion: isDeletion) == runs(20, isDeletion: isDeletion))
        }
    }

    @Test func `Loading the changes of a record in 2 or 20 steps runs the same number of statements`() async throws {
        let store = try await TemporaryStore()
        var person = try await store.persons.add(.full(home: try await store.planets.add(.example).id))
        for index in 0..<20 {
            try await CommandContext.$current.withValue(CommandContext("edit", by: nil)) {
                let group = try await store.groups.add(.example)
                _ = try await store.groups.add([person.id], to: group.id)
                var content = person.content
                content.emails = [Labeled("home", "\(index)@almanac.example")]
                person = try await store.persons.update(person.id, version: person.version, to: content)
            }
        }
        let steps = try await store.history.steps(about: person.recordID, at: .beginning, limit: 50).items.map(\.id)
        let runs = try [2, 20].map { size in
            try StatementLog(on: store) { connection in
                let changes = try ChangeReader(connection).changes(
                    of: person.recordID, in: Array(steps.prefix(size)))
                #expect(changes.count == size)
                #expect(changes.values.allSatisfy { $0.count == 2 })
            }.runs
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0] < 30)
        let pages = try [1, 2].map { size in
            try StatementLog(on: store) {
                _ = try ChangeReader($0).changes(of: steps[0], at: .beginning, limit: size)
            }.runs
        }
        #expect(pages[1] < 30)
    }

    @Test func `Listing the trash runs the same number of statements regardless of the page size`() async throws {
        let store = try await TemporaryStore()
        let home = try await store.planets.add(.example).id
        let ids = try await store.persons.add((0..<20).map { _ in Person.full(home: home) })
        let addresses = ids.map(\.recordID)
        try await store.persons.delete(ids)
        let costs = try [2, 18].map { size in
            try StatementLog(on: store) { connection in
                let trash = Trash(connection)
                _ = try trash.deletedRecords(of: try trash.deletions(at: .beginning, limit: size))
                let chosen = Array(addresses.prefix(size))
                #expect(try trash.deletedRecords(of: try trash.deletions(of: chosen)).map(\.record.id) == chosen)
            }.runs
        }
        #expect(costs[0] == costs[1])
        try await store.history.purge(addresses)
        #expect(try await store.history.trash(at: .beginning, limit: 50).items == [])
    }
}

/// Cost tests that count steps of SQLite’s virtual machine instead of measuring time.
@Suite("Growth of costs with long histories")
struct HistoryGrowthTests {
    @Test(arguments: [Edits.name, .oneMoreEmail])
    func `The costs of showing a record’s history and sources and restoring it are linear in the number of edits`(
        edits: Edits
    ) async throws {
        var showing: [Int: Int] = [:]
        var finding: [Int: Int] = [:]
        let restoring = try await GrowthSeries(from: 30) { size in
            let (store, person) = try await Self.store(with: size, edits)
            showing[size] = try await store.cost {
                let count = try await store.countOfChangedFields(of: person)
                #expect(count > size)
            }
            finding[size] = try StatementLog(on: store) { connection in
                let fields = try ManualEdits.fields(of: person, in: connection)
                #expect(fields == (edits == .name ? ["given"] : ["given", "email"]))
            }.cost.steps
            try await store.persons.delete([Person.ID(rawValue: person.number)])
            return try await store.cost { _ = try await store.history.restore([person], in: .test) }
        }
        for series in [
            try await GrowthSeries(from: 30) { showing[$0, default: 0] },
            try await GrowthSeries(from: 30) { finding[$0, default: 0] }, restoring,
        ] { #expect(series.exponent < 1.2, "\(series)") }
    }

    @Test
    func `The cost of showing a group’s or member’s history or a member’s sources is linear in the number of changes`()
        async throws
    {
        var ofPerson: [Int: Int] = [:]
        var finding: [Int: Int] = [:]
        let ofGroup = try await GrowthSeries(from: 40) { size in
            let (store, group, person) = try await Self.store(withChangesOfMembers: size)
            finding[size] = try StatementLog(on: store) { connection in
                let fields = try ManualEdits.fields(of: person, in: connection)
                #expect(fields.contains("given"))
            }.cost.steps
            ofPerson[size] = try await store.cost {
                let count = try await store.countOfChangedFields(of: person)
                #expect(count >= size)
            }
            return try await store.cost {
                let count = try await store.countOfChangedFields(of: group)
                #expect(count >= size)
            }
        }
        for series in [
            ofGroup, try await GrowthSeries(from: 40) { ofPerson[$0, default: 0] },
            try await GrowthSeries(from: 40) { finding[$0, default: 0] },
        ] { #expect(series.exponent < 1.2, "\(series)") }
    }

    @Test func `The cost of making, showing, or undoing a change is linear in the number of email addresses`()
        async throws
    {
        for operation in [Operation.edit, .history, .undo] {
            let series = try await GrowthSeries(from: 100) { size in
                let store = try await TemporaryStore(isWatched: true)
                let person = try await store.persons.add(Self.leia)
                var content = person.content
                content.emails = (0..<size).map { Labeled("home", "\($0)@almanac.example") }
                let added = try await Self.command {
                    try await store.persons.update(person.id, version: 1, to: content)
                }
                var changed = content
                changed.emails.removeFirst()
                return try await store.cost {
                    switch operation {
                    case .edit: try await store.persons.update(added, to: changed, in: .test)
                    case .history: _ = try await store.countOfChangedFields(of: person.recordID)
                    case .undo: _ = try await store.history.undo(try #require(await store.history.nextUndo()).id)
                    }
                }
            }
            #expect(series.exponent < 1.2, "\(operation): \(series)")
        }
    }

    @Test func `The cost of restoring many records is linear in their number`() async throws {
        let series = try await GrowthSeries(from: 50) { size in
            let store = try await TemporaryStore(isWatched: true)
            let persons = try await store.persons.add(Array(repeating: Self.leia, count: size))
            let group = try await store.groups.add(.example)
            _ = try await store.groups.add(persons, to: group.id)
            try await store.persons.delete(persons)
            let cost = try await store.cost { _ = try await store.history.restore(persons.map(\.recordID), in: .test) }
            let members = try await store.persons.count(.of(group.recordID), matching: "", where: nil)
            #expect(members == size)
            return cost
        }
        #expect(series.exponent < 1.2, "\(series)")
    }

    @Test(.long("800 records"))
    func `The cost of listing the trash in pages is linear in the number of records deleted together`() async throws {
        let series = try await GrowthSeries(from: Soak.isOn ? 200 : 100) { size in
            let store = try await TemporaryStore()
            let persons = try await store.persons.add(Array(repeating: Self.leia, count: size))
            try await store.persons.delete(persons)
            return try StatementLog(on: store) { connection in
                let trash = Trash(connection)
                var (count, start) = (0, PageCursor<RecordID>.beginning)
                while case let page = try trash.deletions(at: start, limit: 20), let last = page.last {
                    count += page.count
                    start = .after(last.id)
                }
                #expect(count == size)
            }.cost.steps
        }
        #expect(series.exponent < 1.2, "\(series)")
    }

    // MARK: - Long histories

    private static let leia: Person = {
        var person = Person()
        person.name.given = "Leia"
        return person
    }()

    enum Edits {
        case name, oneMoreEmail
    }

    private enum Operation {
        case edit, history, undo
    }

    /// Creates a database with a person who was edited many times.
    private static func store(with count: Int, _ edits: Edits) async throws -> (TemporaryStore, RecordID) {
        let store = try await TemporaryStore(isWatched: true)
        var person = try await command { try await store.persons.add(Self.leia) }
        for index in 1...count {
            var content = person.content
            switch edits {
            case .name: content.name.given = "Leia \(index)"
            case .oneMoreEmail: content.emails.append(Labeled("home", "\(index)@almanac.example"))
            }
            person = try await command {
                try await store.persons.update(person.id, version: person.version, to: content)
            }
        }
        return (store, person.recordID)
    }

    /// Creates a database with a person who was added to and removed from a group many times.
    private static func store(
        withChangesOfMembers count: Int
    ) async throws -> (store: TemporaryStore, group: RecordID, person: RecordID) {
        let store = try await TemporaryStore(isWatched: true)
        let (group, person) = (try await store.groups.add(.example), try await store.persons.add(leia))
        for index in 0..<count {
            try await command {
                _ =
                    index.isMultiple(of: 2)
                    ? try await store.groups.add([person.id], to: group.id)
                    : try await store.groups.remove([person.id], from: group.id)
            }
        }
        return (store, group.recordID, person.recordID)
    }

    private static func command<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await CommandContext.$current.withValue(CommandContext("edit", by: nil)) { try await body() }
    }
}

extension TemporaryStore {
    /// Returns the number of virtual machine steps of the statements that the body runs.
    fileprivate func cost(_ body: () async throws -> Void) async throws -> Int {
        try await #require(watch).cost(body)
    }

    /// Reads the whole history of a record in pages and returns the number of changed fields.
    fileprivate func countOfChangedFields(of address: RecordID) async throws -> Int {
        var (count, start, hasMore) = (0, PageCursor<Step.ID>.beginning, true)
        while hasMore {
            let page = try await store.history.steps(about: address, at: start, limit: 50)
            let changes = try await store.history.changes(of: address, in: page.items.map(\.id))
            count += changes.values.joined().map(\.fields.count).reduce(0, +)
            hasMore = page.hasMore
            if let last = page.items.last { start = .after(last.id) }
        }
        return count
    }
}
