import Model
import SQLite
import Text

public struct SearchStore: SearchDataSource {
    let database: StoreDatabase

    public func catchUp() async throws {
        do {
            guard try await database.reading({ try $0.hasRow("SELECT 1 FROM search_pending") }) else { return }
            while try await database.writingUnlessBusy({ try SearchIndexer($0).updateBatches(4) }) {}
        } catch  where !(error is CancellationError) {
            // If another program is writing or the file cannot be written, the index stays outdated, so that readers
            // need not wait. Other errors occur again with the next read.
        }
    }

    public func find(_ text: String, at start: PageCursor<RecordID>, limit: Int) async throws -> Matches {
        guard let query = SearchQuery(text) else { return Matches([], hasMore: false) }
        return try await database.reading { connection in
            let candidates = try SearchTiers(connection: connection).candidates(for: query)
            let (page, hasMore) = try candidates.page(at: start, limit: limit)
            return Matches(
                try Self.matches(of: query, among: candidates, at: page, in: connection), hasMore: hasMore,
                total: candidates.documents.count, preceding: page.startIndex, isCapped: candidates.isCapped)
        }
    }

    public func names(beginningWith text: String, of kinds: Set<Kind>, limit: Int) async throws -> Names {
        try await database.reading { connection in
            var names = try connection.prepare(Self.completion)
            try names.bind {
                $0[1] = NameKey.key(for: text)
                $0[2] = NameKey.key(for: text).endOfPrefix
            }
            var found: [RecordID] = []
            var counted: Set<RecordID> = []
            var keys = 0
            while keys < Self.keysLookedAt, let recordID = try names.next({ RecordID(kind: try $0[0], number: $0[1]) })
            {
                keys += 1
                guard kinds.contains(recordID.kind), counted.insert(recordID).inserted else { continue }
                if found.count < limit { found.append(recordID) }
            }
            return Names(
                try connection.references(to: found), total: counted.count,
                isCapped: keys == Self.keysLookedAt)
        }
    }

    /// The maximum number of name keys to read, so that completion stays fast in a large database.
    private static let keysLookedAt = Candidates.limit

    public func names(like text: String, of kinds: Set<Kind>, limit: Int) async throws -> [RecordReference] {
        guard let query = SearchQuery(text) else { return [] }
        return try await database.reading { connection in
            let candidates = try SearchTiers(connection: connection).names(like: query)
            let records = candidates.documents.lazy.map(\.recordID).filter { kinds.contains($0.kind) }
            return try connection.references(to: Array(records.prefix(limit)))
        }
    }

    /// A query for names that start with a prefix, in the order of the primary key. A record with two matching names
    /// appears twice.
    static let completion = """
        SELECT kind, record_id FROM name_key
        WHERE key >= ?1 AND key < ?2
        ORDER BY key, kind, record_id
        """

    // MARK: - Matches

    private static func matches(
        of query: SearchQuery, among candidates: Candidates, at documents: ArraySlice<DocumentID>,
        in connection: Connection
    ) throws -> [Match] {
        var matches: [DocumentID: Match] = [:]
        func add<Content: StoredRecord>(_ found: (Record<Content>) -> FoundRecord) throws {
            let ids = documents.map(\.recordID).filter { $0.kind == Content.kind }.map(\.number)
            // Creating a table creates all fields of the kind, so the table is created only if necessary.
            guard !ids.isEmpty else { return }
            let table = Content.table
            for record in try table.fetch(ids, from: connection) {
                guard let document = DocumentID(record.recordID) else { continue }
                let correction = candidates.corrections[document]
                let best = (correction ?? query).best(among: table.texts(of: record))
                // The searched name starts with the given name, so the title is shown instead.
                let text = best.flatMap { $0.text == record.content.title(in: .given) ? nil : $0.text }
                matches[document] = Match(
                    found(record), field: best?.field ?? "name", text: text ?? record.title,
                    correction: correction?.text)
            }
        }
        try add(FoundRecord.person)
        try add(FoundRecord.group)
        try add(FoundRecord.planet)
        try add(FoundRecord.note)
        return documents.compactMap { matches[$0] }
    }
}

/// The data source of email recipients: the email addresses of the persons who match a search.
public struct RecipientStore: RecipientDataSource {
    let database: StoreDatabase

    public func recipients(matching text: String, limit: Int?) async throws -> [Recipient] {
        try await database.reading { connection in
            guard !text.isEmpty else { return try Self.recipients(limit, connection.prepare(Self.allPersons)) { _ in } }
            guard let query = SearchQuery(text), let first = DocumentID(RecordID(kind: .person, number: 0)) else {
                return []
            }
            let match = try SearchTable.everything.matching(query, isFinished: false, in: connection)
            return try Self.recipients(limit, connection.prepare(Self.matching)) {
                $0[1] = match
                $0[2] = first.rawValue
                $0[3] = first.rawValue + DocumentID.last
                $0[4] = " " + query.words.joined(separator: " ")
                $0[5] = " " + (query.words.last ?? "")
            }
        }
    }

    /// Returns the first recipients with a valid email address.
    private static func recipients(
        _ limit: Int?, _ statement: consuming Statement, _ parameters: (inout Bindings) throws -> Void
    ) throws -> [Recipient] {
        var recipients: [Recipient] = []
        try statement.bind(parameters)
        while recipients.count < limit ?? .max, let next = try statement.next(recipient) {
            if EmailAddress.isValid(next.email) { recipients.append(next) }
        }
        return recipients
    }

    private static func recipient(_ row: borrowing Row) -> Recipient {
        Recipient(
            email: row[0], label: row[1],
            person: RecordReference(id: RecordID(kind: .person, number: row[2]), name: row[3]),
            organization: row[4])
    }

    // MARK: - Statements

    /// A query for the email addresses of matching persons. Persons whose text contains the query as a phrase of whole
    /// words come first, followed by persons whose text contains it as a phrase that ends within a word. The others are
    /// sorted by the position of the last query word.
    static let matching = """
        SELECT person_email.value, person_email.label, person.id, person.display_name, person.organization
        FROM (
            SELECT rowid - ?2 AS id, ' ' || words || ' ' AS words FROM search
            WHERE search MATCH ?1 AND rowid BETWEEN ?2 AND ?3) AS document
        CROSS JOIN person ON person.id = document.id
        CROSS JOIN person_email ON person_email.person_id = person.id
        ORDER BY instr(words, ?4 || ' ') = 0, instr(words, ?4) = 0,
            ifnull(nullif(instr(words, ?5), 0), length(words)), length(words), person.id, person_email.position
        """

    static let allPersons = """
        SELECT person_email.value, person_email.label, person.id, person.display_name, person.organization
        FROM person CROSS JOIN person_email ON person_email.person_id = person.id
        ORDER BY person.sort_key, person.id, person_email.position
        """
}
