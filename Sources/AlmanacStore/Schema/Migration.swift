import FileIO
import Model
import SQLite
import Text

/// A numbered change to the schema. A migration is applied once to each database and is never edited afterward.
///
///     let migration = Migration(
///         version: 22, name: "pronouns", sql: "ALTER TABLE person ADD COLUMN pronouns TEXT NOT NULL DEFAULT ''")
struct Migration: Sendable {
    let version: Int
    let name: String
    // The script is made on demand, because opening a database usually requires only the checksums.
    private let makeSQL: @Sendable () -> String
    /// The SHA-256 of the script’s tokens. Whitespace and comments do not affect the checksum.
    let checksum: String
    /// The part of the migration that SQL cannot express, if any. It runs after the script and the update of the
    /// generated schema. It must not use `RecordTable`, because the tables lack the columns of later migrations.
    let dataMigration: DataMigration?

    typealias DataMigration = @Sendable (Connection, Timestamp) throws -> Void

    /// Creates a migration.
    /// - Parameter checksum: The checksum, or `nil` to compute it.
    init(
        version: Int, name: String, sql: @autoclosure @escaping @Sendable () -> String, checksum: String? = nil,
        dataMigration: DataMigration? = nil
    ) {
        self.version = version
        self.name = name
        self.dataMigration = dataMigration
        makeSQL = sql
        self.checksum = checksum ?? Self.checksum(of: sql())
    }

    /// The SQL script; empty if the migration is superseded.
    var sql: String { makeSQL() }

    static func checksum(of sql: String) -> String { SHA256.hex(of: SQLTokens(sql).bytes) }

    /// The columns that the migration adds to each existing table.
    var addedColumns: [String: Set<String>] {
        let tokens = SQLTokens(sql).bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return tokens.indices.dropLast(5).reduce(into: [:]) { added, index in
            guard tokens[index] == "ALTER", tokens[index + 1] == "TABLE", tokens[index + 3] == "ADD",
                tokens[index + 4] == "COLUMN"
            else { return }
            added[tokens[index + 2], default: []].insert(tokens[index + 5])
        }
    }

    /// Whether the migration is recognized in existing databases but no longer applied.
    var isSuperseded: Bool { sql.isEmpty }
}

extension Migration {
    /// The embedded migrations, in order. Their checksums are read from a file instead of being computed at startup.
    static let embedded: [Migration] = pinned.compactMap { path, checksum in
        parts(of: path).map { version, name in
            Migration(
                version: version, name: name, sql: EmbeddedFile.at(path)?.text ?? "", checksum: checksum,
                dataMigration: dataMigrations[name])
        }
    }

    private static let dataMigrations: [String: DataMigration] = [
        "name_rules": { try NameOrderMigration(connection: $0).run(at: $1) },
        "provenance": { try ProvenanceMigration(connection: $0).run(at: $1) },
        "card_version": { try CardVersionMigration(connection: $0).run(at: $1) },
        "full_names": { try CardVersionMigration(connection: $0).run(at: $1) },
        "relations": { connection, _ in try RelationLinks(connection: connection).update() },
    ]

    /// The migrations of Almanac 0.1.
    ///
    /// A database with all of these migrations has the same schema as one with the current migrations of the same
    /// versions. Later migrations apply to both.
    static let superseded = checksums(in: "Migrations/checksums-0.1").compactMap { path, checksum in
        parts(of: path).map { version, name in Migration(version: version, name: name, sql: "", checksum: checksum) }
    }

    /// The SQL script of a new database, or `nil` if it is not embedded. With the generated triggers, the schema is the
    /// same as after all migrations.
    static var finalSchema: String? { EmbeddedFile.at("Migrations/schema.sql")?.text }

    /// The checksums of the current schema: one for the views and virtual tables, and one for the triggers.
    static let schemaChecksums = (views: pinned("views"), triggers: pinned("triggers"))

    private static func pinned(_ name: String) -> String? {
        pinned.first { $0.path == "Migrations/\(name)" }?.checksum
    }

    /// The paths and checksums of the embedded migrations, the views, and the triggers.
    private static let pinned = checksums(in: "Migrations/checksums")

    /// Returns the version and name in a path such as `Migrations/0017_records.sql`, or `nil` for other files.
    private static func parts(of path: String) -> (version: Int, name: String)? {
        guard path.hasPrefix("Migrations/"), path.hasSuffix(".sql") else { return nil }
        let parts = path.dropFirst("Migrations/".count).dropLast(".sql".count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let version = Int(parts[0]) else { return nil }
        return (version, String(parts[1]))
    }

    /// Returns the paths and checksums in a file with lines such as `4f0c… 0017_records.sql`, in order.
    private static func checksums(in path: String) -> [(path: String, checksum: String)] {
        let bytes = EmbeddedFile.at(path)?.bytes ?? []
        let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            .map { String(decoding: $0, as: UTF8.self) }
        return stride(from: 1, to: words.count, by: 2).map { ("Migrations/\(words[$0])", words[$0 - 1]) }
    }
}
