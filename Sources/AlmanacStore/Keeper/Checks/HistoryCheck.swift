import Model
import SQLite

/// Whether the history is without gaps, and whether each row it has recorded is still as it recorded it last: the only way
/// to see a byte that changed in a text that no index has.
struct HistoryCheck: StoreCheck {
    func findings(in connection: Connection) throws -> [Finding] {
        let tables = try connection.all("SELECT DISTINCT table_name FROM change ORDER BY table_name") { $0[0] as String }
        return try gaps(in: "step", connection) + gaps(in: "change", connection)
            + tables.flatMap { try differences(in: TrackedTable($0, on: connection), connection) }
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

    private func differences(in table: TrackedTable, _ connection: Connection) throws -> [Finding] {
        let image = "ifnull(latest.new, latest.old)"
        let keys = table.keys.map { "ifnull(new, old) ->> '\($0.name)'" }.joined(separator: ", ")
        let isThere = "present.\(table.keys[0].name) IS NOT NULL"
        let differing = table.columns.map { column in
            "iif(present.\(column.name) IS NOT \(table.past("latest.new", column)), '\(column.name) ', '')"
        }
        return try connection.all(
            """
            WITH latest AS (
                SELECT * FROM change WHERE id IN (
                    SELECT max(id) FROM change
                    WHERE table_name = ?1 AND ifnull(new, old) IS NOT NULL
                    GROUP BY \(keys)))
            SELECT owner_kind, owner_id, was_deleted, is_there, columns
            FROM (
                SELECT latest.kind AS owner_kind, latest.record_id AS owner_id, latest.new IS NULL AS was_deleted,
                    \(isThere) AS is_there, \(differing.joined(separator: " || ")) AS columns
                FROM latest LEFT JOIN \(table.name) AS present ON \(table.isRow(image)))
            WHERE iif(was_deleted, is_there, columns <> '')
            """, { $0[1] = table.name }
        ) { row in
            let address = Address(kind: try row[0], number: row[1])
            let (wasDeleted, isThere) = (row[2] as Bool, row[3] as Bool)
            let columns = (row[4] as String).split(separator: " ").joined(separator: ", ")
            let detail =
                if wasDeleted {
                    "A row of \(table.name) of \(address) is there, which the history has as deleted."
                } else if isThere {
                    "\(address) is not as the history recorded it last, in \(columns) of \(table.name)."
                } else {
                    "A row of \(table.name) of \(address) is gone, which the history has not as deleted."
                }
            return Finding(.historyDiffers, detail)
        }
    }
}
