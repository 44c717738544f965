import SQLite

/// The part of the schema that is generated: the past tables and triggers of the recorded tables, and the views that
/// these triggers share.
enum GeneratedSchema {
    /// Adds missing generated objects, replaces outdated views and triggers, and drops triggers that only earlier
    /// versions had. Tables that later migrations create are skipped.
    static func update(_ connection: Connection) throws {
        let objects = try connection.all("SELECT name, ifnull(sql, '') FROM sqlite_schema") {
            ($0[0] as String, $0[1] as String)
        }
        let present = Dictionary(objects) { first, _ in first }
        guard present["search_pending"] != nil, present["change"] != nil else { return }
        for object in HistoryViews.all {
            // Replacing a view also drops its triggers, so the present objects are read again.
            let old = try connection.first("SELECT sql FROM sqlite_schema WHERE name = ?1", binding: object.name) {
                $0[0] as String
            }
            try replace(old, with: object, on: connection)
        }
        for name in RecordedTables.names where present[name] != nil {
            let table = try RecordingTriggers(of: try StoreTable(name, on: connection), on: connection)
            for statement in table.tableStatements { try connection.execute(statement) }
            for former in RecordingTriggers.formerNames(of: name) where present[former] != nil {
                try connection.execute("DROP TRIGGER \(former)")
            }
            for trigger in table.triggers { try replace(present[trigger.name], with: trigger, on: connection) }
        }
    }

    private static func replace(_ old: String?, with object: GeneratedObject, on connection: Connection) throws {
        if let old {
            if old == object.sql || SQLTokens.areEqual(old, object.sql) { return }
            try connection.execute("DROP \(object.type) \(object.name)")
        }
        try connection.execute(object.sql)
    }
}

/// A generated view or trigger.
struct GeneratedObject {
    let type: String
    let name: String
    let sql: String

    init(view name: String, _ query: String) {
        (type, self.name) = ("VIEW", name)
        sql = "CREATE VIEW \(name) AS \(query)"
    }

    init(trigger name: String, _ event: String, _ statements: [String]) {
        (type, self.name) = ("TRIGGER", name)
        sql = "CREATE TRIGGER \(name) \(event) BEGIN\n\(statements.map { "    \($0);\n" }.joined())END"
    }
}

/// The views that the triggers of all recorded tables use, besides `recording`. They keep the triggers short, because
/// each process parses all triggers.
enum HistoryViews {
    /// The tables that are not searched, and `membership`, whose triggers mark the person, not the group.
    private static let unmarkedTables = [
        "planet_citation", "person_card", "person_merge", "group_card", "group_planet", "favorite", "planted",
        "account", "membership",
    ]

    static let all = [
        // Each change marks the record of the changed row for indexing. For each row, a chain of comparisons is faster
        // than NOT IN, and VALUES is faster than SELECT.
        GeneratedObject(
            trigger: "recording_marked",
            """
            INSTEAD OF INSERT ON recording
            WHEN \(unmarkedTables.map { "new.table_name <> '\($0)'" }.joined(separator: " AND "))
            """,
            ["INSERT INTO search_pending VALUES (new.kind, new.record_id)"]),
        // An update of the key is recorded as a deletion and an insertion.
        GeneratedObject(
            view: "update_recording",
            """
            SELECT table_name, kind, record_id, kind AS new_kind, record_id AS new_record_id, 1 AS has_old_key FROM change
            """),
        GeneratedObject(
            trigger: "update_recording_inserted", "INSTEAD OF INSERT ON update_recording WHEN new.has_old_key",
            ["INSERT INTO recording VALUES (new.table_name, 'update', new.kind, new.record_id)"]),
        GeneratedObject(
            trigger: "move_recording_inserted", "INSTEAD OF INSERT ON update_recording WHEN NOT new.has_old_key",
            [
                "INSERT INTO recording VALUES (new.table_name, 'delete', new.kind, new.record_id)",
                "INSERT INTO recording VALUES (new.table_name, 'insert', new.new_kind, new.new_record_id)",
            ]),
        // One row, or none during a purge, which may change the history.
        GeneratedObject(
            view: "protected_history", "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge')"),
    ]
}

/// The past table of a recorded table, which stores former values of the rows, and the triggers that record changes,
/// one trigger for each event.
///
/// All are generated from the columns, so a migration adds a column with a single statement.
struct RecordingTriggers {
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

    /// Returns the names of a recorded table’s triggers.
    static func names(of table: String) -> [String] {
        ["insert", "update", "delete"].map { "\(table)_\($0)_recorded" }
            + ["update", "delete"].map { "\(table)_past_\($0)_refused" }
    }

    /// Returns the names of the additional triggers that a recorded table had before migration 45.
    static func formerNames(of table: String) -> [String] {
        ["inserted", "updated", "deleted", "move_recorded"].map { "\(table)_\($0)" }
    }

    /// The triggers that record changes to the table and protect its history.
    var triggers: [GeneratedObject] {
        [
            trigger("insert", .new), update, trigger("delete", .old), refusal(of: "update"), refusal(of: "delete"),
        ]
    }

    // MARK: - Triggers

    private enum Image: String {
        case old, new

        func value(of column: String) -> String { "\(rawValue).\(column)" }
    }

    /// Returns the trigger that records an insertion or deletion.
    private func trigger(_ action: String, _ image: Image) -> GeneratedObject {
        GeneratedObject(
            trigger: "\(table.name)_\(action)_recorded", "AFTER \(action.uppercased()) ON \(table.name)",
            marks([image]) + [
                "INSERT INTO recording VALUES ('\(table.name)', '\(action)', \(owner(of: image)))", past(image),
            ])
    }

    /// The trigger that records an update. It also increments the version of a record if the update itself does not,
    /// for example if a foreign key action or another program makes the update.
    private var update: GeneratedObject {
        // With `recursive_triggers`, Almanac records the increment, too. Other programs may not: see
        // `RecordedTableStatements`.
        let counting = """
            UPDATE \(table.name) SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
                WHERE id = old.id AND new.version = old.version
            """
        let compared = table.recordedNames.filter { !StoreTable.uncomparedColumns.contains($0) }
        let hasOldKey = comparison(of: table.recordedKey, "IS")
        return GeneratedObject(
            trigger: "\(table.name)_update_recorded",
            "AFTER UPDATE ON \(table.name) WHEN \(comparison(of: compared, "IS NOT"))",
            marks([.old, .new]) + [
                """
                INSERT INTO update_recording
                    VALUES ('\(table.name)', \(ownerOfUpdate), \(owner(of: .new)), \(hasOldKey))
                """,
                // If the key was updated, the deletion precedes the insertion.
                past(.old) + " WHERE action <> 'insert'", past(.new),
            ] + (table.isRecord ? [counting] : []))
    }

    /// Returns the statement that marks the persons of the old and new membership for indexing. Returns no statement
    /// for other tables.
    private func marks(_ images: [Image]) -> [String] {
        guard table.name == "membership" else { return [] }
        let rows = images.map { "('person', \($0.value(of: "person_id")))" }
        return ["INSERT INTO search_pending VALUES \(rows.joined(separator: ", "))"]
    }

    /// Returns the trigger that rejects changes to the history, except during a purge.
    private func refusal(of operation: String) -> GeneratedObject {
        GeneratedObject(
            trigger: "\(table.past)_\(operation)_refused", "BEFORE \(operation.uppercased()) ON \(table.past)",
            ["SELECT raise(ABORT, 'the history is not changed') FROM protected_history"])
    }

    /// Returns a statement that inserts the old or new row into the past table for the latest change, with NULL for
    /// columns that no longer exist.
    private func past(_ image: Image) -> String {
        let recorded = table.recordedNames
        let columns = pastColumns + recorded.filter { !pastColumns.contains($0) }
        let values = columns.map { recorded.contains($0) ? image.value(of: $0) : "NULL" }
        return """
            INSERT INTO \(table.past)
                SELECT max(id), \(image == .new ? 1 : 0), \(values.joined(separator: ", ")) FROM change
            """
    }

    private func comparison(of columns: [String], _ sign: String) -> String {
        func values(_ image: Image) -> String { columns.map(image.value).joined(separator: ", ") }
        return columns.count == 1
            ? "\(values(.new)) \(sign) \(values(.old))" : "(\(values(.new))) \(sign) (\(values(.old)))"
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

    /// Expressions for the kind and ID of the record that an updated row belongs to: the former record if the key
    /// contains its ID, otherwise the new one. If the update has cleared the reference, the former reference is used.
    /// An update of an account that keeps its card belongs to no record.
    private var ownerOfUpdate: String {
        switch table.name {
        case "account":
            "'person', iif(new.person_id IS old.person_id, NULL, ifnull(new.person_id, old.person_id))"
        case "planted": "old.kind, coalesce(\(links(of: .new)), \(links(of: .old)))"
        default: owner(of: table.recordedKey.contains(table.owner?.column ?? "") ? .old : .new)
        }
    }

    private func links(of image: Image) -> String {
        ["person_id", "group_id", "planet_id", "note_id"].map(image.value).joined(separator: ", ")
    }
}

extension ForeignTrigger {
    /// Returns the foreign triggers of a database with an older schema. Almanac’s triggers in such a database may
    /// differ from those of the current schema.
    static func all(
        before migrator: Migrator, in connection: Connection, except approvals: Approvals
    ) throws -> [ForeignTrigger] {
        try all(in: connection, unlike: migrator.model(), except: approvals).filter { !$0.isOfOlderSchema }
    }

    /// Whether Almanac has or had a trigger with this name.
    var isOfOlderSchema: Bool {
        original != nil || RecordedTables.names.flatMap(RecordingTriggers.formerNames).contains(name)
    }
}
