import Model
import SQLite

/// Half-typed forms in the store's file, their words as one JSON array that any SQLite tool can read.
struct DraftStore: DraftDataSource {
    let database: StoreDatabase

    func draft(at place: String, of account: Account.ID?) async throws -> Draft? {
        try await database.reading { connection in
            let sql = "SELECT version, focus FROM draft WHERE account_id IS ?1 AND place = ?2"
            var draft = try connection.first(sql, { Self.bind(account, place, to: &$0) }) {
                Draft(version: $0[0], focus: $0[1])
            }
            draft?.words = try Self.words(at: place, of: account, on: connection)
            return draft
        }
    }

    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws {
        try await database.writing { connection in
            try Self.discard(at: place, of: account, on: connection)
            let sql = "INSERT INTO draft (account_id, place, version, words, focus) VALUES (?1, ?2, ?3, '[]', ?4)"
            try connection.run(sql) {
                Self.bind(account, place, to: &$0)
                $0[3] = draft.version
                $0[4] = draft.focus
            }
            for word in draft.words { try Self.append(word, at: place, of: account, on: connection) }
        }
    }

    func discard(at place: String, of account: Account.ID?) async throws {
        try await database.writing { try Self.discard(at: place, of: account, on: $0) }
    }

    func places(of account: Account.ID?) async throws -> [String] {
        try await database.reading { connection in
            try connection.all("SELECT place FROM draft WHERE account_id IS ?1 ORDER BY place", { $0[1] = account }) {
                $0[0] as String
            }
        }
    }

    // MARK: - On a connection

    private static func discard(at place: String, of account: Account.ID?, on connection: Connection) throws {
        try connection.run("DELETE FROM draft WHERE account_id IS ?1 AND place = ?2") { bind(account, place, to: &$0) }
    }

    private static func append(
        _ word: FieldAssignment, at place: String, of account: Account.ID?, on connection: Connection
    ) throws {
        let sql = """
            UPDATE draft
            SET words = json_insert(words, '$[#]',
                json_object('key', ?3, 'label', ?4, 'operation', ?5, 'value', ?6))
            WHERE account_id IS ?1 AND place = ?2
            """
        try connection.run(sql) {
            bind(account, place, to: &$0)
            $0[3] = word.key
            $0[4] = word.label
            $0[5] = word.operation
            $0[6] = word.value
        }
    }

    private static func words(
        at place: String, of account: Account.ID?, on connection: Connection
    ) throws -> [FieldAssignment] {
        let sql = """
            SELECT word.value ->> 'key', word.value ->> 'label', word.value ->> 'operation', word.value ->> 'value'
            FROM draft, json_each(draft.words) AS word
            WHERE account_id IS ?1 AND place = ?2
            ORDER BY word.key
            """
        return try connection.all(sql, { bind(account, place, to: &$0) }) {
            FieldAssignment(key: $0[0], label: $0[1], operation: try $0[2], value: $0[3])
        }
    }

    private static func bind(_ account: Account.ID?, _ place: String, to bindings: inout Bindings) {
        bindings[1] = account
        bindings[2] = place
    }
}
