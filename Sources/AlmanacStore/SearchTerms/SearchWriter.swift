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
            if !removed.isEmpty { try connection.run(table.removal, binding: kind, removed.json) }
            let present = entries.compactMap { id, _, entry in entry.map { (id, $0.keys(in: table)) } }
            if !present.isEmpty { try table.replace(present, of: kind, in: connection) }
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

    /// Returns the indexed words of the names in documents.
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
