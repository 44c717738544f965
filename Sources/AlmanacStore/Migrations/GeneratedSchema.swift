import SQLite

/// The part of the schema that follows from the rest: past tables, and the triggers of the history and the search index.
enum GeneratedSchema {
    /// Adds what a migration has left missing or outdated. Tables that a migration has not made yet are skipped.
    static func update(_ connection: Connection) throws {
        let objects = try connection.all("SELECT name, ifnull(sql, '') FROM sqlite_schema") {
            ($0[0] as String, $0[1] as String)
        }
        let present = Dictionary(objects) { first, _ in first }
        var triggers: [GeneratedTrigger] = []
        if present["search_pending"] != nil { triggers += try SearchTriggers.all(on: connection) }
        if present["change"] != nil {
            for table in HistorySchema.tables where present[table] != nil {
                let history = try HistorySchema(of: table, on: connection)
                for statement in history.tableStatements { try connection.execute(statement) }
                triggers += history.triggers
            }
        }
        for trigger in triggers {
            let old = present[trigger.name].map { SQLTokens($0) }
            guard old != SQLTokens(trigger.sql) else { continue }
            if old != nil { try connection.execute("DROP TRIGGER \(trigger.name)") }
            try connection.execute(trigger.sql)
        }
    }
}
