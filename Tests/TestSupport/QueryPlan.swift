import CSQLite

/// The query plan of a statement, including its triggers and foreign keys.
public struct QueryPlan: Sendable {
    public let sql: String
    public let steps: [String]

    /// Returns the plans of statements, except those without a plan, such as pragmas.
    public static func all(of statements: [String], on path: String) -> [QueryPlan] {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let connection else {
            return []
        }
        csqlite_configure(connection, SQLITE_DBCONFIG_TRIGGER_EQP, 1)
        return statements.compactMap { QueryPlan(of: $0, on: connection) }
    }

    private init?(of sql: String, on connection: OpaquePointer) {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let text = "EXPLAIN QUERY PLAN " + sql
        guard sqlite3_prepare_v2(connection, text, -1, &statement, nil) == SQLITE_OK else { return nil }
        var steps: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            if let detail = sqlite3_column_text(statement, 3) { steps.append(String(cString: detail)) }
        }
        self.sql = sql
        self.steps = steps
    }

    /// The steps whose cost grows with the database: full scans and sorting without an index.
    public var growingSteps: [String] {
        steps.filter { $0.contains("TEMP B-TREE") || isFullScan($0) }
    }

    /// The tables of limited size. Scans of these tables are accepted.
    private static let small: Set = [
        "present_step", "account", "draft", "migration", "sqlite_schema", "json_each",
    ]

    /// Returns whether a name belongs to a subquery. The steps of a subquery are checked separately.
    private func isMadeUp(_ name: Substring) -> Bool {
        [" AS (", " AS MATERIALIZED (", " (kind, record_id) AS ("].contains { sql.contains(name + $0) }
    }

    private func isFullScan(_ step: String) -> Bool {
        let words = step.split(separator: " ")
        guard words.first == "SCAN", words.count > 1, !words[1].hasPrefix("("), !words.contains("CONSTANT"),
            !Self.small.contains(String(words[1])), !isMadeUp(words[1])
        else { return false }
        // For a virtual table, the plan names the index and, after the colon, the constraints.
        return !step.contains("VIRTUAL TABLE") || step.hasSuffix("INDEX 0:")
    }
}
