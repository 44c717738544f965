import Model
import SQLite

/// An indexer that keeps the search index, name keys, and other data derived from records up to date.
struct SearchIndexer {
    private static let batch = 2000

    let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Indexes all pending changes, including changes by other programs. Every transaction that changes records calls
    /// this function last.
    func update() throws {
        _ = try updateBatches(.max)
    }

    /// Indexes changes in a limited number of batches.
    /// - Returns: Whether changes may remain.
    func updateBatches(_ count: Int) throws -> Bool {
        let links = RelationLinks(connection: connection)
        guard try connection.first(Self.firstPending, row: { !$0.column(0).isNull }) == true else {
            try links.update()
            return false
        }
        var writer = try SearchWriter(connection)
        var rest = count
        while rest > 0, try updateBatch(with: &writer) { rest -= 1 }
        try writer.finish()
        try links.update()
        return rest == 0
    }

    private func updateBatch(with writer: inout SearchWriter) throws -> Bool {
        // Notes come last, because their documents contain the names of persons.
        for kind in [Kind.planet, .group, .person, .note]
        where try updateBatch(of: kind.content, with: &writer) { return true }
        return false
    }

    private func updateBatch<Content: StoredRecord>(
        of type: Content.Type, with writer: inout SearchWriter
    ) throws -> Bool {
        let table = Content.table
        let changed = try connection.all(Self.pending, binding: Content.kind, Self.batch) { $0[0] as Int64 }
        guard !changed.isEmpty else { return false }
        var entries: [Int64: IndexEntry] = [:]
        let records = try table.fetch(changed, tied: Content.searchLinks, from: connection)
        try table.derive(from: records, in: connection)
        for record in records {
            entries[record.id.rawValue] = Content.link(table.entry(of: record.content), to: record.links)
        }
        try writer.write(changed.map { ($0, entries[$0]) }, of: Content.kind)
        try markIndexed(changed, of: Content.kind)
        return true
    }

    /// Indexes newly inserted records, given their IDs and index entries.
    func add<Content: StoredRecord>(
        _ entries: some Sequence<(Int64, IndexEntry)>, of type: Content.Type
    ) throws {
        let new = try NewEntries<Content>(in: self)
        try new.add(entries)
        try new.write()
    }

    /// Indexes the new content of a record if the record is marked as changed.
    func replace<Content: StoredRecord>(_ content: Content, of id: TypedRecordID<Content>) throws {
        let isChanged = try connection.hasRow(Self.isPending, binding: Content.kind, id)
        guard isChanged else { return }
        let links = try Content.searchLinks(of: [id.rawValue], in: connection)
        let entry = Content.link(Content.table.entry(of: content), to: links[id.rawValue] ?? Content.Links())
        try write([(id.rawValue, entry)], of: Content.kind)
    }

    /// Removes newly deleted records from the index, given their IDs.
    func remove(_ ids: [Int64], of kind: Kind) throws {
        try write(ids.map { ($0, nil) }, of: kind)
    }

    private func write(_ entries: [(id: Int64, entry: IndexEntry?)], of kind: Kind) throws {
        var writer = try SearchWriter(connection)
        try writer.write(entries, of: kind)
        try writer.finish()
        try markIndexed(entries.map(\.id), of: kind)
    }

    /// Removes the text of deleted documents, which FTS5 would keep until it merges parts of the index. The removal is
    /// slow for a large index.
    func removeDeleted() throws {
        for table in ["search", "search_name"] {
            try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
        }
    }

    func markIndexed(_ ids: [Int64], of kind: Kind) throws {
        try connection.run(Self.clearing, binding: kind, ids.json)
    }

    // MARK: - Statements

    // Unlike `LIMIT 1`, `min` uses the primary key.
    static let firstPending = "SELECT min(kind) FROM search_pending"

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

extension SearchIndexer {
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
            INSERT INTO search_pending (kind, record_id) SELECT kind, id FROM record;
            """)
        try update()
    }
}

extension RecordTable {
    /// Updates the outdated derived columns of records, for example after an undo or a change by another program.
    func derive(from records: [Record<Content>], in connection: Connection) throws {
        // Most records have changed only in other columns, so reading the stored values first avoids statements that
        // run triggers.
        let names = derived.map(\.name)
        let changed = try outdatedValues(of: records, in: connection)
        let assignments = names.enumerated().map { "\($1) = derived.column\($0 + 2)" }
        try connection.run(
            changed.count, rowsOf: names.count + 1,
            { row, parameters, first in
                parameters[first] = changed[row].id
                for (offset, value) in changed[row].values.enumerated() { parameters[first + offset + 1] = value }
            }
        ) { rows in
            """
            UPDATE \(name) SET \(assignments.joined(separator: ", "))
            FROM (\(Connection.values(rows, of: names.count + 1))) AS derived
            WHERE id = derived.column1
            """
        }
    }

    /// Returns the new derived values of the records whose stored derived values are outdated.
    func outdatedValues(
        of records: [Record<Content>], in connection: Connection
    ) throws -> [(id: TypedRecordID<Content>, values: [String?])] {
        let names = derived.map(\.name)
        var present: [Int64: [[UInt8]?]] = [:]
        try connection.forEach(
            "SELECT id, \(names.joined(separator: ", ")) FROM \(name) WHERE id IN (SELECT value FROM json_each(?1))",
            binding: records.map(\.id.rawValue).json
        ) { row in
            present[row[0]] = names.indices.map { (row[$0 + 1] as String?).map { Array($0.utf8) } }
        }
        let rules = try NameRules(of: connection)
        return records.map { record in (id: record.id, values: derived.map { $0.value(record.content, rules) }) }
            .filter { record in record.values.map { $0.map { Array($0.utf8) } } != present[record.id.rawValue] }
    }

    /// Returns the index entry of a record, without the text of its links.
    /// - Parameter hasKeys: Whether the entry includes the keys for finding duplicates.
    func entry(of content: Content, hasKeys: Bool = true) -> IndexEntry {
        IndexEntry(
            document: SearchDocument(content.searchTexts(of: searchedFields)), keys: names(of: content),
            duplicateKeys: hasKeys ? content.duplicateKeys : [])
    }

    func texts(of record: Record<Content>) -> [SearchText] {
        record.content.searchTexts(of: searchedFields) + Content.searchTexts(of: record.links)
    }

    func names(of content: Content) -> Set<String> {
        NameKey.all(of: [content.title] + content.aliases, isCatalog: isCatalog)
    }
}

extension StoredRecord {
    /// Returns the index entry of a record with its links.
    fileprivate static func link(_ entry: IndexEntry, to links: Links) -> IndexEntry {
        var linked = entry
        linked.document = entry.document + SearchDocument(searchTexts(of: links))
        return linked
    }
}

/// A collection of index entries for newly inserted records. The entries are written in large batches.
///
/// Records whose entries are not written yet remain marked as changed.
final class NewEntries<Content: StoredRecord> {
    // Statements between batches make FTS5 write a part of the index, and parts are merged later, so large batches cost
    // less.
    private static var limit: Int { 10_000 }
    /// The size of the waiting text, in bytes of UTF-8, at which a batch is written.
    private static var textLimit: Int { 16 << 20 }

    private let index: SearchIndexer
    private var writer: SearchWriter
    private var waiting: [Int64: IndexEntry] = [:]
    /// The text size of the waiting entries.
    private var textSize = 0

    init(in index: SearchIndexer) throws {
        self.index = index
        writer = try SearchWriter(index.connection)
    }

    /// Adds entries without links, each given with the ID of its record.
    func add(_ entries: some Sequence<(Int64, IndexEntry)>) throws {
        for (id, entry) in entries {
            waiting[id] = entry
            textSize += entry.document.words.utf8.count
            if waiting.count >= Self.limit || textSize >= Self.textLimit { try write() }
        }
    }

    /// Whether no entries are waiting to be written.
    var isEmpty: Bool { waiting.isEmpty }

    /// Discards the outdated entry of a record. `SearchIndexer.update` then indexes the record.
    ///
    /// - Returns: Whether an entry was waiting.
    func discard(_ id: Int64) -> Bool { waiting.removeValue(forKey: id) != nil }

    /// Writes only the duplicate keys of the waiting entries, so that their records can be found by these keys.
    func writeDuplicateKeys() throws {
        let keys = waiting.flatMap { id, entry in entry.duplicateKeys.map { KeyTable.Key(text: $0, record: id) } }
        try KeyTable.duplicates.insert(keys, of: Content.kind, in: index.connection)
        for id in waiting.keys { waiting[id]?.duplicateKeys = [] }
    }

    func write() throws {
        let ids = waiting.keys.sorted()
        guard !ids.isEmpty else { return }
        let links = try Content.searchLinks(of: ids, in: index.connection)
        let entries = ids.compactMap { id in
            waiting[id].map { (id: id, entry: Content.link($0, to: links[id] ?? Content.Links())) }
        }
        try writer.add(entries, of: Content.kind)
        try index.markIndexed(ids, of: Content.kind)
        waiting.removeAll(keepingCapacity: true)
        textSize = 0
    }
}
