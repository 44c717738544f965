import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("The history is asked by its indexes")
struct HistoryPlanTests {
    @Test func howeverLongItIs() async throws {
        let store = try await TemporaryStore()
        let person = try await store.persons.add(.full(home: try await store.planets.add(.example).id))
        let other = try await store.persons.add(Person())
        try await store.persons.delete([other.id])
        let log = try StatementLog(on: store) { connection in
            let reader = StepReader(connection)
            _ = try reader.steps(about: nil, before: Step.ID(rawValue: 9), limit: 2)
            _ = try reader.steps(about: person.address, before: nil, limit: 2)
            _ = try reader.isPurged(Step.ID(rawValue: 1))
            _ = try reader.latest(about: Step.ID(rawValue: 1))
            _ = try Tables.persons.past(person.id.rawValue, before: Step.ID(rawValue: 1), in: connection)
            _ = try Tables.persons.change(of: person.id.rawValue, in: Step.ID(rawValue: 1), on: connection)
            let trash = Trash(connection)
            _ = try trash.deletions(after: other.address, limit: 2)
            try connection.transaction {
                var reversal = Reversal(of: Step.ID(rawValue: 1), on: connection)
                try PresentStep(Deed("undo", by: nil), at: person.created).begin(on: connection)
                try reversal.run()
            }
        }
        let scans = try log.fullScans().filter { !$0.contains("SCAN present_step") && !$0.hasPrefix("SCAN (subquery") }
        #expect(scans.filter { $0.contains("change") || $0.contains("_past") || $0.contains("step") } == [])
    }
}
