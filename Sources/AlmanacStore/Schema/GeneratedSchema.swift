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

/// The past table of a table, which stores former values of its rows, and the triggers that write to the past table.
///
/// Both are generated from the columns, so a migration adds a column with a single statement.
struct HistoryTriggers {
    private let table: StoreTable
    /// The columns of the past table after its primary key, in order; empty before the table is created.
    private let pastColumns: [String]

    init(of table: StoreTable, on connection: Connection) throws {
        self.table = table
        pastColumns = try connection.all(
            "SELECT name FROM pragma_table_info(?1) WHERE pk = 0 ORDER BY cid", binding: table.past
        ) { $0[0] }
    }

    /// The statements that create the past table or add its missing columns.
    ///
    /// A new column has the same default as the original column, because existing rows have that value.
    var tableStatements: [String] {
        let missing = table.recordedColumns.filter { !pastColumns.contains($0.name) }
        guard pastColumns.isEmpty else {
            return missing.map { column in
                let end = column.defaultValue.map { " DEFAULT \($0)" } ?? ""
                return "ALTER TABLE \(table.past) ADD COLUMN \(column.name) \(column.type)\(end)"
            }
        }
        let columns = missing.map { "\($0.name) \($0.type)," }
        return [
            """
            CREATE TABLE \(table.past) (
                change_id INTEGER NOT NULL REFERENCES change,
                is_new INTEGER NOT NULL,
                \(columns.joined(separator: "\n    "))
                PRIMARY KEY (change_id, is_new)
            ) STRICT, WITHOUT ROWID
            """
        ]
    }

    /// The names of the triggers of a recorded table.
    static func names(of table: String) -> [String] {
        ["insert", "delete", "update", "move"].map { "\(table)_\($0)_recorded" }
            + ["update", "delete"].map { "\(table)_past_\($0)_refused" }
    }

    /// The triggers that record changes to the table and protect its history.
    var triggers: [GeneratedTrigger] {
        [
            trigger("insert", .new), trigger("delete", .old), update, move, refusal(of: "update"),
            refusal(of: "delete"),
        ]
    }

    // MARK: - Triggers

    private enum Image: String {
        case old, new

        func value(of column: String) -> String { "\(rawValue).\(column)" }
    }

    /// Returns the trigger that records an insertion or deletion.
    private func trigger(_ action: String, _ image: Image) -> GeneratedTrigger {
        GeneratedTrigger(
            "\(table.name)_\(action)_recorded", "AFTER \(action.uppercased()) ON \(table.name)",
            [record(action, owner(of: image)), insertImage(image)])
    }

    // With `recursive_triggers`, Almanac records the increment, too. Other programs may not: see `RecordedTableStatements`.
    /// The trigger that records an update that keeps the key. The trigger also increments the version if the update
    /// does not, for example if a foreign key action or another program has made the update.
    private var update: GeneratedTrigger {
        let values = table.recordedNames.filter {
            !table.recordedKey.contains($0) && !StoreTable.lookedUpColumns.contains($0)
        }
        let counting = """
            UPDATE \(table.name) SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
                WHERE id = new.id AND new.version = old.version
            """
        return GeneratedTrigger(
            "\(table.name)_update_recorded",
            """
            AFTER UPDATE OF \(values.joined(separator: ", ")) ON \(table.name)
            WHEN \(comparison(of: table.recordedKey, "IS", "AND")) AND (\(comparison(of: values, "IS NOT", "OR")))
            """,
            [record("update", ownerOfUpdate), insertImage(.old), insertImage(.new)] + (table.isRecord ? [counting] : [])
        )
    }

    /// The trigger that records an update of the key as a deletion and an insertion.
    private var move: GeneratedTrigger {
        GeneratedTrigger(
            "\(table.name)_move_recorded",
            """
            AFTER UPDATE OF \(table.recordedKey.joined(separator: ", ")) ON \(table.name)
            WHEN \(comparison(of: table.recordedKey, "IS NOT", "OR"))
            """,
            [
                record("delete", owner(of: .old)), insertImage(.old), record("insert", owner(of: .new)),
                insertImage(.new),
            ])
    }

    /// Returns the trigger that rejects changes to the history, except during a purge.
    private func refusal(of operation: String) -> GeneratedTrigger {
        GeneratedTrigger(
            "\(table.past)_\(operation)_refused",
            """
            BEFORE \(operation.uppercased()) ON \(table.past)
            WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge')
            """,
            ["SELECT raise(ABORT, 'the history is not changed')"])
    }

    private func record(_ action: String, _ owner: String) -> String {
        "INSERT INTO recording VALUES ('\(table.name)', '\(action)', \(owner))"
    }

    /// Returns a statement that inserts the old or new row into the past table, with NULL for columns that no longer
    /// exist.
    private func insertImage(_ image: Image) -> String {
        let recorded = table.recordedNames
        let columns = pastColumns + recorded.filter { !pastColumns.contains($0) }
        let values = columns.map { recorded.contains($0) ? image.value(of: $0) : "NULL" }
        return """
            INSERT INTO \(table.past) VALUES (
                    (SELECT max(id) FROM change), \(image == .new ? 1 : 0), \(values.joined(separator: ", ")))
            """
    }

    private func comparison(of columns: [String], _ sign: String, _ separator: String) -> String {
        columns.map { "new.\($0) \(sign) old.\($0)" }.joined(separator: " \(separator) ")
    }

    // MARK: - Owners

    /// Returns expressions for the kind and ID of the record that a row belongs to.
    private func owner(of image: Image) -> String {
        if let owner = table.owner { return "'\(owner.kind)', \(image.value(of: owner.column))" }
        if table.name == "favorite" {
            let record = StoreTable.favoriteRecord(image.rawValue)
            return "\(record.kind), \(record.id)"
        }
        return "\(image.value(of: "kind")), coalesce(\(links(of: image)))"
    }

    /// Expressions for the kind and ID of the record that an updated row belongs to. If the update has cleared the
    /// reference, the former reference is used. An update of an account that keeps its card belongs to no record.
    private var ownerOfUpdate: String {
        switch table.name {
        case "account":
            "'person', iif(new.person_id IS old.person_id, NULL, ifnull(new.person_id, old.person_id))"
        case "planted": "new.kind, coalesce(\(links(of: .new)), \(links(of: .old)))"
        default: owner(of: .new)
        }
    }

    private func links(of image: Image) -> String {
        ["person_id", "group_id", "planet_id", "note_id"].map(image.value).joined(separator: ", ")
    }
}

/// The triggers that mark changed records for indexing, generated from the columns of the tables.
enum SearchTriggers {
    /// The tables that are not searched.
    private static let unsearchedTables: Set = [
        "planet_citation", "person_card", "person_merge", "group_card", "group_planet", "favorite", "planted",
        "account",
    ]
    /// The columns of record tables that are not searched, in addition to REAL columns.
    private static let unsearchedColumns: Set = [
        "id", "uuid", "created", "modified", "version", "photo", "picture", "estimated", "uncertainties", "moons",
        "rings", "transiting", "system_stars", "search", "person_filter", "planet_filter", "episode", "crew",
        "reminder", "done", "message_id",
    ]

    /// The names of the triggers of a recorded table.
    static func names(of table: String) -> [String] {
        unsearchedTables.contains(table) ? [] : ["inserted", "updated", "deleted"].map { "\(table)_\($0)" }
    }

    static func triggers(of table: StoreTable) -> [GeneratedTrigger] {
        guard let owner = table.name == "membership" ? (kind: "person", column: "person_id") : table.owner,
            !unsearchedTables.contains(table.name)
        else { return [] }
        func mark(_ image: String) -> String {
            "INSERT INTO search_pending VALUES ('\(owner.kind)', \(image).\(owner.column))"
        }
        let searched = table.recordedColumns.filter {
            $0.type != "REAL" && !unsearchedColumns.contains($0.name) && !StoreTable.lookedUpColumns.contains($0.name)
        }.map(\.name)
        let isPartlySearched = table.isRecord || !StoreTable.lookedUpColumns.isDisjoint(with: table.recordedNames)
        let columns = isPartlySearched ? "OF \(searched.joined(separator: ", ")) " : ""
        let name = table.name
        return [
            GeneratedTrigger("\(name)_inserted", "AFTER INSERT ON \(name)", [mark("new")]),
            GeneratedTrigger(
                "\(name)_updated", "AFTER UPDATE \(columns)ON \(name)",
                table.isRecord ? [mark("new")] : [mark("old"), mark("new")]),
            GeneratedTrigger("\(name)_deleted", "AFTER DELETE ON \(name)", [mark("old")]),
        ]
    }
}
