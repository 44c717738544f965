import FoundationEssentials
import SQLite
import TestSupport
import Testing
import Text

@testable import AlmanacStore

/// A comparison of the history of random commands with a recording. Changes to triggers must not affect the history. A
/// new recorded column or a change to `RandomCommands` requires a new recording.
struct HistoryRecordingTests {
    private static let sequences = 25
    private static let commands = 40

    /// With `ALMANAC_RECORD=1` and `ALMANAC_SOAK=1`, the test replaces the recording instead of comparing it.
    @Test(.long("random sequences of commands"))
    func `Random commands write the expected history rows, apart from their order within a step`() async throws {
        let path = #filePath.split(separator: "/AlmanacStoreTests/")[0] + "/Databases/history-of-random-commands"
        let recorded = try String(contentsOfFile: String(path), encoding: .utf8).split(separator: "\n").map(String.init)
        var lines: [String] = []
        for seed in 0..<(Soak.isOn ? Self.sequences : 1) {
            let store = try await TemporaryStore()
            let file = try store.connection()
            var commands = try await RandomCommands(store, seed: UInt64(seed))
            var last: Int64 = 0
            for number in 0..<Self.commands {
                _ = try await commands.next()
                let rows = try Self.rows(after: last, in: file)
                last = try file.first("SELECT ifnull(max(id), 0) FROM step") { $0[0] as Int64 } ?? last
                let line = "\(seed) \(number) \(FNV1a(rows.joined(separator: "\n").utf8).value)"
                if !Transcript.isRecording { try #require(recorded.dropFirst(lines.count).first == line, "\(rows)") }
                lines.append(line)
            }
        }
        if Transcript.isRecording, Soak.isOn {
            try (lines.joined(separator: "\n") + "\n").write(toFile: String(path), atomically: true, encoding: .utf8)
        }
    }

    /// Returns the changes of later steps with the images of their rows, sorted, without values that differ between runs.
    private static func rows(after step: Int64, in file: Connection) throws -> [String] {
        var rows = try file.all(
            "SELECT json_array(step_id, table_name, action, kind, record_id) FROM change WHERE step_id > ?1",
            binding: step
        ) { $0[0] as String }
        for table in RecordedTables.names {
            let columns = try StoreTable("\(table)_past", on: file).columnNames.filter { !chanceColumns.contains($0) }
            let values = columns.map { "quote(past.\($0))" }.joined(separator: ", ")
            rows += try file.all(
                """
                SELECT json_array(step_id, table_name, action, is_new, \(values))
                FROM change CROSS JOIN \(table)_past AS past ON change_id = change.id WHERE step_id > ?1
                """, binding: step
            ) { $0[0] as String }
        }
        return rows.map { $0.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "UUID") }.sorted()
    }

    private static let chanceColumns: Set = ["change_id", "is_new", "uuid", "created", "modified", "passphrase_hash"]
}
