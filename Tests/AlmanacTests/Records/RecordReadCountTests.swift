import Almanac
import TestSupport
import Testing

@Suite("Number of record reads per command")
struct RecordReadCountTests {
    /// Returns how many times a command reads records of a table.
    private func reads(_ table: String, by line: String) async throws -> Int {
        let temporary = try await TemporaryStore(isWatched: true)
        try await SampleRecords.settle(in: temporary.store)
        var app = try await TestApp(of: temporary, isInteractive: false)
        let runs = try await #require(temporary.watch).runs { try await app.send(line) }
        return runs.filter { $0.key.hasPrefix("SELECT id, uuid,") && $0.key.contains("FROM \(table)\n") }
            .values.reduce(0, +)
    }

    @Test(
        "A mutating command reads a record at most twice",
        arguments: [
            ("edit persons/1 title=Senator", "person", 2), ("edit 'Leia Organa' title=Senator", "person", 2),
            ("edit planets/1 moons=2", "planet", 2), ("edit notes/1 topic=Secret", "note", 2),
            ("edit persons/1 title=Senator --dry-run", "person", 1),
            ("new person given=Lando", "person", 1), ("delete persons/5 --yes", "person", 1),
        ])
    func changes(line: String, table: String, count: Int) async throws {
        #expect(try await reads(table, by: line) == count, "\(line)")
    }

    @Test("find reads the results of each kind with a single statement")
    func find() async throws {
        #expect(try await reads("person", by: "find luke") == 1)
        #expect(try await reads("note", by: "find plans") == 1)
    }
}
