import Model
import SQLite
import Text

/// The form of a name by which it is looked up and sorted.
package enum NameKey {
    /// Long enough for every name; what begins a note may be longer, and is not looked up by its end.
    private static let limit = 256

    /// Folded for search, with single spaces.
    package static func of(_ name: String) -> String {
        Folding.parts(of: Folding.fold(beginning(of: name))).joined(separator: " ")
    }

    /// Every key under which the names stand; a catalogue's also without spaces and punctuation.
    package static func all(of names: [String], isCatalog: Bool) -> Set<String> {
        let keys = names.map(of) + (isCatalog ? names.map { Folding.catalogKey(beginning(of: $0)) } : [])
        return Set(keys.filter { !$0.isEmpty })
    }

    private static func beginning(of name: String) -> String {
        name.utf8.count > limit ? String(name.prefix(limit)) : name
    }
}

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
            """,
            {
                $0[1] = key
                $0[2] = Content.kind
            }
        ) { row in
            RecordReference(address: RecordID(kind: Content.kind, number: row[0]), name: row[1])
        }
    }
}
