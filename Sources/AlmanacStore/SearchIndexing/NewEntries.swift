import Model
import SQLite

/// A collection of index entries of newly inserted records, which are written in large batches.
///
/// Statements between batches make FTS5 write a part of the index, and parts are merged later, so large batches cost
/// less. Records whose entries are not written yet remain marked as changed.
final class NewEntries<Content: Recordable> {
    private static var limit: Int { 10_000 }
    /// The maximum size of the text in a batch, in bytes of UTF-8.
    private static var textLimit: Int { 16 << 20 }

    private let table: RecordTable<Content>
    private let index: SearchIndex
    private var writer: SearchWriter
    private var waiting: [Int64: IndexEntry] = [:]
    /// The size of the text of the waiting entries.
    private var textSize = 0

    init(of table: RecordTable<Content>, in index: SearchIndex) throws {
        self.table = table
        self.index = index
        writer = try SearchWriter(index.connection)
    }

    /// Adds entries without their links, given with the IDs of their records.
    func add(_ entries: some Sequence<(Int64, IndexEntry)>) throws {
        for (id, entry) in entries {
            waiting[id] = entry
            textSize += entry.document.words.utf8.count
            if waiting.count >= Self.limit || textSize >= Self.textLimit { try write() }
        }
    }

    /// Whether all entries have been written.
    var isEmpty: Bool { waiting.isEmpty }

    /// Discards the outdated entry of a record. `SearchIndex.update` indexes the record.
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
        let links = try table.searchLinks(ids, index.connection)
        let entries = ids.compactMap { id in
            waiting[id].map { (id: id, entry: table.link($0, to: links[id] ?? Content.Links())) }
        }
        try writer.add(entries, of: Content.kind)
        try index.markIndexed(ids, of: Content.kind)
        waiting.removeAll(keepingCapacity: true)
        textSize = 0
    }
}
