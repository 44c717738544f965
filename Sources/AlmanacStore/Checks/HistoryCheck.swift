import Localization
import Model
import SQLite

/// Checks that the history has no gaps and that each row still has its last recorded values. Only this finds changed
/// bytes in text that is not indexed.
struct HistoryCheck: StoreCheck {
    var part: Title { "history" }
    func findings(in connection: Connection) throws -> [Finding] {
        try gaps(in: "step", connection) + gaps(in: "change", connection)
            + RecordedTable.all(of: connection).flatMap { try findings(in: $0, connection) }
    }

    /// History rows are never removed, so their numbers are consecutive.
    private func gaps(in table: String, _ connection: Connection) throws -> [Finding] {
        let isOfSteps = table == "step"
        return try connection.all(
            """
            SELECT before + 1, id - 1 FROM (SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM \(table))
            WHERE id > before + 1
            """
        ) { row in
            let (first, last) = (row[0] as Int64, row[1] as Int64)
            let which: Message = first == last ? "\(first)" : "\(first) to \(last)"
            return Finding(
                .historyGap,
                isOfSteps ? "Step \(which) of the history is missing." : "Change \(which) of the history is missing.")
        }
    }

    private func findings(in table: RecordedTable, _ connection: Connection) throws -> [Finding] {
        try connection.all(table.differences) { row in
            let address = RecordID(kind: try row[0], number: row[1])
            let (wasDeleted, isThere) = (row[2] as Bool, row[3] as Bool)
            let detail: Message =
                if wasDeleted {
                    "A row of \(table.name) of \(address) is there, which the history has as deleted."
                } else if isThere {
                    "\(address) is not as the history recorded it last: \(row[4] as String)of \(table.name)."
                } else {
                    "A row of \(table.name) of \(address) is gone, which the history has not as deleted."
                }
            return Finding(.historyDiffers, detail)
        }
    }
}
