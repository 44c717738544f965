import Model
import SQLite

/// Whether the history is without gaps, and whether each row it has recorded is still as it recorded it last: the only way
/// to see a byte that changed in a text that no index has.
struct HistoryCheck: StoreCheck {
    func findings(in connection: Connection) throws -> [Finding] {
        let tables = try StoreTable.all(of: connection)
        let recorded = tables.compactMap { past in
            tables.first { $0.name + "_past" == past.name }.map { RecordedTable($0, past: past) }
        }
        return try gaps(in: "step", connection) + gaps(in: "change", connection)
            + recorded.flatMap { try findings(in: $0, connection) }
    }

    /// Nothing is ever removed, so the numbers have no holes.
    private func gaps(in table: String, _ connection: Connection) throws -> [Finding] {
        let what = table == "step" ? "Step" : "Change"
        return try connection.all(
            """
            SELECT before + 1, id - 1 FROM (SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM \(table))
            WHERE id > before + 1
            """
        ) { row in
            let (first, last) = (row[0] as Int64, row[1] as Int64)
            let which = first == last ? "\(what) \(first)" : "\(what) \(first) to \(last)"
            return Finding(.historyGap, "\(which) of the history is missing.")
        }
    }

    private func findings(in table: RecordedTable, _ connection: Connection) throws -> [Finding] {
        try connection.all(table.differences) { row in
            let address = Address(kind: try row[0], number: row[1])
            let (wasDeleted, isThere) = (row[2] as Bool, row[3] as Bool)
            let detail =
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

/// A table whose changes are recorded, and the statement that compares it with what was recorded last.
private struct RecordedTable {
    let name: String
    /// Each row that is not as the history has it: kind and number of its record, whether it was deleted, whether it is
    /// there, and the columns that differ.
    let differences: String

    init(_ table: StoreTable, past: StoreTable) {
        name = table.name
        let columns = table.columns.filter(past.columns.contains)
        // A favorite is whose it is and of what; its number is only its place in the list.
        let keys = table.name == "favorite" ? columns.filter { $0 != "id" } : table.key
        let list = keys.joined(separator: ", ")
        let isRow = keys.map { "present.\($0) IS last.\($0)" }.joined(separator: " AND ")
        let differing = columns.filter { table.name != "favorite" || $0 != "id" }.map {
            "iif(present.\($0) IS NOT past.\($0), '\($0) ', '')"
        }
        differences = """
            SELECT * FROM (
                SELECT change.kind, change.record_id, past.change_id IS NULL AS was_deleted,
                    present.\(keys[0]) IS NOT NULL AS is_there, \(differing.joined(separator: " || ")) AS columns
                FROM (SELECT \(list), max(change_id) AS change_id FROM \(past.name) GROUP BY \(list)) AS last
                JOIN change ON change.id = last.change_id AND change.action <> 'purged'
                LEFT JOIN \(past.name) AS past ON past.change_id = last.change_id AND past.is_new = 1
                LEFT JOIN \(name) AS present ON \(isRow))
            WHERE iif(was_deleted, is_there, columns <> '')
            """
    }
}
