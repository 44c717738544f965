import Model
import SQLite
import Text

/// A writer of documents, name keys, duplicate keys, and misspellings, with prepared statements.
struct SearchWriter: ~Copyable {
    private var names: Statement
    private var words: Statement
    private var present: Statement
    private var key: Statement
    private var form: Statement
    private var duplicateKey: Statement
    private let connection: Connection
    /// The words whose misspellings are already indexed.
    private var known: Set<String> = []
    /// The words that were removed from a document and may now be unused.
    private var lost: Set<String> = []

    init(_ connection: Connection) throws {
        let names = try connection.prepare("INSERT OR REPLACE INTO search_name (rowid, words) VALUES (?1, ?2)")
        let words = try connection.prepare("INSERT OR REPLACE INTO search (rowid, words) VALUES (?1, ?2)")
        let present = try connection.prepare(Self.presentNames)
        let key = try connection.prepare("INSERT INTO name_key (key, kind, record_id) VALUES (?1, ?2, ?3)")
        let form = try connection.prepare("INSERT OR IGNORE INTO misspelling (form, word) VALUES (?1, ?2)")
        let duplicateKey = try connection.prepare("INSERT OR IGNORE INTO trace (key, person_id) VALUES (?1, ?2)")
        self.names = names
        self.words = words
        self.present = present
        self.key = key
        self.form = form
        self.duplicateKey = duplicateKey
        self.connection = connection
    }

    /// Adds the entry of a record that is not yet indexed.
    mutating func add(_ entry: IndexEntry, of address: RecordID) throws {
        guard let id = DocumentID(address) else { return }
        try write(entry.document, as: id)
        try learn(Folding.parts(of: entry.document.names))
        for text in entry.keys { try insert(text, of: address) }
        for text in entry.duplicateKeys { try insert(duplicateKey: text, of: address) }
    }

    /// Adds or replaces the entry of a record.
    mutating func write(_ entry: IndexEntry, of address: RecordID) throws {
        guard let id = DocumentID(address) else { return }
        let former = try nameWords(of: id)
        try write(entry.document, as: id)
        let words = Set(Folding.parts(of: entry.document.names))
        lost.formUnion(former.subtracting(words))
        try learn(Array(words.subtracting(former)))
        let present = try self.keys(of: address)
        for text in present.subtracting(entry.keys) { try delete(text, of: address) }
        for text in entry.keys.subtracting(present) { try insert(text, of: address) }
        let duplicateKeys = try self.duplicateKeys(of: address)
        for text in duplicateKeys.subtracting(entry.duplicateKeys) { try delete(duplicateKey: text, of: address) }
        for text in entry.duplicateKeys.subtracting(duplicateKeys) { try insert(duplicateKey: text, of: address) }
    }

    mutating func remove(_ address: RecordID) throws {
        guard let id = DocumentID(address) else { return }
        lost.formUnion(try nameWords(of: id))
        for table in ["search", "search_name"] {
            try connection.run("DELETE FROM \(table) WHERE rowid = ?1", binding: id)
        }
        for text in try keys(of: address) { try delete(text, of: address) }
        for text in try duplicateKeys(of: address) { try delete(duplicateKey: text, of: address) }
    }

    /// Removes the misspellings of unused words.
    mutating func finish() throws {
        for word in lost.sorted()
        where try !connection.hasRow(QueryCorrector.use, binding: SearchTable.word(word)) {
            try connection.run(Self.unusedForms, binding: FuzzyWordMatcher.forms(of: word).json, word)
        }
        lost = []
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

    /// Returns the indexed words of the names in a document.
    private mutating func nameWords(of id: DocumentID) throws -> Set<String> {
        let text = try present.first({ $0[1] = id }) { $0[0] as String } ?? ""
        return Set(Folding.parts(of: text))
    }

    private mutating func learn(_ words: [String]) throws {
        for word in words where known.insert(word).inserted {
            for text in FuzzyWordMatcher.forms(of: word) {
                try form.run {
                    $0[1] = text
                    $0[2] = word
                }
            }
        }
    }

    // MARK: - Keys

    private func keys(of address: RecordID) throws -> Set<String> {
        Set(
            try connection.all(Self.presentKeys, binding: address.kind, address.number) { $0[0] as String })
    }

    private mutating func insert(_ text: String, of address: RecordID) throws {
        try key.run {
            $0[1] = text
            $0[2] = address.kind
            $0[3] = address.number
        }
    }

    private func delete(_ text: String, of address: RecordID) throws {
        try connection.run(
            "DELETE FROM name_key WHERE key = ?1 AND kind = ?2 AND record_id = ?3",
            binding: text, address.kind, address.number)
    }

    // MARK: - Duplicate keys

    /// Returns the duplicate keys of a record. Only persons have duplicate keys.
    private func duplicateKeys(of address: RecordID) throws -> Set<String> {
        guard address.kind == .person else { return [] }
        return Set(try connection.all(Self.presentDuplicateKeys, binding: address.number) { $0[0] as String })
    }

    private mutating func insert(duplicateKey text: String, of address: RecordID) throws {
        try duplicateKey.run {
            $0[1] = text
            $0[2] = address.number
        }
    }

    private func delete(duplicateKey text: String, of address: RecordID) throws {
        try connection.run("DELETE FROM trace WHERE key = ?1 AND person_id = ?2", binding: text, address.number)
    }

    // MARK: - Statements

    static let presentDuplicateKeys = "SELECT key FROM trace WHERE person_id = ?1"

    static let presentNames = "SELECT words FROM search_name WHERE rowid = ?1"

    static let presentKeys = """
        SELECT key FROM name_key
        WHERE kind = ?1 AND record_id = ?2
        """

    static let unusedForms = """
        DELETE FROM misspelling
        WHERE form IN (SELECT value FROM json_each(?1)) AND word = ?2
        """
}
