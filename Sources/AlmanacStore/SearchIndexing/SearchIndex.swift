import Model
import SQLite

/// The search index, name keys, and other data derived from records.
package struct SearchIndex {
    private static let batch = 500

    let connection: Connection
    let cards: any CardInterpreter

    package init(_ connection: Connection, _ cards: any CardInterpreter) {
        self.connection = connection
        self.cards = cards
    }

    /// Indexes all pending changes, including those of other programs. Every transaction that changes records calls
    /// this function last.
    package func update() throws {
        while try updateBatch() {}
    }

    /// Indexes a limited number of batches of changes.
    /// - Returns: Whether changes may remain.
    func updateBatches(_ count: Int) throws -> Bool {
        for _ in 0..<count where try !updateBatch() { return false }
        return true
    }

    private func updateBatch() throws -> Bool {
        // Notes come last, because their documents contain the names of persons.
        for kind in [Kind.planet, .group, .person, .note] where try updateBatch(of: kind.content) { return true }
        return false
    }

    private func updateBatch<Content: StoredRecord>(of type: Content.Type) throws -> Bool {
        let table = Content.table
        let changed = try connection.all(Self.pending, binding: Content.kind, Self.batch) { $0[0] as Int64 }
        guard !changed.isEmpty else { return false }
        let records = try table.fetch(changed, tied: table.searchLinks, from: connection)
        var writer = try SearchWriter(connection)
        for id in Set(changed).subtracting(records.map(\.id.rawValue)).sorted() {
            try writer.remove(RecordID(kind: Content.kind, number: id))
        }
        for record in records.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
            try table.derive(from: record, in: connection)
            let entry = table.link(table.entry(of: record.content, cards), to: record.links)
            try writer.write(entry, of: record.address)
        }
        try writer.finish()
        try markIndexed(changed, of: Content.kind)
        return true
    }

    /// Indexes newly inserted records, given their IDs and index entries.
    package func add<Content>(
        _ entries: some Sequence<(Int64, IndexEntry)>, of table: RecordTable<Content>
    ) throws {
        var writer = try SearchWriter(connection)
        var rest = entries.makeIterator()
        while let first = rest.next() {
            var part = [first]
            while part.count < Self.batch, let next = rest.next() { part.append(next) }
            let ids = part.map(\.0)
            let links = try table.searchLinks(ids, connection)
            for (id, entry) in part {
                let linked = table.link(entry, to: links[id] ?? Content.Links())
                try writer.add(linked, of: RecordID(kind: Content.kind, number: id))
            }
            try markIndexed(ids, of: Content.kind)
        }
        try writer.finish()
    }

    /// Indexes the new content of a record if indexed text has changed.
    func replace<Content>(_ content: Content, of id: TypedRecordID<Content>, in table: RecordTable<Content>) throws {
        let isChanged = try connection.hasRow(Self.isPending, binding: Content.kind, id)
        guard isChanged else { return }
        let links = try table.searchLinks([id.rawValue], connection)
        var writer = try SearchWriter(connection)
        let entry = table.link(table.entry(of: content, cards), to: links[id.rawValue] ?? Content.Links())
        try writer.write(entry, of: id.address)
        try writer.finish()
        try markIndexed([id.rawValue], of: Content.kind)
    }

    /// Removes newly deleted records from the index, given their IDs.
    func remove(_ ids: [Int64], of kind: Kind) throws {
        var writer = try SearchWriter(connection)
        for id in ids { try writer.remove(RecordID(kind: kind, number: id)) }
        try writer.finish()
        try markIndexed(ids, of: kind)
    }

    /// Removes the text of deleted documents, which FTS5 would keep until it merges parts of the index. This is slow
    /// for a large index.
    func removeDeleted() throws {
        for table in ["search", "search_name"] {
            try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
        }
    }

    private func markIndexed(_ ids: [Int64], of kind: Kind) throws {
        try connection.run(Self.clearing, binding: kind, ids.json)
    }

    // MARK: - Statements

    static let pending = """
        SELECT record_id FROM search_pending
        WHERE kind = ?1
        ORDER BY record_id
        LIMIT ?2
        """

    static let isPending = "SELECT 1 FROM search_pending WHERE kind = ?1 AND record_id = ?2"

    static let clearing = """
        DELETE FROM search_pending
        WHERE kind = ?1 AND record_id IN (SELECT value FROM json_each(?2))
        """
}

extension SearchIndex {
    /// Clears the index and indexes all records again, in the caller’s transaction.
    func rebuild() throws {
        try connection.execute(
            """
            DELETE FROM search;
            DELETE FROM search_name;
            DELETE FROM name_key;
            DELETE FROM trace;
            DELETE FROM misspelling;
            DELETE FROM search_pending;
            -- Also removes entries without a document.
            INSERT INTO search (search) VALUES ('rebuild');
            INSERT INTO search_name (search_name) VALUES ('rebuild');
            -- The number of bytes that are buffered before they are written.
            INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);
            INSERT INTO search_name (search_name, rank) VALUES ('hashsize', 16777216);
            INSERT INTO search_pending (kind, record_id) SELECT kind, id FROM record;
            """)
        try update()
    }
}

extension RecordTable {
    /// Writes the derived columns of a record that another program has changed.
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

    /// Returns the index entry of a record without its links.
    /// - Parameter hasKeys: Whether the entry includes the keys for finding duplicates.
    package func entry(
        of content: Content, _ cards: any CardInterpreter, hasKeys: Bool = true
    ) -> IndexEntry {
        IndexEntry(
            document: SearchDocument(searchTexts(content, cards)), keys: names(of: content),
            duplicateKeys: hasKeys ? duplicateKeys(content, cards) : [])
    }

    func link(_ entry: IndexEntry, to links: Content.Links) -> IndexEntry {
        var linked = entry
        linked.document = entry.document + SearchDocument(linkedTexts(links))
        return linked
    }

    func texts(of record: Record<Content>, _ cards: any CardInterpreter) -> [SearchText] {
        searchTexts(record.content, cards) + linkedTexts(record.links)
    }

    func names(of content: Content) -> Set<String> {
        NameKey.all(of: [content.title] + aliases(content), isCatalog: isCatalog)
    }
}
