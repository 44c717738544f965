import Model
import SQLite

/// Keeps the search index, the keys of names and what else follows from a record's content in step with the records.
enum SearchIndex {
    private static let batch = 500

    /// Makes up for every change noted since the last time, by this program or by another: a part of each transaction
    /// that changes records.
    static func update(_ connection: Connection) throws {
        while try updateBatch(connection) {}
    }

    /// Makes up for so many batches of them; true if there may be more.
    static func updateBatches(_ count: Int, _ connection: Connection) throws -> Bool {
        for _ in 0..<count where try !updateBatch(connection) { return false }
        return true
    }

    private static func updateBatch(_ connection: Connection) throws -> Bool {
        // What a person is called stands in the documents of notes.
        if try updateBatch(of: Tables.planets, connection) { return true }
        if try updateBatch(of: Tables.groups, connection) { return true }
        if try updateBatch(of: Tables.persons, connection) { return true }
        return try updateBatch(of: Tables.notes, connection)
    }

    private static func updateBatch<Content>(of table: RecordTable<Content>, _ connection: Connection) throws -> Bool {
        let changed = try connection.all(
            pending,
            {
                $0[1] = Content.kind
                $0[2] = batch
            }
        ) { $0[0] as Int64 }
        guard !changed.isEmpty else { return false }
        let records = try table.fetch(changed, tied: table.searchLinks, from: connection)
        var writer = try SearchWriter(connection)
        for id in Set(changed).subtracting(records.map(\.id.rawValue)).sorted() {
            try writer.remove(RecordID(kind: Content.kind, number: id))
        }
        for record in records.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
            try table.derive(from: record, in: connection)
            try writer.write(table.entry(of: record), of: record.address)
        }
        try writer.finish()
        try settle(changed, of: Content.kind, connection)
        return true
    }

    /// Takes in records that were just inserted, with what follows from their contents, by their ids.
    static func add<Content>(
        _ entries: some Sequence<(Int64, IndexEntry)>, of table: RecordTable<Content>, _ connection: Connection
    ) throws {
        var writer = try SearchWriter(connection)
        var rest = entries.makeIterator()
        while let first = rest.next() {
            var part = [first]
            while part.count < batch, let next = rest.next() { part.append(next) }
            let ids = part.map(\.0)
            let links = try table.searchLinks(ids, connection)
            for (id, entry) in part {
                let tied = table.tie(entry, to: links[id] ?? Content.noLinks)
                try writer.add(tied, of: RecordID(kind: Content.kind, number: id))
            }
            try settle(ids, of: Content.kind, connection)
        }
        try writer.finish()
    }

    /// Takes in the content that a record has got, unless it stayed the same.
    static func replace<Content>(
        _ content: Content, of id: TypedRecordID<Content>, in table: RecordTable<Content>, _ connection: Connection
    ) throws {
        let isChanged = try connection.hasRow(isPending) {
            $0[1] = Content.kind
            $0[2] = id
        }
        guard isChanged else { return }
        let links = try table.searchLinks([id.rawValue], connection)
        var writer = try SearchWriter(connection)
        let entry = table.tie(table.entry(of: content), to: links[id.rawValue] ?? Content.noLinks)
        try writer.write(entry, of: id.address)
        try writer.finish()
        try settle([id.rawValue], of: Content.kind, connection)
    }

    /// What was deleted stands in the index until its parts are joined, which takes the longer the more there is.
    static func forgetDeleted(_ connection: Connection) throws {
        for table in ["search", "search_name"] {
            try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
        }
    }

    private static func settle(_ ids: [Int64], of kind: Kind, _ connection: Connection) throws {
        try connection.run(settling) {
            $0[1] = kind
            $0[2] = ids.json
        }
    }

    // MARK: - Statements

    static let pending = """
        SELECT record_id FROM search_pending
        WHERE kind = ?1
        ORDER BY record_id
        LIMIT ?2
        """

    static let isPending = "SELECT 1 FROM search_pending WHERE kind = ?1 AND record_id = ?2"

    static let settling = """
        DELETE FROM search_pending
        WHERE kind = ?1 AND record_id IN (SELECT value FROM json_each(?2))
        """
}

extension RecordTable {
    /// Writes the columns that follow from the content where another program has not.
    fileprivate func derive(from record: Record<Content>, in connection: Connection) throws {
        let names = derived.map(\.name)
        let places = derived.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
        try connection.run(
            """
            UPDATE \(name) SET (\(names.joined(separator: ", "))) = (\(places))
            WHERE id = ?1 AND (\(names.joined(separator: ", "))) IS NOT (\(places))
            """
        ) { parameters in
            parameters[1] = record.id
            for (offset, column) in derived.enumerated() { parameters[offset + 2] = column.value(record.content) }
        }
    }
}
