import Localization
import Model
import SQLite

/// A repair of rows without a parent record, which saves the values of the rows in notes.
struct OrphanRecovery {
    let connection: Connection
    static let topic = "Lost and found"
    /// The maximum UTF-8 length of the text saved in a note, which is less than the maximum length of a note.
    private static let limit = 512 << 10

    /// A column that refers to another table.
    private struct ForeignKey {
        let table: StoreTable
        let column: String
        let parent: String
        /// Whether the row can exist without the reference.
        let mayBeNull: Bool
    }

    /// Saves the values of orphaned rows, then clears references that may be null and removes the other rows.
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
            if texts[texts.count - 1].utf8.count + line.utf8.count > Self.limit { texts.append("") }
            texts[texts.count - 1] += "- \(line)\n"
        }
        let notes = try texts.map { text in
            var note = Note()
            note.topic = Self.topic
            note.text = text
            return "notes/\(try Tables.notes.insert(note, into: connection))"
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
    /// Returns the values of a row as one line of text, without NULL and empty values, and without the hash of a passphrase.
    func line(_ row: borrowing Row, of columns: [String]) -> String {
        var words: [String] = []
        for (index, column) in columns.enumerated() where column != "passphrase_hash" {
            let word = row.words(index)
            if word != "NULL", !word.isEmpty { words.append("\(column): \(word)") }
        }
        return "\(name): \(words.joined(separator: "; "))"
    }
}
