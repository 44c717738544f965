import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// A cost test that counts steps of SQLite’s virtual machine instead of time.
@Suite("Growth of the costs of checks")
struct CheckGrowthTests {
    @Test(arguments: [false, true])
    func `Checking the history of a group is linear in its member count, even if every membership differs`(
        areDifferent: Bool
    )
        async throws
    {
        let series = try await GrowthSeries(from: 60) { size in
            let store = try await TemporaryStore()
            let persons = try await store.persons.add(Array(repeating: Person(), count: size))
            let group = try await store.groups.add(.example)
            _ = try await store.groups.add(persons, to: group.id)
            if areDifferent {
                let connection = try store.connection()
                try connection.execute("DROP TRIGGER membership_update_recorded")
                try connection.execute("UPDATE membership SET position = position + 1000000")
            }
            return try StatementLog(on: store) { connection in
                let findings = try HistoryCheck().findings(in: connection)
                #expect(findings.count == (areDifferent ? size : 0))
            }.cost.steps
        }
        #expect(series.exponent < 1.2, "\(series)")
    }
}
