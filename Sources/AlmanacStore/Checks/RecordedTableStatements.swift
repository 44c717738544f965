import SQLite

/// The statements that compare a table with its last recorded state and restore missing rows.
struct RecordedTableStatements {
    let name: String
    /// A query that selects the rows that differ: the kind and number of the record, if any, whether the row was
    /// recorded as deleted, whether it exists, and the columns that differ. A row whose last recorded values were lost
    /// is not compared.
    let differences: String
    /// A statement that inserts missing rows that were not recorded as deleted. A row with the last row ID is not
    /// inserted, because no row could be added after it.
    let recovery: String
    /// A statement that deletes the rows that were recorded as deleted.
    let removal: String

    static func all(of connection: Connection) throws -> [RecordedTableStatements] {
        let tables = try StoreTable.all(of: connection)
        return tables.compactMap { past in
            tables.first { $0.past == past.name }.map { RecordedTableStatements($0.recorded(in: past)) }
        }
    }

    private init(_ table: StoreTable) {
        name = table.name
        let (columns, keys, past) = (table.recordedNames, table.recordedKey, table.past)
        let list = keys.joined(separator: ", ")
        let isRow = keys.map { "present.\($0) IS last.\($0)" }.joined(separator: " AND ")
        let exists = "present.\(keys[0]) IS NOT NULL"
        let differing = columns.filter { table.name != "favorite" || $0 != "id" }.map {
            "iif(\(Self.difference(in: $0)), '\($0) ', '')"
        }
        let last = """
            (SELECT \(list), max(change_id) AS change_id FROM \(past) GROUP BY \(list)) AS last
                LEFT JOIN change ON change.id = last.change_id
                LEFT JOIN \(past) AS past ON past.change_id = last.change_id AND past.is_new = 1
                LEFT JOIN \(name) AS present ON \(isRow)
            """
        // The former rows of accounts from before migration 40 have no name if the database was salvaged.
        let known = name == "account" ? "past.name" : "past.change_id"
        differences = """
            SELECT kind, record_id, was_deleted, is_there, columns FROM (
                SELECT change.id, change.kind, change.record_id, change.action = 'delete' AS was_deleted,
                    \(exists) AS is_there, \(differing.joined(separator: " || ")) AS columns
                FROM \(last)
                WHERE change.action = 'delete' OR change.action <> 'purged' AND \(known) IS NOT NULL) AS known
            WHERE iif(
                iif(was_deleted, is_there, columns <> ''), NOT \(Self.isForgotten(since: "known", in: name)), FALSE)
            """
        recovery = """
            INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
            SELECT \(columns.map { "past.\($0)" }.joined(separator: ", "))
            FROM \(last)
            WHERE iif(
                past.change_id IS NOT NULL AND change.action IS NOT 'purged' AND NOT \(exists)
                    AND past.\(keys[0]) IS NOT \(Int64.max),
                NOT \(Self.isForgotten(since: "change", in: name, if: "action IN ('delete', 'purged')")), FALSE)
            """
        removal = """
            DELETE FROM \(name) WHERE (\(list)) IN (
                SELECT \(keys.map { "last.\($0)" }.joined(separator: ", ")) FROM \(last)
                WHERE past.change_id IS NULL AND change.action = 'delete')
            """
    }

    // Most changes to an account belong to no record, so its later changes cannot be found by record. The table of lost
    // changes is created only if a row differs.
    /// Returns an SQL condition that later changes to the record were purged or lost, so the row’s state is unknown.
    private static func isForgotten(
        since change: String, in table: String, if condition: String = "TRUE"
    ) -> String {
        let isSame = table == "account" ? "TRUE" : "lost.kind = \(change).kind AND lost.record_id = \(change).record_id"
        return """
            ifnull(\(change).id < (
                WITH lost (kind, record_id, id) AS MATERIALIZED (
                    SELECT kind, record_id, max(id) FROM change
                    WHERE table_name = '\(table)' AND \(condition)
                        AND NOT EXISTS (SELECT 1 FROM \(table)_past WHERE change_id = change.id)
                    GROUP BY kind, record_id)
                SELECT max(id) FROM lost
                WHERE \(isSame)), FALSE)
            """
    }

    // In other programs, triggers are not recursive, so the increment of the version by a trigger is not recorded.
    /// Returns an SQL condition that a column differs from its last recorded value. A version incremented by another
    /// program is not a difference.
    private static func difference(in column: String) -> String {
        switch column {
        case "version": "ifnull(present.version < past.version, TRUE)"
        case "modified": "present.modified IS NOT past.modified AND present.version IS past.version"
        default: "present.\(column) IS NOT past.\(column)"
        }
    }
}
