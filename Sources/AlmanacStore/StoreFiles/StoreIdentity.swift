import SQLite

/// What tells one database from every other: when each migration was applied to it, to the millisecond.
struct StoreIdentity {
    private struct Applied {
        let version: Int
        let name: String
        let checksum: String
        let time: String
        let almanac: String
    }

    private let applied: [Applied]

    init(of connection: Connection) throws {
        applied = try connection.all(
            "SELECT version, name, checksum, applied, almanac FROM migration ORDER BY version"
        ) { Applied(version: $0[0], name: $0[1], checksum: $0[2], time: $0[3], almanac: $0[4]) }
    }

    /// Gives it to a database with the same schema that is to replace this one, so that its WAL is not taken for that of
    /// another. Both may have come to the schema by other migrations.
    func mark(_ connection: Connection) throws {
        try connection.transaction {
            try connection.run("DELETE FROM migration WHERE version <= ?1", binding: applied.last?.version ?? 0)
            let sql = "INSERT INTO migration (version, name, checksum, applied, almanac) VALUES (?1, ?2, ?3, ?4, ?5)"
            for migration in applied {
                try connection.run(
                    sql,
                    binding: migration.version, migration.name, migration.checksum, migration.time, migration.almanac)
            }
        }
    }

    /// Whether this can be an earlier state of the other.
    func isBefore(_ other: StoreIdentity) -> Bool { other.applied.map(\.time).starts(with: applied.map(\.time)) }
}
