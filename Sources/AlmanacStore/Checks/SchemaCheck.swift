import Localization
import Model
import SQLite

/// A check that tables, indexes, triggers, and views match the migrations.
struct SchemaCheck: StoreCheck {
    var part: Title { "schema" }
    let migrator: Migrator

    func findings(in connection: Connection) throws -> [Finding] {
        let model = try Connection.inMemory()
        try migrator.apply(to: model)
        let (expected, present) = (try objects(of: model), try objects(of: connection))
        return Set(expected.keys).union(present.keys).sorted().compactMap { name in
            switch (expected[name], present[name]) {
            case (_, nil): Finding(.schemaChanged, "The \(name) is missing.")
            case (nil, _): Finding(.schemaChanged, "The \(name) does not belong to Almanac.")
            case (let left, let right) where left != right:
                Finding(.schemaChanged, "The \(name) differs from its migration.")
            default: nil
            }
        }
    }

    /// Returns the SQL tokens of each object, keyed by its type and name, such as `index person_by_name`.
    private func objects(of connection: Connection) throws -> [String: SQLTokens] {
        let sql = """
            SELECT type || ' ' || name, sql
            FROM sqlite_schema
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        let objects = try connection.all(sql) { ($0[0] as String, SQLTokens($0[1])) }
        return Dictionary(objects) { first, _ in first }
    }
}
