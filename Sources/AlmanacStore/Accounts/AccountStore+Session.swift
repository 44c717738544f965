import Model
import SQLite

extension AccountStore {
    func lastSession() async throws -> Session? {
        try await database.reading { connection in
            try connection.first("SELECT state, account_id FROM session") { row in
                let state: SessionState = try row[0]
                switch state {
                case .signedOut: return .signedOut
                case .guest: return .guest
                case .account: return .account(try row[1])
                }
            }
        }
    }

    func remember(_ session: Session, in context: CommandContext) async throws {
        try await writing(in: context) { try Self.remember(session, on: $0) }
    }

    static func remember(_ session: Session, on connection: Connection) throws {
        let sql = """
            INSERT INTO session (id, state, account_id) VALUES (1, ?1, ?2)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, account_id = excluded.account_id
            """
        let state: SessionState =
            switch session {
            case .signedOut: .signedOut
            case .guest: .guest
            case .account: .account
            }
        try connection.run(sql, binding: state, session.account)
    }
}

/// How the schema spells a session.
private enum SessionState: String {
    case signedOut = "signed-out"
    case guest, account
}
