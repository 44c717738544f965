import FileIO
import Model
import SQLite

/// A writer of verified database copies. The pages and row counts of each copy are checked.
struct DatabaseCopy {
    let source: Connection
    /// Whether a copy during which another connection has written is repeated while other writers wait. Otherwise, the
    /// row counts of such a copy are not compared.
    var delaysWriters = true
    var handle = InterruptHandle()

    /// Writes the copy.
    /// - Returns: The checked copy and its row counts.
    func write(to path: String) throws -> (copy: Connection, counts: [String: Int]) {
        let expected = try make(at: path)
        let copy = try checked(path, expected)
        return (copy, try expected ?? TableCounts.of(copy))
    }

    /// Copies the database and returns the row counts of its tables, or `nil` if they are uncertain, because another
    /// connection has written during the copy.
    private func make(at path: String) throws -> [String: Int]? {
        try source.interruptible(by: handle) {
            let before = try dataVersion
            let counts = try source.transaction(.deferred) { try TableCounts.of(source) }
            try vacuum(into: path)
            guard try dataVersion != before else { return counts }
            guard delaysWriters else { return nil }
            FileSystem.remove(path)
            let barrier = try Connection(at: source.path, mode: .readWrite)
            try barrier.execute("BEGIN IMMEDIATE")
            let quiet = try source.transaction(.deferred) { try TableCounts.of(source) }
            try vacuum(into: path)
            return quiet
        }
    }

    private func vacuum(into path: String) throws {
        let growth = FileProgress(of: path, to: source.path, part: "copying")
        try source.withProgressListener(growth.report) { try source.vacuum(into: path) }
        growth.report()
    }

    /// A number that changes when another connection commits.
    private var dataVersion: Int {
        get throws { try source.first("PRAGMA data_version") { $0[0] } ?? 0 }
    }

    /// Opens and checks the copy.
    /// - Throws: `StoreProblem.damaged` if the copy is damaged or a row count differs.
    func checked(_ path: String, _ expected: [String: Int]?) throws -> Connection {
        let copy = try Connection(at: path, mode: .immutable)
        MaintenanceProgress.report(MaintenanceProgress("checking the copy"))
        try copy.interruptible(by: handle) {
            let findings = try PageCheck(depth: .deep).findings(in: copy) + ForeignKeyCheck().findings(in: copy)
            if let finding = findings.first { throw StoreProblem.damaged(detail: finding.detail) }
            guard let expected else { return }
            let counts = try TableCounts.of(copy)
            if let table = expected.keys.sorted().first(where: { counts[$0] != expected[$0] }) {
                throw StoreProblem.damaged(
                    detail: "The copy has \(counts[table] ?? 0) of the \(expected[table] ?? 0) rows of \(table).")
            }
        }
        return copy
    }
}

/// Functions that count the rows of each table.
enum TableCounts {
    static func of(_ connection: Connection) throws -> [String: Int] {
        let tables = try connection.all(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB 'sqlite_*'
            """
        ) { $0[0] as String }
        return try tables.reduce(into: [:]) { counts, table in
            counts[table] = try connection.first("SELECT count(*) FROM \(table.quotedIdentifier)") { $0[0] }
        }
    }

    /// Returns the number of records of each kind, given the row counts of the tables.
    static func ofRecords(_ counts: [String: Int]) -> [Kind: Int] {
        Kind.allCases.reduce(into: [:]) { records, kind in
            if let count = counts[kind.table], count > 0 { records[kind] = count }
        }
    }
}
