import Localization
import Model
import SQLite

/// A trigger that Almanac did not create, or that another program has changed.
struct ForeignTrigger: Hashable {
    let name: String
    let table: String
    let sql: String

    var problem: StoreProblem { .foreignTrigger(name: name, table: table) }

    /// Returns the triggers, sorted by name, that a model does not contain in the same form.
    /// - Parameters:
    ///   - model: A database with the correct schema.
    ///   - accepted: The triggers to omit.
    static func all(
        in connection: Connection, unlike model: Connection, except accepted: AcceptedTriggers
    ) throws -> [ForeignTrigger] {
        let known = Dictionary(try all(of: model).map { ($0.name, SQLTokens($0.sql)) }) { first, _ in first }
        let different = try all(of: connection).filter { known[$0.name] != SQLTokens($0.sql) }
        guard !different.isEmpty else { return [] }
        let keys = accepted.keys
        return different.filter { !keys.contains(AcceptedTriggers.key(of: $0, in: connection)) }
    }

    /// Returns all triggers of a database, including those of Almanac, sorted by name.
    static func all(of connection: Connection) throws -> [ForeignTrigger] {
        try connection.all("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name") {
            ForeignTrigger(name: $0[0], table: $0[1], sql: $0[2])
        }
    }
}
