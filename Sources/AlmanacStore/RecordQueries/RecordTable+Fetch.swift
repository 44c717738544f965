import Model
import SQLite
import Text

/// Functions that read records, with a fixed number of statements for each call or batch.
extension RecordTable {
    func fetch(_ ids: [Int64], from connection: Connection) throws -> [Record<Content>] {
        try fetch(ids, tied: links, from: connection)
    }

    func fetch(_ id: Int64, from connection: Connection) throws -> Record<Content> {
        try fetch(id, tied: links, from: connection)
    }

    func fetch(_ id: Int64, tied links: LinkLoader, from connection: Connection) throws -> Record<Content> {
        guard let record = try fetch([id], tied: links, from: connection).first else {
            throw RecordProblem.notFound(RecordID(kind: Content.kind, number: id))
        }
        return record
    }

    // Specialized for the kinds with many records.
    /// Returns the records that exist, in the order of the given IDs.
    /// - Parameter links: A closure that loads the linked records.
    @specialized(where Content == Person)
    @specialized(where Content == Planet)
    func fetch(_ ids: [Int64], tied links: LinkLoader, from connection: Connection) throws -> [Record<Content>] {
        guard !ids.isEmpty else { return [] }
        let wanted = WantedIDs(ids)
        let names = ["id", "uuid", "created", "modified", "version"] + columns.map(\.name) + ["display_name"]
        var records = [Int64: Record<Content>](minimumCapacity: ids.count)
        try connection.forEach(
            """
            SELECT \(names.joined(separator: ", ")) FROM \(name)
            WHERE id \(wanted.condition)
            """, binding: wanted.value
        ) { row in
            var record = try record(row[0], of: row)
            // The title is empty if another program wrote the row without it. It may depend on the lists read below.
            record.title = row[names.count - 1]
            records[record.id.rawValue] = record
        }
        for list in lists {
            try connection.forEach(list.select(wanted), binding: wanted.value) { row in
                guard let place = records.index(forKey: row[0]) else { return }
                try list.append(&records.values[place].content, row)
            }
        }
        // Only the titles of persons depend on the rules of the database. Other titles are those of the content.
        let isStored = Content.kind == .person
        let untitled = records.filter { !isStored || $0.value.title.isEmpty }
        if !untitled.isEmpty {
            let order = isStored ? try NameRules(of: connection).order : .card
            for (id, record) in untitled { records[id]?.title = record.content.title(in: order) }
        }
        for (id, links) in try links(ids, connection) { records[id]?.links = links }
        return ids.compactMap { records[$0] }
    }

    /// Calls a closure with all records, in batches sorted by ID.
    /// - Parameter links: A closure that loads the linked records.
    func forEachBatch(
        tied links: LinkLoader, in connection: Connection, _ use: ([Record<Content>]) throws -> Void
    ) throws {
        var last: Int64 = 0
        while true {
            let ids: [Int64] = try connection.all(
                "SELECT id FROM \(name) WHERE id > ?1 ORDER BY id LIMIT 500", binding: last
            ) { $0[0] }
            guard let end = ids.last else { return }
            try use(try fetch(ids, tied: links, from: connection))
            last = end
        }
    }

    /// Returns the record in a row, without title, lists, and links. The metadata starts at index 1, and the columns
    /// follow it.
    ///
    /// Invalid values from other programs are omitted, so that one bad date does not hide an entire list. `check`
    /// reports them.
    func record(_ id: Int64, of row: borrowing Row) throws -> Record<Content> {
        var content = Content()
        for offset in columns.indices {
            do {
                try columns[offset].read(&content, row, 5 + offset)
            } catch let error as SQLiteError where error.code == .mismatch {
                continue
            }
        }
        return Record(
            id: TypedRecordID(rawValue: id), uuid: row[1], created: try row[2], modified: try row[3], version: row[4],
            content: content, title: "")
    }
}

extension RecordTable {
    /// Returns references to the records with a given name or alias.
    func named(_ text: String, in connection: Connection) throws -> [RecordReference] {
        let exact = try keyed(NameKey.of(text), in: connection)
        guard exact.isEmpty, isCatalog else { return exact }
        for key in StarSpellings.keys(of: text) {
            let found = try keyed(key, in: connection)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func keyed(_ key: String, in connection: Connection) throws -> [RecordReference] {
        try connection.all(
            """
            SELECT id, display_name FROM name_key JOIN \(name) ON id = record_id
            WHERE key = ?1 AND name_key.kind = ?2
            ORDER BY sort_key, id
            """, binding: key, Content.kind
        ) { row in
            RecordReference(address: RecordID(kind: Content.kind, number: row[0]), name: row[1])
        }
    }
}
