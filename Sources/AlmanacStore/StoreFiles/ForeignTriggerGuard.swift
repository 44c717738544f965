import Model
import SQLite
import Synchronization

/// A guard that rejects writes while the database contains triggers of other programs, which could change any data or
/// never end, or lacks triggers of Almanac, which record changes in the history.
///
/// The schema is read before the first write and again after it has changed.
final class ForeignTriggerGuard: Sendable {
    /// The checksum of the triggers of a database without foreign triggers.
    private let checksum: String?
    private let approvals: Approvals
    /// A closure that creates a database with the correct schema.
    private let model: @Sendable () throws -> Connection
    /// The version of the last schema without foreign triggers.
    private let approved = Mutex<Int64?>(nil)

    init(checksum: String?, approvals: Approvals, model: @escaping @Sendable () throws -> Connection) {
        self.checksum = checksum
        self.approvals = approvals
        self.model = model
    }

    func reject(on connection: Connection) throws {
        let version = try connection.first("PRAGMA schema_version") { $0[0] as Int64 }
        guard approved.withLock({ $0 }) != version else { return }
        // The comparison of checksums avoids the creation of a model.
        if try Self.checksum(of: connection) != checksum {
            let model = try model()
            let foreign = try ForeignTrigger.all(in: connection, unlike: model, except: approvals)
            if let trigger = foreign.first { throw trigger.problem }
            if let trigger = try ForeignTrigger.missing(in: connection, like: model).first {
                throw StoreProblem.changedTrigger(name: trigger.name, isMissing: true)
            }
        }
        approved.withLock { $0 = version }
    }

    /// Returns the SHA-256 of the SQL of all triggers, sorted by name.
    static func checksum(of connection: Connection) throws -> String? {
        try connection.first(
            """
            SELECT CAST(group_concat(sql, char(10)) AS BLOB)
            FROM (SELECT sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name)
            """
        ) { $0[0] as [UInt8]? }.flatMap { $0 }.map { SHA256.hex(of: $0) }
    }
}
