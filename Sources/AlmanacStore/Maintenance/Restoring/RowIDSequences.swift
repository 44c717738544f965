import SQLite

/// The highest row ID issued so far for each table. IDs up to this ID must not be reused.
struct RowIDSequences {
    private let last: [(table: String, number: Int64)]

    init(of connection: Connection) throws {
        last = try connection.all("SELECT name, seq FROM sqlite_sequence") { ($0[0], $0[1]) }
    }

    init(_ last: [String: Int64]) {
        self.last = last.map { ($0.key, $0.value) }
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
}
