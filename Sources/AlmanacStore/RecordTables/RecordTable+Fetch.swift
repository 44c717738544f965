import Model
import SQLite

/// Reading records: a fixed number of statements, however many there are and whatever they hold.
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

    /// The records that exist among these, in their order. Specialized for the kinds there may be very many of.
    /// - Parameter links: What is read of all that they are tied to: a planet may have a million residents.
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
            """, { $0[1] = all }
        ) { row in
            let id: Int64 = row[0]
            headers[id] = Header(uuid: row[1], created: try row[2], modified: try row[3], version: row[4])
            contents[id] = try content(of: row, from: 5)
        }
        for list in lists {
            try connection.forEach(list.select, { $0[1] = all }) { row in
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

    /// What another tool has written and no field can hold is left out, for `check` to name: one bad date is no reason
    /// to show nothing of a list.
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

/// What the store knows of a record beside its content.
private struct Header {
    let uuid: String
    let created: Timestamp
    let modified: Timestamp
    let version: Int
}

extension Collection<Int64> {
    /// The numbers for `json_each`.
    package var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}
