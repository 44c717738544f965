import SQLite

/// The highest row ID issued so far for each table. IDs up to this ID must not be reused.
struct RowIDSequences {
    private let last: [(table: String, number: Int64)]

    init(of connection: Connection, schema: String = "main") throws {
        last = try connection.all("SELECT name, seq FROM \(schema).sqlite_sequence") { ($0[0], $0[1]) }
    }

    /// Raises the row ID sequences of another database to at least these values.
    func raise(_ connection: Connection) throws {
        try connection.transaction {
            for (table, number) in last {
                let changed = try connection.run(
                    "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", binding: table, number)
                if changed > 0 { continue }
                try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", binding: table, number)
            }
        }
    }
}
