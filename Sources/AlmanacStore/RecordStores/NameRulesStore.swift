import Model
import SQLite

/// The data source of the rules for names. The rules are stored in the database, because it also contains the titles
/// and sort keys that depend on them.
struct NameRulesStore: NameRulesDataSource {
    let database: StoreDatabase

    func nameRules() async throws -> NameRules {
        try await database.reading { try NameRules(of: $0) }
    }

    func save(_ rules: NameRules) async throws {
        try await database.writing { connection in
            guard try NameRules(of: connection) != rules else { return }
            try rules.write(to: connection)
            for kind in Kind.allCases { try Self.derive(kind.content, in: connection) }
            // The search documents of notes contain the names of persons.
            try SearchIndexer(connection).update()
        }
    }

    private static func derive<Content: StoredRecord>(_ type: Content.Type, in connection: Connection) throws {
        let table = Content.table
        try table.forEachBatch(in: connection) { try table.derive(from: $0, in: connection) }
    }
}

extension NameRules {
    /// Reads the rules of a database. If none are stored, uses the default rules.
    init(of connection: Connection) throws {
        let stored = try connection.first(Self.stored) { NameRules(order: try $0[0], sortLanguage: $0[1]) }
        self = stored ?? NameRules()
    }

    func write(to connection: Connection) throws {
        try connection.run(Self.replacement, binding: order.rawValue, sortLanguage)
    }

    static let stored = "SELECT name_order, sort_language FROM name_rules WHERE id = 1"

    private static let replacement = """
        INSERT INTO name_rules (id, name_order, sort_language) VALUES (1, ?1, ?2)
        ON CONFLICT (id) DO UPDATE SET name_order = ?1, sort_language = ?2
        """
}
