import SQLite

/// A table whose changes are recorded, and the statements that compare it with what was recorded last.
struct RecordedTable {
    let name: String
    /// Each row that is not as the history has it: kind and number of its record, whether it was deleted, whether it is
    /// there, and the columns that differ.
    let differences: String
    /// Puts back the rows that the history has not as deleted and that are gone.
    let recovery: String

    static func all(of connection: Connection) throws -> [RecordedTable] {
        let tables = try StoreTable.all(of: connection)
        return tables.compactMap { past in
            tables.first { $0.name + "_past" == past.name }.map { RecordedTable($0, past: past) }
        }
    }

    private init(_ table: StoreTable, past: StoreTable) {
        name = table.name
        let columns = table.columns.filter(past.columns.contains)
        // A favorite is whose it is and of what; its number is only its place in the list.
        let keys = table.name == "favorite" ? columns.filter { $0 != "id" } : table.key
        let list = keys.joined(separator: ", ")
        let isRow = keys.map { "present.\($0) IS last.\($0)" }.joined(separator: " AND ")
        let isThere = "present.\(keys[0]) IS NOT NULL"
        let differing = columns.filter { table.name != "favorite" || $0 != "id" }.map {
            "iif(\(Self.difference(in: $0)), '\($0) ', '')"
        }
        let last = """
            (SELECT \(list), max(change_id) AS change_id FROM \(past.name) GROUP BY \(list)) AS last
                LEFT JOIN change ON change.id = last.change_id
                LEFT JOIN \(past.name) AS past ON past.change_id = last.change_id AND past.is_new = 1
                LEFT JOIN \(name) AS present ON \(isRow)
            """
        differences = """
            SELECT kind, record_id, was_deleted, is_there, columns FROM (
                SELECT change.id, change.kind, change.record_id, past.change_id IS NULL AS was_deleted,
                    \(isThere) AS is_there, \(differing.joined(separator: " || ")) AS columns
                FROM \(last) WHERE change.action <> 'purged') AS known
            WHERE iif(was_deleted, is_there, columns <> '') AND NOT \(Self.isForgotten(since: "known", in: name))
            """
        recovery = """
            INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
            SELECT \(columns.map { "past.\($0)" }.joined(separator: ", "))
            FROM \(last)
            WHERE past.change_id IS NOT NULL AND change.action IS NOT 'purged' AND NOT \(isThere)
                AND NOT \(Self.isForgotten(since: "change", in: name, if: "later.action IN ('delete', 'purged')"))
            """
    }

    /// Whether more happened to the record of a change, of which it is not known any more to what row: it was purged, or
    /// lost with a page. A row of account is of the person it had, and then of the one it got.
    private static func isForgotten(
        since change: String, in table: String, if condition: String = "TRUE"
    ) -> String {
        let isOfRecord = "later.kind = \(change).kind AND later.record_id = \(change).record_id"
        return """
            EXISTS (
                SELECT 1 FROM change AS later
                WHERE \(table == "account" ? "later.action = 'purged'" : isOfRecord)
                    AND later.id > \(change).id AND later.table_name = '\(table)' AND \(condition)
                    AND NOT EXISTS (SELECT 1 FROM \(table)_past AS told WHERE told.change_id = later.id))
            """
    }

    /// After a change by another program the version has grown, and that alone is in no history: SQLite runs no trigger for
    /// what a trigger does, unless a program asks for it as Almanac does.
    private static func difference(in column: String) -> String {
        switch column {
        case "version": "ifnull(present.version < past.version, TRUE)"
        case "modified": "present.modified IS NOT past.modified AND present.version IS past.version"
        default: "present.\(column) IS NOT past.\(column)"
        }
    }
}
