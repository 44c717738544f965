import Localization
import Model
import SQLite

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

    /// Returns the key of the approval of the trigger.
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
