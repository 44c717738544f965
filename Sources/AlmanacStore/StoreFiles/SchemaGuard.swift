import Model
import SQLite
import Synchronization

/// A guard that rejects reads while the database contains views or virtual tables that another program has changed, and
/// writes while it contains triggers of other programs or lacks triggers of Almanac, which record changes in the history.
/// Changed views and triggers could return or change any data or never end.
///
/// The schema is read before the first use and again after it has changed.
final class SchemaGuard: Sendable {
    /// The checksums of the schema of a database that no other program has changed.
    private let checksums: (views: String?, triggers: String?)
    private let approvals: Approvals
    /// A closure that creates a database with the correct schema.
    private let model: @Sendable () throws -> Connection
    /// The versions of the last schemas without foreign views and without foreign triggers.
    private let approved = Mutex<(views: Int64?, triggers: Int64?)>((views: nil, triggers: nil))

    init(
        checksums: (views: String?, triggers: String?), approvals: Approvals,
        model: @escaping @Sendable () throws -> Connection
    ) {
        self.checksums = checksums
        self.approvals = approvals
        self.model = model
    }

    func rejectForeignViews(on connection: Connection) throws {
        try rejectForeignViews(on: connection, Self.version(of: connection))
    }

    /// Throws if the database contains foreign triggers or views, because triggers read views.
    func rejectForeignTriggers(on connection: Connection) throws {
        let version = try Self.version(of: connection)
        try rejectForeignViews(on: connection, version)
        guard approved.withLock({ $0.triggers }) != version else { return }
        // The comparison of checksums avoids the creation of a model.
        if try Self.checksum(of: connection, where: Self.triggers) != checksums.triggers {
            let model = try model()
            let foreign = try ForeignTrigger.all(in: connection, unlike: model, except: approvals)
            if let trigger = foreign.first { throw trigger.problem }
            if let trigger = try ForeignTrigger.missing(in: connection, like: model).first {
                throw StoreProblem.changedTrigger(name: trigger.name, isMissing: true)
            }
        }
        approved.withLock { $0.triggers = version }
    }

    private func rejectForeignViews(on connection: Connection, _ version: Int64?) throws {
        guard approved.withLock({ $0.views }) != version else { return }
        if try Self.checksum(of: connection, where: ForeignView.candidates) != checksums.views,
            let view = try ForeignView.all(in: connection, unlike: model()).first
        {
            throw view.problem
        }
        approved.withLock { $0.views = version }
    }

    private static func version(of connection: Connection) throws -> Int64? {
        try connection.first("PRAGMA schema_version") { $0[0] as Int64 }
    }

    static let triggers = "type = 'trigger'"

    /// Returns the SHA-256 of the SQL of all objects that meet a condition, sorted by name.
    static func checksum(of connection: Connection, where condition: String) throws -> String? {
        try connection.first(
            """
            SELECT CAST(group_concat(sql, char(10)) AS BLOB)
            FROM (SELECT sql FROM sqlite_schema WHERE \(condition) ORDER BY name)
            """
        ) { $0[0] as [UInt8]? }.flatMap { $0 }.map { SHA256.hex(of: $0) }
    }
}
