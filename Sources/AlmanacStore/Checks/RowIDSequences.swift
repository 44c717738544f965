import Localization
import Model
import SQLite

/// The highest row ID issued so far for each table. IDs up to this ID must not be reused.
struct RowIDSequences {
    private let last: [(table: String, number: Int64)]

    /// Reads the sequences of a database. A value above the limit becomes the highest ID in use.
    init(of connection: Connection) throws {
        last = try Self.all(of: connection).map { table, number in
            (table, number <= RecordID.limit ? number : try Self.highest(in: table, connection))
        }
    }

    init(_ last: [String: Int64]) {
        self.last = last.filter { $0.value <= RecordID.limit }.map { ($0.key, $0.value) }
    }

    /// Raises the row ID sequences of another database to at least these values, in its current transaction.
    func raise(_ connection: Connection) throws {
        for (table, number) in last {
            let changed = try connection.run(
                "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", binding: table, number)
            if changed > 0 { continue }
            try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", binding: table, number)
        }
    }

    /// Returns the sequences above the limit, which another program has written.
    static func excessive(in connection: Connection) throws -> [(table: String, number: Int64)] {
        try all(of: connection).filter { $0.number > RecordID.limit }
    }

    /// Resets each sequence above the limit to the highest ID in use.
    static func reset(in connection: Connection) throws -> [Message] {
        try excessive(in: connection).map { table, _ in
            let number = try highest(in: table, connection)
            try connection.run("UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1", binding: table, number)
            return "Reset the last issued ID of table \(table) to \(String(number))."
        }
    }

    private static func all(of connection: Connection) throws -> [(table: String, number: Int64)] {
        try connection.all(
            "SELECT name, seq FROM sqlite_sequence WHERE name IN (SELECT name FROM sqlite_schema) ORDER BY name"
        ) { ($0[0], $0[1]) }
    }

    /// Returns the highest ID of a table that does not exceed the limit, including those of deleted records.
    private static func highest(in table: String, _ connection: Connection) throws -> Int64 {
        let present = try connection.first(
            "SELECT max(rowid) FROM \(table.quotedIdentifier) WHERE rowid <= ?1", binding: RecordID.limit
        ) { $0[0] as Int64? }
        let recorded = try Kind.allCases.first { $0.table == table }.flatMap { kind in
            try connection.first(
                "SELECT max(record_id) FROM change WHERE kind = ?1 AND record_id <= ?2", binding: kind, RecordID.limit
            ) { $0[0] as Int64? }
        }
        return [present, recorded].compactMap { $0 ?? nil }.reduce(0, max)
    }
}
