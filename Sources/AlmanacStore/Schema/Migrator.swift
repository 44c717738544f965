import Model
import SQLite

/// A migrator that updates the schema of a database to the latest version. `StoreOpener` makes the backup before a
/// migration.
struct Migrator: Sendable {
    /// The application ID in the file header: the ASCII codes of “Alma”.
    static let applicationID: Int32 = 0x416C_6D61

    /// The migrations to apply. The embedded migrations are loaded only when they are needed.
    var migrations: [Migration] { customMigrations ?? Migration.embedded }
    private let customMigrations: [Migration]?
    let clock: StoreClock

    /// Creates a migrator.
    /// - Parameter migrations: The migrations to apply, or `nil` for the embedded migrations.
    init(migrations: [Migration]? = nil, clock: StoreClock) {
        customMigrations = migrations
        self.clock = clock
    }

    /// Returns all migrations and the times at which they were applied, if any.
    func states(of connection: Connection) throws -> [MigrationState] {
        let applied = try appliedMigrations(connection)
        return lineage(of: applied).map { migration in
            let row = applied.first { $0.version == migration.version }
            return MigrationState(version: migration.version, name: migration.name, applied: row?.time)
        }
    }

    /// Returns the migrations to apply, in order.
    /// - Throws: `StoreProblem` if the file belongs to another application, the database is too new or too old, or an
    ///   applied migration is missing or changed.
    func pending(on connection: Connection) throws -> [Migration] {
        if connection.isInTransaction { return try pendingInTransaction(on: connection) }
        // Another program may be migrating the database. The list and the version must come from the same state.
        return try connection.transaction(.deferred) { try pendingInTransaction(on: connection) }
    }

    private func pendingInTransaction(on connection: Connection) throws -> [Migration] {
        if try isBlank(connection) { return migrations }
        try rejectForeignFile(connection)
        let applied = try appliedMigrations(connection)
        let lineage = lineage(of: applied)
        for (row, migration) in zip(applied, lineage) {
            guard row.version == migration.version else {
                throw StoreProblem.migrationMissing(version: migration.version)
            }
            guard row.checksum == migration.checksum else {
                throw StoreProblem.migrationChanged(version: row.version, name: row.name)
            }
        }
        let (last, pending) = (applied.last?.version ?? 0, Array(lineage.dropFirst(applied.count)))
        guard last <= latest else { throw newer(last, connection) }
        guard try connection.userVersion == last else {
            throw StoreProblem.migrationMissing(version: pending.first?.version ?? last + 1)
        }
        if pending.first?.isSuperseded == true {
            throw StoreProblem.tooOld(path: connection.path, version: last, oldest: Migration.superseded.count)
        }
        return pending
    }

    /// Returns the migrations that a database should have. For an older database, these are the superseded migrations
    /// and those that follow them.
    private func lineage(of applied: [AppliedMigration]) -> [Migration] {
        guard let first = applied.first, let oldest = migrations.first, first.version < oldest.version else {
            return migrations
        }
        let superseded = Migration.superseded
        return superseded + migrations.filter { $0.version > superseded.count }
    }

    private var latest: Int { migrations.last?.version ?? 0 }

    /// Throws if the file header does not contain Almanac’s application ID or contains a newer schema version.
    func rejectForeignFile(_ connection: Connection) throws {
        guard try connection.applicationID == Self.applicationID else {
            throw StoreProblem.foreign(path: connection.path)
        }
        let version = Int(try connection.userVersion)
        guard version <= latest else { throw newer(version, connection) }
    }

    /// Returns whether the database lists applied migrations and the last one is not newer than the latest known
    /// migration. The file header is not read.
    func hasKnownMigrations(_ connection: Connection) -> Bool {
        guard let last = try? appliedMigrations(connection).last else { return false }
        return last.version <= latest
    }

    /// Applies the pending migrations, each in a transaction that also updates the generated schema. A new database
    /// gets the schema that all embedded migrations together produce.
    func apply(to connection: Connection) throws {
        if try customMigrations == nil && create(in: connection) { return }
        let pending = try pending(on: connection)
        try connection.withForeignKeysOff {
            for (done, migration) in pending.enumerated() {
                MaintenanceProgress.report(MaintenanceProgress("migrating", done: done, of: pending.count))
                try apply(migration, isFirst: done == 0, to: connection)
            }
        }
    }

    /// Creates the schema in a blank database.
    /// - Returns: Whether the schema was created.
    private func create(in connection: Connection) throws -> Bool {
        guard try isBlank(connection), let schema = Migration.finalSchema else { return false }
        return try connection.transaction(.immediate) {
            // Another program may have created the schema while this program was waiting for the lock.
            guard try isBlank(connection) else { return false }
            try connection.execute(schema)
            try GeneratedSchema.update(connection)
            for migration in migrations { try record(migration, in: connection) }
            return true
        }
    }

    /// Creates an in-memory database with the latest schema and no records.
    func model() throws -> Connection {
        let model = try Connection.inMemory()
        try apply(to: model)
        return model
    }

    private func apply(_ migration: Migration, isFirst: Bool, to connection: Connection) throws {
        do {
            try connection.transaction(.immediate) {
                // Another program may have applied the migration while this program was waiting for the lock.
                guard try self.pending(on: connection).first?.version == migration.version else { return }
                // Otherwise, a trigger that another program has changed would run during the migration.
                if isFirst { try GeneratedSchema.update(connection) }
                try connection.execute(Self.table)
                try connection.execute(migration.sql)
                try GeneratedSchema.update(connection)
                try migration.dataMigration?(connection, clock.now)
                try rejectOrphans(connection)
                try record(migration, in: connection)
            }
        } catch let error as SQLiteError where ![.busy, .full, .ioError, .readOnly].contains(error.code) {
            throw StoreProblem.migrationFailed(
                version: migration.version, name: migration.name, reason: "SQLite reports: \(error.message).")
        }
    }

    /// Stores the applied migration in the database.
    private func record(_ migration: Migration, in connection: Connection) throws {
        try AppliedMigration(
            version: migration.version, name: migration.name, checksum: migration.checksum, time: clock.now,
            almanac: Release.version
        ).insert(into: connection)
        try connection.setApplicationID(Self.applicationID)
        try connection.setUserVersion(Int32(migration.version))
    }

    private func rejectOrphans(_ connection: Connection) throws {
        let orphan = try connection.first("PRAGMA foreign_key_check") { $0[0] as String }
        guard let orphan else { return }
        throw SQLiteError(.constraint, "rows of \(orphan) would refer to missing rows")
    }

    private func newer(_ version: Int, _ connection: Connection) -> StoreProblem {
        .newer(path: connection.path, version: version, known: latest)
    }
}

// MARK: - Applied migrations

extension Migrator {
    private static let table = """
        CREATE TABLE IF NOT EXISTS migration (
            version  INTEGER PRIMARY KEY CHECK (version > 0),
            name     TEXT NOT NULL,
            checksum TEXT NOT NULL,
            applied  TEXT NOT NULL,
            almanac  TEXT NOT NULL
        ) STRICT
        """

    private func appliedMigrations(_ connection: Connection) throws -> [AppliedMigration] {
        let exists = try connection.hasRow("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'")
        return exists ? try AppliedMigration.all(of: connection) : []
    }

    private func isBlank(_ connection: Connection) throws -> Bool {
        guard try connection.applicationID == 0, try connection.userVersion == 0 else { return false }
        return try !connection.hasRow("SELECT 1 FROM sqlite_schema")
    }
}

/// The version of Almanac, which is stored with each migration that Almanac applies.
public enum Release {
    public static let version = "0.2.0"
}
