import Model
import SQLite

/// The data source of drafts. The assignments of a draft are stored as a JSON array that any SQLite tool can read.
struct DraftStore: DraftDataSource {
    let database: StoreDatabase

    func draft(at place: String, of account: Account.ID?) async throws -> Draft? {
        try await database.reading { connection in
            let sql = "SELECT version, focus FROM draft WHERE account_id IS ?1 AND place = ?2"
            var draft = try connection.first(sql, binding: account, place) { Draft(version: $0[0], focus: $0[1]) }
            draft?.words = try Self.words(at: place, of: account, on: connection)
            return draft
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
            try connection.run(insertion, binding: account, place, draft.version, draft.focus)
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

    private static func words(
        at place: String, of account: Account.ID?, on connection: Connection
    ) throws -> [FieldAssignment] {
        let sql = """
            SELECT word.value ->> 'key', word.value ->> 'label', word.value ->> 'operation', word.value ->> 'value'
            FROM draft, json_each(draft.words) AS word
            WHERE account_id IS ?1 AND place = ?2
            ORDER BY word.key
            """
        return try connection.all(sql, binding: account, place) {
            FieldAssignment(key: $0[0], label: $0[1], operation: try $0[2], value: $0[3])
        }
    }
}
