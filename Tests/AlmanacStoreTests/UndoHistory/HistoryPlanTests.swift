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
                _ = try reader.steps(about: person.address, at: start, limit: 2)
            }
            _ = try reader.steps(about: person.address, at: .beginning, limit: 2)
            _ = try reader.isPurged(Step.ID(rawValue: 1))
            _ = try reader.latest(about: Step.ID(rawValue: 1))
            _ = try Tables.persons.changes(
                at: [HistoryPoint(id: person.id.rawValue, step: Step.ID(rawValue: 1))], on: connection)
            let trash = Trash(connection)
            _ = try trash.deletions(at: .after(other.address), limit: 2)
            _ = try trash.deletions(at: .before(other.address), limit: 2)
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
            // The runs of the statements that write rows include those of triggers.
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
        let steps = try await store.history.steps(about: person.address, at: .beginning, limit: 50).items.map(\.id)
        let runs = try [2, 20].map { size in
            try StatementLog(on: store) { connection in
                let changes = try ChangeReader(connection).changes(
                    of: person.address, in: Array(steps.prefix(size)))
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
        let addresses = ids.map(\.address)
        try await store.persons.delete(ids)
        let costs = try [2, 18].map { size in
            try StatementLog(on: store) { connection in
                let trash = Trash(connection)
                _ = try trash.deletedRecords(of: try trash.deletions(at: .beginning, limit: size))
                let chosen = Array(addresses.prefix(size))
                #expect(try trash.deletedRecords(of: try trash.deletions(of: chosen)).map(\.record.address) == chosen)
            }.runs
        }
        #expect(costs[0] == costs[1])
        try await store.history.purge(addresses)
        #expect(try await store.history.trash(at: .beginning, limit: 50).items == [])
    }
}
