import Localization
import Model
import SQLite

/// A check that tables, indexes, triggers, and views match the migrations.
struct SchemaCheck: StoreCheck {
    var part: Title { "schema" }
    let migrator: Migrator
    let approvals: Approvals

    func findings(in connection: Connection) throws -> [Finding] {
        let model = try migrator.model()
        let (expected, present) = (try objects(of: model), try objects(of: connection))
        let foreign = try ForeignTrigger.all(in: connection, unlike: model, except: approvals)
        let names = Set(expected.keys).union(present.keys).filter { !$0.hasPrefix("trigger ") || present[$0] == nil }
        let differences = names.sorted().compactMap { name in
            switch (expected[name], present[name]) {
            case (_, nil): Finding(.schemaChanged, "The \(name) is missing.")
            case (nil, _): Finding(.schemaChanged, "The \(name) does not belong to Almanac.")
            case (let left?, let right?) where !SQLTokens.areEqual(left, right):
                Finding(.schemaChanged, "The \(name) differs from its migration.")
            default: nil as Finding?
            }
        }
        return differences
            + foreign.map { trigger in
                let fault: Message =
                    trigger.original == nil ? "does not belong to Almanac" : "differs from its migration"
                return Finding(
                    .schemaChanged, "The trigger \(trigger.name) on table \(trigger.table) \(fault): \(trigger.sql)")
            }
    }

    /// Returns the SQL of each object, keyed by its type and name, such as `index person_by_name`.
    private func objects(of connection: Connection) throws -> [String: String] {
        let sql = """
            SELECT type || ' ' || name, sql
            FROM sqlite_schema
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        let objects = try connection.all(sql) { ($0[0] as String, $0[1] as String) }
        return Dictionary(objects) { first, _ in first }
    }
}
