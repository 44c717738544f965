import Model
import SQLite
import Text

/// A writer of documents, name keys, duplicate keys, and misspellings, with prepared statements.
///
/// The documents of a batch are written last. FTS5 collects their words in memory, but writes them to the index before
/// the next statement that inserts several rows or runs a trigger.
struct SearchWriter: ~Copyable {
    /// The maximum number of words in `known`.
    private static let knownLimit = 100_000

    private var names: Statement
    private var words: Statement
    private let connection: Connection
    /// The words whose misspellings are already indexed.
    private var known: Set<String> = []
    /// The words that were removed from a document and may now be unused.
    private var lost: Set<String> = []

    init(_ connection: Connection) throws {
        let names = try connection.prepare("INSERT OR REPLACE INTO search_name (rowid, words) VALUES (?1, ?2)")
        let words = try connection.prepare("INSERT OR REPLACE INTO search (rowid, words) VALUES (?1, ?2)")
        self.names = names
        self.words = words
        self.connection = connection
    }

    /// Adds the entries of records that are not yet indexed.
    mutating func add(_ entries: [(id: Int64, entry: IndexEntry)], of kind: Kind) throws {
        let entries = entries.compactMap { id, entry in Self.document(of: id, kind).map { (id, $0, entry) } }
        try learn(entries.reduce(into: []) { $0.formUnion(Folding.parts(of: $1.2.document.names)) })
        for table in KeyTable.allCases {
            let keys = entries.flatMap { id, _, entry in
                entry.keys(in: table).map { KeyTable.Key(text: $0, record: id) }
            }
            try table.insert(keys, of: kind, in: connection)
        }
        for (_, document, entry) in entries { try write(entry.document, as: document) }
    }

    /// Adds, replaces, or removes the entries of records. A record without an entry is removed from the index.
    mutating func write(_ entries: [(id: Int64, entry: IndexEntry?)], of kind: Kind) throws {
        let entries = entries.compactMap { id, entry in Self.document(of: id, kind).map { (id, $0, entry) } }
        let former = try nameWords(of: entries.map(\.1))
        var new: Set<String> = []
        for (_, document, entry) in entries {
            let (words, formerWords) = (
                Set(Folding.parts(of: entry?.document.names ?? "")), former[document.rawValue] ?? []
            )
            lost.formUnion(formerWords.subtracting(words))
            new.formUnion(words.subtracting(formerWords))
        }
        try learn(new)
        let removed = entries.filter { $0.2 == nil }.map(\.0)
        for table in KeyTable.allCases {
            if !removed.isEmpty { try table.remove(removed, of: kind, in: connection) }
            let present = entries.compactMap { id, _, entry in entry.map { (id, $0.keys(in: table)) } }
            if !present.isEmpty { try table.replace(present, of: kind, in: connection) }
        }
        if kind == .person {
            let arrived = entries.filter { $0.2 != nil && former[$0.1.rawValue] == nil }.map(\.0)
            try RelationLinks(connection: connection).lookUpAgain(uuidsOf: arrived)
        }
        for (_, document, entry) in entries {
            if let entry { try write(entry.document, as: document) } else { try remove(document) }
        }
    }

    /// Removes the misspellings of unused words.
    mutating func finish() throws {
        for word in lost.sorted()
        where try !connection.hasRow(QueryCorrector.use, binding: SearchTable.word(word)) {
            try connection.run(Self.unusedForms, binding: FuzzyWordMatcher.forms(of: word).json, word)
        }
        lost = []
    }

    private static func document(of id: Int64, _ kind: Kind) -> DocumentID? {
        DocumentID(RecordID(kind: kind, number: id))
    }

    // MARK: - Documents

    private mutating func write(_ document: SearchDocument, as id: DocumentID) throws {
        try names.run {
            $0[1] = id
            $0[2] = document.names
        }
        try words.run {
            $0[1] = id
            $0[2] = document.words
        }
    }

    private func remove(_ id: DocumentID) throws {
        for table in ["search", "search_name"] {
            try connection.run("DELETE FROM \(table) WHERE rowid = ?1", binding: id)
        }
    }

    /// Returns the indexed words of each document’s names.
    private func nameWords(of ids: [DocumentID]) throws -> [Int64: Set<String>] {
        var words: [Int64: Set<String>] = [:]
        try connection.forEach(Self.presentNames, binding: ids.map(\.rawValue).json) { row in
            words[row[0]] = Set(Folding.parts(of: row[1]))
        }
        return words
    }

    /// Indexes the misspellings of words, in the order of their table.
    private mutating func learn(_ words: Set<String>) throws {
        let new = words.subtracting(known)
        if known.count > Self.knownLimit { known = [] }
        known.formUnion(new)
        let forms = new.flatMap { word in FuzzyWordMatcher.forms(of: word).map { (text: $0, word: word) } }
            .sorted { $0.text < $1.text }
        try connection.run(
            forms.count, rowsOf: 2,
            { row, parameters, first in
                parameters[first] = forms[row].text
                parameters[first + 1] = forms[row].word
            }
        ) { rows in
            "INSERT OR IGNORE INTO misspelling (form, word) \(Connection.values(rows, of: 2))"
        }
    }

    // MARK: - Statements

    static let presentNames = """
        SELECT search_name.rowid, words FROM json_each(?1) CROSS JOIN search_name ON search_name.rowid = value
        """

    static let unusedForms = """
        DELETE FROM misspelling
        WHERE form IN (SELECT value FROM json_each(?1)) AND word = ?2
        """
}

/// A table of record keys: folded names for lookup, or keys for finding duplicates.
///
/// In all statements, ?1 is the kind of the records, and ?2 is a JSON array of record IDs or a single ID.
enum KeyTable: CaseIterable {
    case names, duplicates

    struct Key {
        let text: String
        let record: Int64
    }

    private var name: String { self == .names ? "name_key" : "trace" }

    private var columns: [String] { self == .names ? ["key", "record_id", "kind"] : ["key", "person_id"] }

    /// A condition for the kind, followed by the column with the ID of the record.
    private var record: String {
        // Only persons have duplicate keys.
        self == .names ? "kind = ?1 AND record_id" : "?1 = 'person' AND person_id"
    }

    // MARK: - Statements

    var present: String {
        "SELECT \(columns[1]), key FROM \(name) WHERE \(record) IN (SELECT value FROM json_each(?2))"
    }

    /// A statement that deletes all keys of records.
    var removal: String { "DELETE FROM \(name) WHERE \(record) IN (SELECT value FROM json_each(?2))" }

    /// A statement that deletes the key ?3 of a record.
    var deletion: String { "DELETE FROM \(name) WHERE key = ?3 AND \(record) = ?2" }

    // MARK: - Changes

    /// Inserts keys in the order of the table. Keys that the table already contains are ignored.
    func insert(_ keys: [Key], of kind: Kind, in connection: Connection) throws {
        let keys = keys.sorted { $0.text < $1.text }
        let columns = columns
        try connection.run(
            keys.count, rowsOf: columns.count,
            { row, parameters, first in
                parameters[first] = keys[row].text
                parameters[first + 1] = keys[row].record
                if columns.count > 2 { parameters[first + 2] = kind }
            }
        ) { rows in
            """
            INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
            \(Connection.values(rows, of: columns.count))
            """
        }
        guard kind == .person, !keys.isEmpty else { return }
        try RelationLinks(connection: connection).lookUpAgain(keys.map(\.text), in: self)
    }

    /// Replaces the keys of records, writing only the differences.
    func replace(_ entries: [(id: Int64, keys: Set<String>)], of kind: Kind, in connection: Connection) throws {
        let present = try keys(of: entries.map(\.id), kind, in: connection)
        var (new, lost): ([Key], [String]) = ([], [])
        for (id, keys) in entries {
            let former = present[id] ?? []
            let outdated = former.subtracting(keys).sorted()
            for text in outdated { try connection.run(deletion, binding: kind, id, text) }
            lost += outdated
            new += keys.subtracting(former).map { Key(text: $0, record: id) }
        }
        try insert(new, of: kind, in: connection)
        try lose(lost, of: kind, in: connection)
    }

    func remove(_ ids: [Int64], of kind: Kind, in connection: Connection) throws {
        let lost = kind == .person ? try keys(of: ids, kind, in: connection).values.flatMap(\.self) : []
        try connection.run(removal, binding: kind, ids.json)
        try lose(lost, of: kind, in: connection)
    }

    private func keys(of ids: [Int64], _ kind: Kind, in connection: Connection) throws -> [Int64: Set<String>] {
        var keys: [Int64: Set<String>] = [:]
        try connection.forEach(present, binding: kind, ids.json) { keys[$0[0], default: []].insert($0[1]) }
        return keys
    }

    private func lose(_ keys: [String], of kind: Kind, in connection: Connection) throws {
        guard kind == .person, !keys.isEmpty else { return }
        try RelationLinks(connection: connection).lookUpAgain(keys.unique, in: self, areLost: true)
    }
}

extension IndexEntry {
    func keys(in table: KeyTable) -> Set<String> { table == .names ? keys : duplicateKeys }
}
