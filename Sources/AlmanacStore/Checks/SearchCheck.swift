import Localization
import Model
import SQLite
import Text

/// Whether the search index says of each record what the record says of itself.
struct SearchCheck: StoreCheck {
    let cards: any CardInterpreter
    var part: Title { "search index" }

    func findings(in connection: Connection) throws -> [Finding] {
        do {
            return try differences(connection) + extra(connection) + unfound(connection)
        } catch let error as SQLiteError where error.code == .corrupt {
            // A page that is damaged is found among the pages; all else follows from the records.
            return [Finding(.searchStale, "The search index is damaged. SQLite says: \(error.message).")]
        }
    }

    private func differences(_ connection: Connection) throws -> [Finding] {
        var counted = try CountedRows(of: Kind.allCases.map(Tables.name), in: connection, part: part)
        return try findings(Tables.persons, connection, &counted) + findings(Tables.groups, connection, &counted)
            + findings(Tables.planets, connection, &counted) + findings(Tables.notes, connection, &counted)
    }

    private func findings<Content>(
        _ table: RecordTable<Content>, _ connection: Connection, _ counted: inout CountedRows
    ) throws -> [Finding] {
        var findings: [Finding] = []
        var last: Int64 = 0
        while true {
            let ids = try connection.all(
                "SELECT id FROM \(table.name) WHERE id > ?1 ORDER BY id LIMIT 500", binding: last
            ) { $0[0] as Int64 }
            guard let end = ids.last else { return findings }
            findings += try self.findings(
                of: table.fetch(ids, tied: table.searchLinks, from: connection), in: table, connection)
            counted.add(ids.count)
            last = end
        }
    }

    private func findings<Content>(
        of records: [Record<Content>], in table: RecordTable<Content>, _ connection: Connection
    ) throws -> [Finding] {
        let (documents, keys) = try (documents(of: records, connection), keys(of: records, connection))
        let duplicateKeys = try Content.kind == .person ? duplicateKeys(of: records, connection) : [:]
        return try records.compactMap { record in
            guard let id = DocumentID(record.address) else { return nil }
            let name = "\(record.content.title) (\(record.address))"
            guard let document = documents[id] else {
                return Finding(.searchMissing, "The search index does not have \(name).")
            }
            guard document.saysTheSame(as: SearchDocument(table.texts(of: record, cards))),
                keys[record.id.rawValue, default: []] == table.names(of: record.content),
                duplicateKeys[record.id.rawValue, default: []] == table.duplicateKeys(record.content, cards)
            else { return Finding(.searchStale, "The search index has an older state of \(name).") }
            guard try areMisspellingsThere(of: document, connection) else {
                return Finding(.searchMissing, "The search index lacks the misspellings of \(name).")
            }
            return nil
        }
    }

    private func documents<Content>(
        of records: [Record<Content>], _ connection: Connection
    ) throws -> [DocumentID: SearchDocument] {
        var documents: [DocumentID: SearchDocument] = [:]
        let ids = records.compactMap { DocumentID($0.address)?.rawValue }
        try connection.forEach(Self.documents, binding: ids.json) { row in
            documents[try row[0]] = SearchDocument(names: row[1], words: row[2])
        }
        return documents
    }

    private func keys<Content>(
        of records: [Record<Content>], _ connection: Connection
    ) throws -> [Int64: Set<String>] {
        var keys: [Int64: Set<String>] = [:]
        try connection.forEach(Self.keys, binding: Content.kind, records.map(\.id.rawValue).json) { row in
            keys[row[0], default: []].insert(row[1])
        }
        return keys
    }

    private func duplicateKeys<Content>(
        of records: [Record<Content>], _ connection: Connection
    ) throws -> [Int64: Set<String>] {
        var duplicateKeys: [Int64: Set<String>] = [:]
        try connection.forEach(Self.duplicateKeys, binding: records.map(\.id.rawValue).json) { row in
            duplicateKeys[row[0], default: []].insert(row[1])
        }
        return duplicateKeys
    }

    /// Whether every word of its names is found when it is mistyped.
    private func areMisspellingsThere(of document: SearchDocument, _ connection: Connection) throws -> Bool {
        try Folding.parts(of: document.names).allSatisfy { word in
            let forms = Misspelling.forms(of: word)
            let present = try connection.first(Self.forms, binding: forms.json, word) { $0[0] as Int }
            return present == forms.count
        }
    }

    private func extra(_ connection: Connection) throws -> [Finding] {
        let documents = try connection.all(Self.extraDocuments) { try ($0[0] as DocumentID).address }
        let keys = try connection.all(Self.extraKeys) { RecordID(kind: try $0[0], number: $0[1]) }
        let words = try connection.all(Self.misspelled) { $0[0] as String }.filter { word in
            try !connection.hasRow(Spelling.use, binding: SearchTable.word(word))
        }
        let traced = try connection.all(Self.extraDuplicateKeys) { RecordID(kind: .person, number: $0[0]) }
        return Set(documents + keys + traced).sorted { ($0.kind.rawValue, $0.number) < ($1.kind.rawValue, $1.number) }
            .map { Finding(.searchExtra, "The search index has \($0), which does not exist.") }
            + words.map { Finding(.searchExtra, "The search index has the word “\($0)”, which is in no name.") }
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

    /// Documents of what is no record; the kinds in the order of their numbers.
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
        WHERE CASE kind
            WHEN 'planet' THEN record_id NOT IN (SELECT id FROM planet)
            WHEN 'group' THEN record_id NOT IN (SELECT id FROM people_group)
            WHEN 'person' THEN record_id NOT IN (SELECT id FROM person)
            ELSE record_id NOT IN (SELECT id FROM note)
        END
        """

    static let forms = """
        SELECT count(*) FROM misspelling
        WHERE form IN (SELECT value FROM json_each(?1)) AND word = ?2
        """

    static let misspelled = "SELECT DISTINCT word FROM misspelling ORDER BY word"
}
