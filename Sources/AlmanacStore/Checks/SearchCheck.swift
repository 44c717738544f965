import Localization
import Model
import SQLite
import Text

/// A check that the search index matches the records.
struct SearchCheck: StoreCheck {
    var part: Title { "search index" }

    func findings(in connection: Connection) throws -> [Finding] {
        do {
            return try differences(connection) + extra(connection) + postingFindings(connection)
        } catch let error as SQLiteError where error.code == .corrupt {
            // `PageCheck` reports the damaged page. The index can be rebuilt from the records.
            return [Finding(.searchStale, "The search index is damaged. SQLite reports: \(error.message).")]
        }
    }

    private func differences(_ connection: Connection) throws -> [Finding] {
        var counted = try RowProgress(of: Kind.allCases.map(\.table), in: connection, part: part)
        return try Kind.allCases.flatMap { try findings($0.content, connection, &counted) }
    }

    private func findings<Content: StoredRecord>(
        _ type: Content.Type, _ connection: Connection, _ counted: inout RowProgress
    ) throws -> [Finding] {
        var findings: [Finding] = []
        try Content.table.forEachBatch(tied: Content.searchLinks, in: connection) { records in
            findings += try self.findings(of: records, connection)
            counted.add(records.count)
        }
        return findings
    }

    private func findings<Content: StoredRecord>(
        of records: [Record<Content>], _ connection: Connection
    ) throws -> [Finding] {
        let table = Content.table
        let documents = try documents(of: records, connection)
        let ids = records.map(\.id.rawValue).json
        var (keys, duplicateKeys): ([Int64: Set<String>], [Int64: Set<String>]) = ([:], [:])
        try connection.forEach(Self.keys, binding: Content.kind, ids) { keys[$0[0], default: []].insert($0[1]) }
        if Content.kind == .person {
            try connection.forEach(Self.duplicateKeys, binding: ids) {
                duplicateKeys[$0[0], default: []].insert($0[1])
            }
        }
        let outdated = Set(try table.outdatedValues(of: records, in: connection).map(\.id))
        return try records.compactMap { record in
            guard let id = DocumentID(record.recordID) else { return nil }
            let name = "\(record.title) (\(record.recordID))"
            if outdated.contains(record.id) {
                return Finding(.searchStale, "The stored name or sort key of \(name) is outdated.")
            }
            guard let document = documents[id] else {
                return Finding(.searchMissing, "\(name) is missing from the search index.")
            }
            guard document.hasSameWords(as: SearchDocument(table.texts(of: record))),
                keys[record.id.rawValue, default: []] == table.names(of: record.content),
                duplicateKeys[record.id.rawValue, default: []] == record.content.duplicateKeys
            else { return Finding(.searchStale, "The search index is outdated for \(name).") }
            guard try hasMisspellings(of: document, connection) else {
                return Finding(.searchMissing, "The misspellings of \(name) are missing from the search index.")
            }
            return nil
        }
    }

    private func documents<Content>(
        of records: [Record<Content>], _ connection: Connection
    ) throws -> [DocumentID: SearchDocument] {
        let ids = records.compactMap { DocumentID($0.recordID)?.rawValue }
        let documents = try connection.all(Self.documents, binding: ids.json) {
            (try $0[0] as DocumentID, SearchDocument(names: $0[1], words: $0[2]))
        }
        return Dictionary(documents) { first, _ in first }
    }

    /// Returns whether the misspellings of each word in a document’s names are indexed.
    private func hasMisspellings(of document: SearchDocument, _ connection: Connection) throws -> Bool {
        try Folding.parts(of: document.names).allSatisfy { word in
            let forms = FuzzyWordMatcher.forms(of: word)
            let present = try connection.first(Self.forms, binding: forms.json, word) { $0[0] as Int }
            return present == forms.count
        }
    }

    private func extra(_ connection: Connection) throws -> [Finding] {
        let documents = try connection.all(Self.extraDocuments) { try ($0[0] as DocumentID).recordID }
        let keys = try connection.all(Self.extraKeys) { RecordID(kind: try $0[0], number: $0[1]) }
        let words = try connection.all(Self.misspelled) { $0[0] as String }.filter { word in
            try !connection.hasRow(QueryCorrector.use, binding: SearchTable.word(word))
        }
        let traced = try connection.all(Self.extraDuplicateKeys) { RecordID(kind: .person, number: $0[0]) }
        return Set(documents + keys + traced).sorted { $0.isBefore($1) }
            .map { Finding(.searchExtra, "The search index contains \($0), which does not exist.") }
            + words.map { Finding(.searchExtra, "The search index contains the word “\($0)”, which no name contains.") }
    }

    // MARK: - Statements

    static let documents = """
        SELECT search.rowid, search_name.words, search.words FROM json_each(?1)
        CROSS JOIN search ON search.rowid = value
        CROSS JOIN search_name ON search_name.rowid = value
        """

    static let keys = """
        SELECT record_id, key FROM name_key
        WHERE kind = ?1 AND record_id IN (SELECT value FROM json_each(?2))
        """

    static let duplicateKeys = """
        SELECT person_id, key FROM trace
        WHERE person_id IN (SELECT value FROM json_each(?1))
        """

    static let extraDuplicateKeys =
        "SELECT DISTINCT person_id FROM trace WHERE person_id NOT IN (SELECT id FROM person)"

    /// A query that selects the documents without a record. The kinds are numbered as in `DocumentID`.
    static let extraDocuments = """
        SELECT document FROM (SELECT rowid AS document FROM search UNION SELECT rowid FROM search_name)
        WHERE CASE document >> 40
            WHEN 0 THEN document NOT IN (SELECT id FROM planet)
            WHEN 1 THEN document - (1 << 40) NOT IN (SELECT id FROM people_group)
            WHEN 2 THEN document - (2 << 40) NOT IN (SELECT id FROM person)
            ELSE document - (3 << 40) NOT IN (SELECT id FROM note)
        END
        """

    static let extraKeys = """
        SELECT DISTINCT kind, record_id FROM name_key
        WHERE NOT EXISTS (SELECT 1 FROM record WHERE record.kind = name_key.kind AND record.id = record_id)
        """

    static let forms = """
        SELECT count(*) FROM misspelling
        WHERE form IN (SELECT value FROM json_each(?1)) AND word = ?2
        """

    static let misspelled = "SELECT DISTINCT word FROM misspelling ORDER BY word"
}

/// The comparison of the full-text tables with their documents: each document must be found by its words and by no
/// other words. Prefixes are not checked.
extension SearchCheck {
    func postingFindings(_ connection: Connection) throws -> [Finding] {
        try [SearchTable.names, .everything].allSatisfy { table in
            var (written, found) = (PostingSet(), PostingSet())
            try connection.forEach("SELECT rowid, words FROM \(table.rawValue)") { row in
                let (document, words) = (row[0] as Int64, row[1] as String)
                for word in Set(Self.tokens(of: words)) { written.add(document, of: word) }
            }
            try connection.forEach("SELECT doc, term FROM \(table.rawValue)_term") { row in
                found.add(row[0], of: Array((row[1] as String).utf8)[...])
            }
            return found == written
        } ? [] : [Finding(.searchStale, "The search index does not match its documents.")]
    }

    /// Returns the tokens into which the tokenizer of the full-text tables splits text
    /// (https://sqlite.org/fts5.html#ascii_tokenizer).
    private static func tokens(of text: String) -> [ArraySlice<UInt8>] {
        text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }.split { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: false
            default: true
            }
        }
    }
}

/// A set of document–word pairs, compared by its size and an order-independent hash.
private struct PostingSet: Equatable {
    private var count = 0
    private var sum = 0

    mutating func add(_ document: Int64, of word: ArraySlice<UInt8>) {
        var hasher = Hasher()
        hasher.combine(word)
        hasher.combine(document)
        count += 1
        sum &+= hasher.finalize()
    }
}
