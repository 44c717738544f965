import Model
import SQLite
import Text

/// A writer of documents, name keys, duplicate keys, and misspellings.
struct SearchWriter {
    private let connection: Connection
    /// The words whose misspellings are already indexed.
    private var known: Set<String> = []
    /// The words that were removed from a document and may now be unused.
    private var lost: Set<String> = []

    init(_ connection: Connection) { self.connection = connection }

    /// Adds the entry of a record that is not yet indexed.
    mutating func add(_ entry: IndexEntry, of address: RecordID) throws {
        guard let id = DocumentID(address) else { return }
        try write(entry.document, as: id)
        try learn(Folding.parts(of: entry.document.names))
        try insertKeys(of: entry, address)
    }

    /// Adds or replaces the entry of a record.
    mutating func write(_ entry: IndexEntry, of address: RecordID) throws {
        guard let id = DocumentID(address) else { return }
        let former = try nameWords(of: id)
        try write(entry.document, as: id)
        let words = Set(Folding.parts(of: entry.document.names))
        lost.formUnion(former.subtracting(words))
        try learn(words.subtracting(former))
        try deleteKeys(of: address, except: entry)
        try insertKeys(of: entry, address)
    }

    mutating func remove(_ address: RecordID) throws {
        guard let id = DocumentID(address) else { return }
        lost.formUnion(try nameWords(of: id))
        for table in ["search", "search_name"] {
            try connection.run("DELETE FROM \(table) WHERE rowid = ?1", binding: id)
        }
        try deleteKeys(of: address)
    }

    /// Removes the misspellings of unused words.
    mutating func finish() throws {
        for word in lost.sorted()
        where try !connection.hasRow(QueryCorrector.use, binding: SearchTable.word(word)) {
            try connection.run(Self.unusedForms, binding: FuzzyWordMatcher.forms(of: word).json, word)
        }
        lost = []
    }

    private func write(_ document: SearchDocument, as id: DocumentID) throws {
        try connection.run("INSERT OR REPLACE INTO search_name (rowid, words) VALUES (?1, ?2)") {
            $0[1] = id
            $0[2] = document.names
        }
        try connection.run("INSERT OR REPLACE INTO search (rowid, words) VALUES (?1, ?2)") {
            $0[1] = id
            $0[2] = document.words
        }
    }

    /// Returns the indexed words of the names in a document.
    private func nameWords(of id: DocumentID) throws -> Set<String> {
        Set(Folding.parts(of: try connection.first(Self.presentNames, binding: id) { $0[0] as String } ?? ""))
    }

    private mutating func learn(_ words: some Sequence<String>) throws {
        var insertion = try connection.prepare("INSERT OR IGNORE INTO misspelling (form, word) VALUES (?1, ?2)")
        for word in words where known.insert(word).inserted {
            for form in FuzzyWordMatcher.forms(of: word) {
                try insertion.run {
                    $0[1] = form
                    $0[2] = word
                }
            }
        }
    }

    private func insertKeys(of entry: IndexEntry, _ address: RecordID) throws {
        for key in entry.keys {
            try connection.run("INSERT OR IGNORE INTO name_key (key, kind, record_id) VALUES (?1, ?2, ?3)") {
                $0[1] = key
                $0[2] = address.kind
                $0[3] = address.number
            }
        }
        for key in entry.duplicateKeys {
            try connection.run("INSERT OR IGNORE INTO trace (key, person_id) VALUES (?1, ?2)") {
                $0[1] = key
                $0[2] = address.number
            }
        }
    }

    /// Deletes the keys of a record that are not in an entry.
    private func deleteKeys(of address: RecordID, except entry: IndexEntry? = nil) throws {
        try connection.run(Self.oldKeys, binding: entry?.keys.json ?? "[]", address.kind, address.number)
        guard address.kind == .person else { return }
        try connection.run(Self.oldDuplicateKeys, binding: entry?.duplicateKeys.json ?? "[]", address.number)
    }

    // MARK: - Statements

    static let presentNames = "SELECT words FROM search_name WHERE rowid = ?1"

    static let oldKeys = """
        DELETE FROM name_key
        WHERE key NOT IN (SELECT value FROM json_each(?1)) AND kind = ?2 AND record_id = ?3
        """

    static let oldDuplicateKeys = """
        DELETE FROM trace
        WHERE key NOT IN (SELECT value FROM json_each(?1)) AND person_id = ?2
        """

    static let unusedForms = """
        DELETE FROM misspelling
        WHERE form IN (SELECT value FROM json_each(?1)) AND word = ?2
        """
}
