import Model
import SQLite
import Text

/// Functions that read records in a fixed number of statements.
extension RecordTable {
    package func fetch(_ ids: [Int64], from connection: Connection) throws -> [Record<Content>] {
        try fetch(ids, tied: links, from: connection)
    }

    package func fetch(_ id: Int64, from connection: Connection) throws -> Record<Content> {
        try fetch(id, tied: links, from: connection)
    }

    package func fetch(_ id: Int64, tied links: LinkLoader, from connection: Connection) throws -> Record<Content> {
        guard let record = try fetch([id], tied: links, from: connection).first else {
            throw RecordProblem.notFound(RecordID(kind: Content.kind, number: id))
        }
        return record
    }

    // Specialized for the kinds with many records. A planet may have a million residents.
    /// Returns the records that exist, in the order of the given IDs.
    /// - Parameter links: A closure that loads the linked records.
    @specialized(where Content == Person)
    @specialized(where Content == Planet)
    package func fetch(_ ids: [Int64], tied links: LinkLoader, from connection: Connection) throws -> [Record<Content>]
    {
        guard !ids.isEmpty else { return [] }
        let all = ids.json
        let names = ["id", "uuid", "created", "modified", "version"] + columns.map(\.name)
        var headers = [Int64: Header](minimumCapacity: ids.count)
        var contents = [Int64: Content](minimumCapacity: ids.count)
        try connection.forEach(
            """
            SELECT \(names.joined(separator: ", ")) FROM \(name)
            WHERE id IN (SELECT value FROM json_each(?1))
            """, binding: all
        ) { row in
            let id: Int64 = row[0]
            headers[id] = Header(uuid: row[1], created: try row[2], modified: try row[3], version: row[4])
            contents[id] = try content(of: row, from: 5)
        }
        for list in lists {
            try connection.forEach(list.select, binding: all) { row in
                try list.append(&contents[row[0], default: Content()], row)
            }
        }
        let links = try links(ids, connection)
        return ids.compactMap { id in
            guard let header = headers[id], let content = contents[id] else { return nil }
            return Record(
                id: TypedRecordID(rawValue: id), uuid: header.uuid, created: header.created, modified: header.modified,
                version: header.version, content: content, links: links[id] ?? Content.Links())
        }
    }

    /// Reads the content of a record from the columns of a row.
    ///
    /// Invalid values of other programs are omitted, so that one bad date does not hide a whole list. `check` reports
    /// them.
    func content(of row: borrowing Row, from index: Int) throws -> Content {
        var content = Content()
        for offset in columns.indices {
            do {
                try columns[offset].read(&content, row, index + offset)
            } catch let error as SQLiteError where error.code == .mismatch {
                continue
            }
        }
        return content
    }
}

/// The metadata of a record.
private struct Header {
    let uuid: String
    let created: Timestamp
    let modified: Timestamp
    let version: Int
}

extension Collection<Int64> {
    package var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}

extension RecordTable {
    /// Returns the records with a name or alias.
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
