import Localization
import Model
import SQLite

/// The repairs within a database. They lose no data, and run in a transaction that also updates the search index.
struct Repairs {
    let connection: Connection
    /// A new database with the correct schema.
    let model: Connection

    func repair(_ wrong: Set<Finding.Name>) throws -> [Message] {
        let recovery = OrphanRecovery(connection: connection)
        var repairs: [Message] = []
        if wrong.contains(.schemaChanged) { repairs += try Self.recreate(.index, in: connection, like: model) }
        if wrong.contains(.brokenIndex) {
            try connection.execute("REINDEX")
            repairs.append("Rebuilt all indexes.")
        }
        if wrong.contains(.sequence) { repairs += try RowIDSequences.reset(in: connection) }
        if wrong.contains(.orphan) { repairs += try recovery.saveOrphans() }
        if wrong.contains(.unreadableDraft) {
            repairs += try recovery.saveAsNotes(DraftCheck.removeUnreadable(connection), "of unreadable drafts")
        }
        if wrong.contains(.unreadableFilter) {
            repairs += try recovery.saveAsNotes(ValueCheck.removeUnreadableFilters(connection), "of invalid filters")
        }
        if wrong.contains(.unreadableRemote) {
            repairs += try recovery.saveAsNotes(RemoteCheck.removeUnreadable(connection), "of unreadable remotes")
        }
        if wrong.contains(.remoteLink) { repairs += try RemoteCheck.repair(connection) }
        if try !wrong.isDisjoint(with: [.searchMissing, .searchStale, .searchExtra]) || lacksSearchTable() {
            try rebuildSearch()
            repairs.append("Rebuilt the search index.")
        }
        return repairs
    }

    /// The types of schema objects that can be re-created because they contain no data.
    enum DerivedObject: String { case index, view }

    /// Re-creates missing or changed indexes or views. The triggers of a changed view are lost. Tables and other
    /// programs’ objects are not changed.
    static func recreate(
        _ type: DerivedObject, in connection: Connection, like model: Connection
    ) throws -> [Message] {
        let objects = "sql IS NOT NULL AND type = '\(type.rawValue)' ORDER BY rowid"
        let present = try SchemaObject.all(of: connection, where: objects)
        return try SchemaObject.all(of: model, where: objects).compactMap { object in
            let old = present.first { $0.name == object.name }
            if let old, SQLTokens.areEqual(old.sql, object.sql) { return nil }
            if let old { try connection.execute("DROP \(old.type) \(old.name.quotedIdentifier)") }
            try connection.execute(object.sql)
            return "Recreated the \(object.type) \(object.name)."
        }
    }

    private func lacksSearchTable() throws -> Bool {
        let present = Set(try Self.virtualTables(of: connection).map(\.name))
        return try Self.virtualTables(of: model).contains { !present.contains($0.name) }
    }

    private static func virtualTables(of connection: Connection) throws -> [SchemaObject] {
        try SchemaObject.all(of: connection, where: "type = 'table' AND sql LIKE 'CREATE VIRTUAL%'")
    }

    /// Drops the search index and indexes all records again.
    private func rebuildSearch() throws {
        try connection.openShadowTables()
        for table in try Self.virtualTables(of: model) {
            try makeDroppable(table)
            try connection.execute("DROP TABLE IF EXISTS \(table.name.quotedIdentifier)")
            try connection.execute(table.sql)
            try copySettings(of: table.name)
        }
        try SearchIndexer(connection).rebuild()
    }

    /// Copies the settings of an FTS5 table from the model, except for `version`, the version of the FTS5 format.
    private func copySettings(of table: String) throws {
        let config = "\(table)_config"
        guard try model.hasObject(config) else { return }
        let settings = try model.all("SELECT k, v FROM \(config.quotedIdentifier) WHERE k <> 'version'") {
            ($0[0] as String, $0[1] as Int)
        }
        let name = table.quotedIdentifier
        for (key, value) in settings {
            try connection.run("INSERT INTO \(name) (\(name), rank) VALUES (?1, ?2)", binding: key, value)
        }
    }

    /// Makes a damaged FTS5 table droppable by resetting its internal data to the state of an empty table.
    private func makeDroppable(_ table: SchemaObject) throws {
        // FTS5 cannot drop a table that it cannot open (https://sqlite.org/fts5.html#fts5_data_structures).
        let data = table.name + "_data"
        guard try connection.hasObject(data) else { return }
        try connection.execute(
            "INSERT OR REPLACE INTO \(data.quotedIdentifier) (id, block) VALUES (1, x''), (10, x'00000000000000')")
    }
}

/// A table, index, trigger, or view, and the statement that creates it.
private struct SchemaObject {
    let type: String
    let name: String
    let sql: String

    static func all(of connection: Connection, where condition: String) throws -> [SchemaObject] {
        try connection.all("SELECT type, name, sql FROM sqlite_schema WHERE \(condition)") {
            SchemaObject(type: $0[0], name: $0[1], sql: $0[2])
        }
    }
}

/// A repair of rows without a parent record. The repair saves the values of the rows in notes.
struct OrphanRecovery {
    let connection: Connection
    static let topic = "Lost and found"
    /// The approximate UTF-8 length after which another note is started. It is less than the maximum length of a note.
    private static let limit = 512 << 10

    /// A column that refers to another table.
    private struct ForeignKey {
        let table: StoreTable
        let column: String
        let parent: String
        /// Whether the row can exist without the reference.
        let mayBeNull: Bool
    }

    /// Saves the values of orphaned rows in notes. Sets an invalid reference to NULL if its column permits it, and
    /// removes the row otherwise.
    func saveOrphans() throws -> [Message] {
        var lines: [String] = []
        // Removing a row can orphan others. Each round repairs at least one row, so the loop ends.
        while true {
            let found = try references().flatMap(saveOrphans)
            if found.isEmpty { break }
            lines += found
        }
        return try saveAsNotes(lines, "without a parent record")
    }

    /// Writes lines into as many notes as necessary.
    /// - Parameter fault: A description of the rows, such as “without a parent record”.
    func saveAsNotes(_ lines: [String], _ fault: Message) throws -> [Message] {
        guard !lines.isEmpty else { return [] }
        var texts = [""]
        for line in lines {
            let length = texts[texts.count - 1].utf8.count
            if length > 0, length + line.utf8.count > Self.limit { texts.append("") }
            texts[texts.count - 1] += "- \(line)\n"
        }
        let notes = try texts.map { text in
            var note = Note()
            note.topic = Self.topic
            note.text = text
            return "notes/\(try Note.table.insert(note, into: connection))"
        }
        let rows = Message(lines.count, "row")
        return ["Saved \(rows) \(fault) to \(notes.joined(separator: ", ")) as text."]
    }

    private func references() throws -> [ForeignKey] {
        try StoreTable.all(of: connection).filter { !$0.isDerived && !$0.isHistory }.flatMap { table in
            try connection.all(
                "SELECT \"from\", \"table\", on_delete FROM pragma_foreign_key_list(?1)", binding: table.name
            ) { row in
                ForeignKey(
                    table: table, column: row[0], parent: row[1], mayBeNull: row[2] as String == "SET NULL")
            }
        }
    }

    private func saveOrphans(_ reference: ForeignKey) throws -> [String] {
        let table = reference.table.name.quotedIdentifier
        let column = reference.column.quotedIdentifier
        let isOrphan = """
            \(column) IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM \(reference.parent.quotedIdentifier) AS parent WHERE parent.id = \(table).\(column))
            """
        let lines = try connection.all(
            """
            SELECT \(reference.table.columnNames.map(\.quotedIdentifier).joined(separator: ", ")) FROM \(table)
            WHERE \(isOrphan)
            """
        ) { reference.table.line($0, of: reference.table.columnNames) }
        guard !lines.isEmpty else { return [] }
        let change = reference.mayBeNull ? "UPDATE \(table) SET \(column) = NULL" : "DELETE FROM \(table)"
        try connection.run("\(change) WHERE \(isOrphan)")
        return lines
    }
}

extension StoreTable {
    /// Returns the values of a row as a single line of text, omitting NULL values, empty values, and the passphrase
    /// hash.
    func line(_ row: borrowing Row, of columns: [String]) -> String {
        var words: [String] = []
        for (index, column) in columns.enumerated() where column != "passphrase_hash" {
            let word = row.words(index)
            if word != "NULL", !word.isEmpty { words.append("\(column): \(word)") }
        }
        return "\(name): \(words.joined(separator: "; "))"
    }
}
