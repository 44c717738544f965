import Model
import SQLite
import Text

/// The data source of email recipients: the addresses of persons that match a search.
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
            person: RecordReference(address: RecordID(kind: .person, number: row[2]), name: row[3]),
            organization: row[4])
    }

    // MARK: - Statements

    /// A query for the email addresses of matching persons. Persons with the query as a phrase of whole words come
    /// first, then those with the query as a phrase that ends within a word, then others by the position of the last
    /// word.
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
