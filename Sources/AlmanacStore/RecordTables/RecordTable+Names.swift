import Model
import SQLite
import Text

extension RecordTable {
    /// The records of this kind that have the name.
    package func named(_ text: String, in connection: Connection) throws -> [RecordReference] {
        let exact = try keyed(NameKey.of(text), in: connection)
        return exact.isEmpty && isCatalog ? try keyed(Folding.catalogKey(text), in: connection) : exact
    }

    private func keyed(_ key: String, in connection: Connection) throws -> [RecordReference] {
        try connection.all(
            """
            SELECT id, display_name FROM name_key JOIN \(name) ON id = record_id
            WHERE key = ?1 AND kind = ?2
            ORDER BY sort_key, id
            """, binding: key, Content.kind
        ) { row in
            RecordReference(address: RecordID(kind: Content.kind, number: row[0]), name: row[1])
        }
    }
}
