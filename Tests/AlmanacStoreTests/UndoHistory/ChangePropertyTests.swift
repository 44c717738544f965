import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// A property test of recorded changes. `ALMANAC_SOAK=N` runs N sequences.
@Suite("Recorded changes are the differences between the states before and after each step")
struct ChangePropertyTests {
    @Test(.long("random sequences of commands"), arguments: 0..<(try Soak.times(atLeast: 10, byDefault: 2)))
    func `The changes recorded for any command sequence are the differences between its states`(seed: Int) async throws
    {
        let store = try await TemporaryStore()
        var commands = try await RandomCommands(store, seed: UInt64(seed))
        for _ in 0..<25 { _ = try await commands.next() }
        let connection = try store.connection()
        for kind in Kind.allCases { try kind.content.expectDifferences(in: connection, seed: seed) }
    }
}

extension StoredRecord {
    /// Compares the changes of all steps, read at once, with the complete states before and after each step.
    fileprivate static func expectDifferences(in connection: Connection, seed: Int) throws {
        let moments = try connection.all(
            "SELECT DISTINCT record_id, step_id FROM change WHERE kind = ?1 AND record_id IS NOT NULL", binding: kind
        ) { HistoryPoint(id: $0[0], step: try $0[1]) }
        let changes = try table.changes(at: moments, on: connection)
        #expect(changes.count == moments.count)
        let ownKeys = Set(fields.map(\.key) + ["photo", "card"])
        for moment in moments {
            let old = try table.past([moment], in: connection)[moment]?.content
            let new = try table.past([moment.after], in: connection)[moment.after]?.content
            let differences = table.differences(old ?? Self(), new ?? Self(), titledFor: new ?? old ?? Self())
            let names = try Tables.pastNames(of: Set(differences.flatMap(\.addresses)), in: connection)
            let change = try #require(changes[moment])
            #expect(
                change.fields.filter { ownKeys.contains($0.key) } == differences.map { $0.fieldChange(names) },
                "sequence \(seed), \(kind) \(moment)")
            if let state = new ?? old { #expect(change.record.name == state.title) }
            #expect((change.action == .added) == (old == nil && new != nil))
        }
    }
}
