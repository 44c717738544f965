import Localization
import Model
import SQLite

/// A check that the history has no gaps and that each row still has its last recorded values.
///
/// No other check detects altered bytes in text that is not indexed.
struct HistoryCheck: StoreCheck {
    var part: Title { "history" }
    /// The records that are not compared with the history.
    var omitted: Set<RecordID> = []

    func findings(in connection: Connection) throws -> [Finding] {
        try gaps(in: "step", connection) + gaps(in: "change", connection)
            + RecordedTableStatements.all(of: connection).flatMap { try findings(in: $0, connection) }
    }

    // History rows are never removed, so their numbers are consecutive.
    /// Returns a finding for each gap in the row numbers of a history table.
    private func gaps(in table: String, _ connection: Connection) throws -> [Finding] {
        try connection.all(
            """
            SELECT before + 1, id - 1 FROM (SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM \(table))
            WHERE id > before + 1
            """
        ) { row in
            let (first, last) = (row[0] as Int64, row[1] as Int64)
            let which: Message = first == last ? "\(first)" : "\(first) to \(last)"
            return Finding(
                .historyGap,
                table == "step" ? "Missing history steps: \(which)." : "Missing history changes: \(which).")
        }
    }

    private func findings(in table: RecordedTableStatements, _ connection: Connection) throws -> [Finding] {
        try connection.all(table.differences) { row -> Finding? in
            let kind: Kind = try row[0]
            let address = (row[1] as Int64?).map { RecordID(kind: kind, number: $0) }
            if let address, omitted.contains(address) { return nil }
            let (wasDeleted, exists) = (row[2] as Bool, row[3] as Bool)
            let name: Message =
                if let address {
                    "A row of \(address) in table \(table.name)"
                } else {
                    "A row in table \(table.name)"
                }
            let detail: Message =
                if wasDeleted {
                    "\(name) exists, but was recorded as deleted."
                } else if exists, let address {
                    "\(address) differs from its last recorded state: \(row[4] as String)of \(table.name)."
                } else if exists {
                    "A row differs from its last recorded state: \(row[4] as String)of \(table.name)."
                } else {
                    "\(name) is missing, but was not recorded as deleted."
                }
            return Finding(.historyDiffers, detail)
        }.compactMap(\.self)
    }
}
