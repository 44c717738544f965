import Model
import SQLite

/// The data source of drafts. The assignments of a draft are stored as a JSON array that any SQLite tool can read.
struct DraftStore: DraftDataSource {
    let database: StoreDatabase

    func draft(at place: String, of account: Account.ID?) async throws -> Draft? {
        try await database.reading { try Self.draft(at: place, of: account, in: $0) }
    }

    /// Returns the draft of a form, if any.
    /// - Throws: `StoreProblem.unreadableDraft` if the stored assignments do not have the format that `save` writes.
    static func draft(at place: String, of account: Account.ID?, in connection: Connection) throws -> Draft? {
        let sql = """
            SELECT version, focus,
                word.value ->> 'key', word.value ->> 'label', word.value ->> 'operation', word.value ->> 'value'
            FROM draft LEFT JOIN json_each(draft.words) AS word
            WHERE account_id IS ?1 AND place = ?2
            ORDER BY word.key
            """
        do {
            var draft: Draft?
            try connection.forEach(sql, binding: account, place) { row in
                if draft == nil { draft = Draft(version: row[0], focus: focus(row[1])) }
                guard let key: String = row[2] else { return }
                draft?.words.append(
                    FieldAssignment(key: key, label: row[3], operation: try row[4], value: row[5]))
            }
            return draft
        } catch let error as SQLiteError where [.error, .mismatch].contains(error.code) {
            throw StoreProblem.unreadableDraft(place: place)
        }
    }

    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws {
        let insertion = "INSERT INTO draft (account_id, place, version, words, focus) VALUES (?1, ?2, ?3, '[]', ?4)"
        let appending = """
            UPDATE draft
            SET words = json_insert(words, '$[#]',
                json_object('key', ?3, 'label', ?4, 'operation', ?5, 'value', ?6))
            WHERE account_id IS ?1 AND place = ?2
            """
        try await database.writing { connection in
            try connection.run(Self.deletion, binding: account, place)
            try connection.run(insertion, binding: account, place, draft.version, Self.column(draft.focus))
            for word in draft.words {
                try connection.run(
                    appending, binding: account, place, word.key, word.label, word.operation.rawValue, word.value)
            }
        }
    }

    func discard(at place: String, of account: Account.ID?) async throws {
        try await database.writing { _ = try $0.run(Self.deletion, binding: account, place) }
    }

    func places(of account: Account.ID?) async throws -> [String] {
        try await database.reading { connection in
            try connection.all("SELECT place FROM draft WHERE account_id IS ?1 ORDER BY place", binding: account) {
                $0[0] as String
            }
        }
    }

    private static let deletion = "DELETE FROM draft WHERE account_id IS ?1 AND place = ?2"

    // MARK: - The column `focus`: the ID of a question, an empty string for the end of the form, or NULL

    private static func focus(_ column: String?) -> Draft.Focus? {
        column.map { $0.isEmpty ? .end : .question($0) }
    }

    private static func column(_ focus: Draft.Focus?) -> String? {
        switch focus {
        case .question(let id): id
        case .end: ""
        case nil: nil
        }
    }
}
