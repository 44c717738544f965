import Model
import SQLite

/// A table of record keys: folded names for lookup, or keys for finding duplicates.
///
/// In all statements, ?1 is the kind of the records, and ?2 is a JSON array of record IDs or a single ID.
enum KeyTable: CaseIterable {
    case names, duplicates

    struct Key {
        let text: String
        let record: Int64
    }

    private var name: String { self == .names ? "name_key" : "trace" }

    private var columns: [String] { self == .names ? ["key", "record_id", "kind"] : ["key", "person_id"] }

    // Only persons have duplicate keys.
    /// A condition for the kind, followed by the column with the ID of the record.
    private var record: String { self == .names ? "kind = ?1 AND record_id" : "?1 = 'person' AND person_id" }

    // MARK: - Statements

    var present: String {
        "SELECT \(columns[1]), key FROM \(name) WHERE \(record) IN (SELECT value FROM json_each(?2))"
    }

    /// A statement that deletes all keys of records.
    var removal: String { "DELETE FROM \(name) WHERE \(record) IN (SELECT value FROM json_each(?2))" }

    /// A statement that deletes the key ?3 of a record.
    var deletion: String { "DELETE FROM \(name) WHERE key = ?3 AND \(record) = ?2" }

    // MARK: - Changes

    /// Inserts keys in the order of the table. Keys that the table contains are ignored.
    func insert(_ keys: [Key], of kind: Kind, in connection: Connection) throws {
        let keys = keys.sorted { $0.text < $1.text }
        let columns = columns
        try connection.run(
            keys.count, rowsOf: columns.count,
            { row, parameters, first in
                parameters[first] = keys[row].text
                parameters[first + 1] = keys[row].record
                if columns.count > 2 { parameters[first + 2] = kind }
            }
        ) { rows in
            """
            INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
            \(Connection.values(rows, of: columns.count))
            """
        }
    }

    /// Replaces the keys of records, writing only the differences.
    func replace(_ entries: [(id: Int64, keys: Set<String>)], of kind: Kind, in connection: Connection) throws {
        var present: [Int64: Set<String>] = [:]
        try connection.forEach(self.present, binding: kind, entries.map(\.id).json) { row in
            present[row[0], default: []].insert(row[1])
        }
        var new: [Key] = []
        for (id, keys) in entries {
            let former = present[id] ?? []
            for text in former.subtracting(keys).sorted() { try connection.run(deletion, binding: kind, id, text) }
            new += keys.subtracting(former).map { Key(text: $0, record: id) }
        }
        try insert(new, of: kind, in: connection)
    }
}

extension IndexEntry {
    func keys(in table: KeyTable) -> Set<String> { table == .names ? keys : duplicateKeys }
}
