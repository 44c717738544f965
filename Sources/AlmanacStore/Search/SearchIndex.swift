import Model
import SQLite

/// Keeps the search index, the keys of names and what else follows from a record's content in step with the records.
enum SearchIndex {
    /// Makes up for every change noted since the last time, by this program or by another: a part of each transaction
    /// that changes records, and of opening a store.
    static func update(_ connection: Connection) throws {
        // What a planet is called stands in the documents of persons, and both of theirs in those of notes.
        try update(Tables.planets, connection)
        try update(Tables.groups, connection)
        try update(Tables.persons, connection)
        try update(Tables.notes, connection)
    }

    private static func update<Content>(_ table: RecordTable<Content>, _ connection: Connection) throws {
        let changed = try connection.all(
            """
            SELECT DISTINCT record_id FROM search_pending WHERE kind = ?1 ORDER BY record_id
            """, { $0[1] = Content.kind }
        ) { $0[0] as Int64 }
        guard !changed.isEmpty else { return }
        for batch in stride(from: 0, to: changed.count, by: 500).map({ changed[$0..<min($0 + 500, changed.count)] }) {
            let records = try table.fetch(Array(batch), from: connection)
            let existing = Set(records.map(\.id.rawValue))
            for id in batch where !existing.contains(id) {
                try remove(Address(kind: Content.kind, number: id), connection)
            }
            for record in records {
                try table.derive(from: record, in: connection)
                try write(table.names(of: record.content), of: record.address, connection)
                try write(table.document(of: record), of: record.address, connection)
            }
        }
        try connection.run("DELETE FROM search_pending WHERE kind = ?1") { $0[1] = Content.kind }
    }

    private static func write(_ document: SearchDocument, of address: Address, _ connection: Connection) throws {
        try connection.run("INSERT OR REPLACE INTO search (rowid, name, alias, body) VALUES (?1, ?2, ?3, ?4)") {
            $0[1] = DocumentID(address)
            $0[2] = document.name
            $0[3] = document.alias
            $0[4] = document.body
        }
    }

    private static func write(_ keys: Set<String>, of address: Address, _ connection: Connection) throws {
        let present = try connection.all(
            "SELECT key FROM name_key WHERE kind = ?1 AND record_id = ?2",
            {
                $0[1] = address.kind
                $0[2] = address.number
            }
        ) { $0[0] as String }
        for key in Set(present).subtracting(keys) {
            try connection.run("DELETE FROM name_key WHERE key = ?1 AND kind = ?2 AND record_id = ?3") {
                $0[1] = key
                $0[2] = address.kind
                $0[3] = address.number
            }
        }
        for key in keys.subtracting(present) {
            try connection.run("INSERT INTO name_key (key, kind, record_id) VALUES (?1, ?2, ?3)") {
                $0[1] = key
                $0[2] = address.kind
                $0[3] = address.number
            }
        }
    }

    private static func remove(_ address: Address, _ connection: Connection) throws {
        try write([], of: address, connection)
        try connection.run("DELETE FROM search WHERE rowid = ?1") { $0[1] = DocumentID(address) }
    }
}

extension RecordTable {
    func document(of record: Record<Content>) -> SearchDocument {
        SearchDocument(searchTexts(record.content, record.links))
    }

    func names(of content: Content) -> Set<String> {
        NameKey.all(of: [content.title] + aliases(content), isCatalogue: isCatalogue)
    }

    fileprivate func derive(from record: Record<Content>, in connection: Connection) throws {
        let assignments = derived.enumerated().map { "\($1.name) = ?\($0 + 2)" }.joined(separator: ", ")
        try connection.run("UPDATE \(name) SET \(assignments) WHERE id = ?1") { parameters in
            parameters[1] = record.id
            for (offset, column) in derived.enumerated() { parameters[offset + 2] = column.value(record.content) }
        }
    }
}
