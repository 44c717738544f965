import Localization
import Model
import SQLite
import Synchronization
import Text

/// A guard that protects against changes to the schema by other programs. It rejects reads while the database contains
/// changed views or virtual tables. It rejects writes while the database contains foreign triggers or lacks triggers of
/// Almanac, which record changes in the history. Foreign views and triggers could return or change any data, or run
/// forever.
///
/// The schema is read before the first use and again after it has changed.
final class SchemaGuard: Sendable {
    /// The schema checksums of a database that no other program has changed.
    private let checksums: (views: String?, triggers: String?)
    private let approvals: Approvals
    /// A closure that creates a database with the correct schema.
    private let model: @Sendable () throws -> Connection
    /// The last schema version without foreign views, and the last one without foreign triggers.
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

    /// Throws if the database contains foreign triggers, lacks triggers of Almanac, or contains foreign views, which
    /// triggers can read.
    func rejectForeignTriggers(on connection: Connection) throws {
        let version = try Self.version(of: connection)
        try rejectForeignViews(on: connection, version)
        guard approved.withLock({ $0.triggers }) != version else { return }
        // Comparing checksums avoids creating a model.
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

    /// Returns the SHA-256 of the SQL of all objects that meet a condition, sorted by name, or `nil` if no object does.
    static func checksum(of connection: Connection, where condition: String) throws -> String? {
        try connection.first(
            """
            SELECT CAST(group_concat(sql, char(10)) AS BLOB)
            FROM (SELECT sql FROM sqlite_schema WHERE \(condition) ORDER BY name)
            """
        ) { $0[0] as [UInt8]? }.flatMap { $0 }.map { SHA256.hex(of: $0) }
    }
}

/// A trigger that Almanac did not create, or that another program has changed.
struct ForeignTrigger: Hashable {
    let name: String
    let table: String
    let sql: String
    /// The SQL of Almanac’s trigger with the same name, or `nil` if there is none.
    var original: String?

    var problem: StoreProblem {
        original == nil ? .foreignTrigger(name: name, table: table) : .changedTrigger(name: name, isMissing: false)
    }

    /// Returns the triggers, sorted by name, that a model does not contain in the same form.
    /// - Parameters:
    ///   - model: A database with the correct schema.
    ///   - approvals: The approved triggers, which are omitted. Changed triggers of Almanac cannot be approved.
    static func all(
        in connection: Connection, unlike model: Connection, except approvals: Approvals
    ) throws -> [ForeignTrigger] {
        let known = Dictionary(try all(of: model).map { ($0.name, $0.sql) }) { first, _ in first }
        let different = try all(of: connection).compactMap { trigger -> ForeignTrigger? in
            let original = known[trigger.name]
            if let original, SQLTokens.areEqual(original, trigger.sql) { return nil }
            return ForeignTrigger(name: trigger.name, table: trigger.table, sql: trigger.sql, original: original)
        }
        guard !different.isEmpty else { return [] }
        let keys = approvals.keys
        return different.filter { $0.original != nil || !keys.contains($0.key(in: connection)) }
    }

    /// Returns the approval key of the trigger.
    func key(in connection: Connection) -> String {
        Approvals.key(of: sql, .trigger, inDatabaseAt: connection.path)
    }

    /// Returns the triggers of a model that a database does not contain, sorted by name.
    static func missing(in connection: Connection, like model: Connection) throws -> [ForeignTrigger] {
        let names = Set(try all(of: connection).map(\.name))
        return try all(of: model).filter { !names.contains($0.name) }
    }

    /// Returns all triggers of a database, including those of Almanac, sorted by name.
    static func all(of connection: Connection) throws -> [ForeignTrigger] {
        try connection.all("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name") {
            ForeignTrigger(name: $0[0], table: $0[1], sql: $0[2])
        }
    }
}

/// A view or virtual table that has the name of an Almanac table or view, but was changed by another program.
struct ForeignView: Hashable {
    let name: String
    let isTable: Bool
    /// The type and SQL of Almanac’s object with the same name.
    let original: Original

    struct Original: Hashable {
        let isTable: Bool
        let sql: String
    }

    /// Whether the object has replaced a table with rows, which cannot be re-created.
    var replacesRows: Bool { !isTable && original.isTable && !Self.isVirtual(original) }

    var problem: StoreProblem { replacesRows ? .replacedTable(name: name) : .changedView(name: name) }

    /// The condition for views and for tables that may be virtual. Text in `sqlite_schema` need not have its usual
    /// form.
    static let candidates = "(type = 'view' OR type = 'table' AND sql LIKE '%virtual%')"

    /// Returns the foreign views and virtual tables, sorted by name. Those that do not have the name of an Almanac
    /// table or view are omitted, because Almanac does not read them.
    /// - Parameter model: A database with the correct schema.
    static func all(in connection: Connection, unlike model: Connection) throws -> [ForeignView] {
        let originals = try objects(of: model, where: "type IN ('table', 'view') AND sql IS NOT NULL")
        let known = Dictionary(originals.map { ($0.name.lowercased(), $0) }) { first, _ in first }
        return try objects(of: connection, where: candidates).compactMap { name, object in
            guard isVirtual(object), let (_, original) = known[name.lowercased()],
                object.isTable != original.isTable || !SQLTokens.areEqual(object.sql, original.sql)
            else { return nil }
            return ForeignView(name: name, isTable: object.isTable, original: original)
        }
    }

    private static func isVirtual(_ object: Original) -> Bool {
        guard object.isTable else { return true }
        return SQLTokens(object.sql).bytes.split(separator: 0).prefix(2).map {
            String(decoding: $0, as: UTF8.self).uppercased()
        } == ["CREATE", "VIRTUAL"]
    }

    private static func objects(
        of connection: Connection, where condition: String
    ) throws -> [(name: String, object: Original)] {
        try connection.all("SELECT name, type = 'table', sql FROM sqlite_schema WHERE \(condition) ORDER BY name") {
            ($0[0] as String, Original(isTable: $0[1], sql: $0[2]))
        }
    }
}
