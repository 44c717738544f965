import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The statements that a connection has run, as listed by SQLite (https://sqlite.org/stmt.html).
struct StatementLog {
    let connection: Connection
    let statements: [String]
    let cost: Cost

    /// The cost of statements, independent of time.
    struct Cost: Equatable {
        /// The number of times that statements were run.
        let runs: Int
        /// The number of steps that SQLite’s virtual machine executed.
        let steps: Int
        /// The number of rows written, including rows written by triggers.
        let rows: Int
    }

    var runs: Int { cost.runs }

    init(on store: TemporaryStore, _ body: (Connection) throws -> Void) throws {
        connection = try store.connection()
        let written = "SELECT total_changes()"
        let before = try connection.first(written) { $0[0] as Int } ?? 0
        try body(connection)
        let rows = try connection.first(written) { $0[0] as Int } ?? 0
        let log = try connection.all("SELECT sql, run, nstep FROM sqlite_stmt") {
            (sql: $0[0] as String, runs: $0[1] as Int, steps: $0[2] as Int)
        }
        .filter { log in
            !["sqlite_stmt", "'main'.'search_", written].contains(where: log.sql.contains)
                && !log.sql.hasPrefix("PRAGMA")
        }
        statements = log.map(\.sql)
        cost = Cost(
            runs: log.map(\.runs).reduce(0, +), steps: log.map(\.steps).reduce(0, +), rows: rows - before)
        #expect(!statements.isEmpty)
    }

    /// Returns the query plan steps that scan a table without an index.
    func fullScans() throws -> [String] {
        try steps { _ in true }.filter { step in
            step.hasPrefix("SCAN") && !step.contains("INDEX") && !Self.bounded.contains(where: step.contains)
        }
    }

    /// The substrings of query plan steps that may scan small tables.
    private static let bounded = [
        "json_each", "CONSTANT ROW", "SCAN derived", "SCAN owner", "SCAN moment", "SCAN later", "SCAN touched",
        "SCAN (subquery", "SCAN sqlite_sequence",
    ]

    func sortings(in isMeant: (String) -> Bool) throws -> [String] {
        try steps(of: isMeant).filter { $0.contains("TEMP B-TREE") }
    }

    private func steps(of isMeant: (String) -> Bool) throws -> [String] {
        try statements.filter(isMeant).filter { !$0.hasPrefix("BEGIN") && !$0.hasPrefix("COMMIT") }
            .flatMap { try connection.queryPlan($0) }
    }
}
