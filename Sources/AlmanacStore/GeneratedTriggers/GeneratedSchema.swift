import SQLite

/// The part of the schema that is generated from the tables: past tables, and triggers for the history and the search
/// index.
enum GeneratedSchema {
    /// Adds missing generated objects and replaces outdated triggers. Tables that later migrations create are skipped.
    static func update(_ connection: Connection) throws {
        let objects = try connection.all("SELECT name, ifnull(sql, '') FROM sqlite_schema") {
            ($0[0] as String, $0[1] as String)
        }
        let present = Dictionary(objects) { first, _ in first }
        let tables = try RecordedTables.names.filter { present[$0] != nil }.map { try StoreTable($0, on: connection) }
        var triggers = present["search_pending"] != nil ? tables.flatMap(SearchTriggers.triggers) : []
        if present["change"] != nil {
            for table in tables {
                let history = try HistoryTriggers(of: table, on: connection)
                for statement in history.tableStatements { try connection.execute(statement) }
                triggers += history.triggers
            }
        }
        for trigger in triggers where present[trigger.name] != trigger.sql {
            if let old = present[trigger.name] {
                if SQLTokens.areEqual(old, trigger.sql) { continue }
                try connection.execute("DROP TRIGGER \(trigger.name)")
            }
            try connection.execute(trigger.sql)
        }
    }
}

struct GeneratedTrigger {
    let name: String
    let sql: String

    init(_ name: String, _ event: String, _ statements: [String]) {
        self.name = name
        sql = "CREATE TRIGGER \(name) \(event) BEGIN\n\(statements.map { "    \($0);\n" }.joined())END"
    }
}
