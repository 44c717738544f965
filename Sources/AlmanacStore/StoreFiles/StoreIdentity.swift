import Model
import SQLite

/// A migration that was applied to a database.
struct AppliedMigration {
    let version: Int
    let name: String
    let checksum: String
    let time: Timestamp
    /// The version of Almanac that applied the migration.
    let almanac: String

    static func all(of connection: Connection) throws -> [AppliedMigration] {
        try connection.all("SELECT version, name, checksum, applied, almanac FROM migration ORDER BY version") {
            AppliedMigration(version: $0[0], name: $0[1], checksum: $0[2], time: try $0[3], almanac: $0[4])
        }
    }

    func insert(into connection: Connection) throws {
        try connection.run(
            "INSERT INTO migration (version, name, checksum, applied, almanac) VALUES (?1, ?2, ?3, ?4, ?5)",
            binding: version, name, checksum, time, almanac)
    }
}

/// The identity of a database: the times at which its migrations were applied, to the millisecond.
struct StoreIdentity {
    private let applied: [AppliedMigration]

    init(of connection: Connection) throws { applied = try AppliedMigration.all(of: connection) }

    // With another identity, the WAL would be mistaken for that of another database. The two databases may have reached
    // the same schema by different migrations.
    /// Copies the identity to another database that has the same schema and will replace this database.
    func mark(_ connection: Connection) throws {
        try connection.transaction {
            try connection.run("DELETE FROM migration WHERE version <= ?1", binding: applied.last?.version ?? 0)
            for migration in applied { try migration.insert(into: connection) }
        }
    }

    /// Returns whether this may be the identity of an earlier state of the other database.
    func isBefore(_ other: StoreIdentity) -> Bool { other.applied.map(\.time).starts(with: applied.map(\.time)) }
}
