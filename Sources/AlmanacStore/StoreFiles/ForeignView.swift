import Model
import SQLite

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

    /// Whether it has replaced a table with rows, which cannot be created again.
    var replacesRows: Bool { !isTable && original.isTable && !Self.isVirtual(original) }

    var problem: StoreProblem { replacesRows ? .replacedTable(name: name) : .changedView(name: name) }

    /// The condition of views and tables that may be virtual. Text in `sqlite_schema` need not have its usual form.
    static let candidates = "(type = 'view' OR type = 'table' AND sql LIKE '%virtual%')"

    /// Returns the foreign views and virtual tables, sorted by name. Those with other names are omitted, because Almanac
    /// does not read them.
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
