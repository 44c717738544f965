import Model
import SQLite

extension AccountStore {
    /// Each try counts as a failure until it has succeeded, so that neither a new start nor many tries at once save the
    /// guesser any of the waiting. It only guards the screen: whoever can read the file can read it all.
    func verify(_ passphrase: Passphrase?, of account: Account.ID) async throws {
        let attempt = try await attempt(passphrase, of: account)
        guard let hash = attempt.hash else { return }
        guard let passphrase else { throw AccountProblem.wrongPassphrase(name: attempt.name) }
        if attempt.wait > .zero { try await clock.sleep(attempt.wait) }
        guard try hash.matches(passphrase) else { throw AccountProblem.wrongPassphrase(name: attempt.name) }
        try await database.writing { connection in
            try connection.run("UPDATE account SET failures = 0, retry_at = NULL WHERE id = ?1", binding: account)
        }
    }

    private struct Attempt {
        let name: String
        /// Nil when there is no passphrase to know.
        let hash: PassphraseHash?
        let failures: Int
        /// How long the failures before this one still make it wait.
        let wait: Duration
    }

    /// What the try is up against, and the next try put off as if this one had failed.
    private func attempt(_ passphrase: Passphrase?, of account: Account.ID) async throws -> Attempt {
        let now = clock.milliseconds()
        return try await database.writing { connection in
            guard let attempt = try Self.attempt(of: account, at: now, on: connection) else {
                throw try Self.missing("#\(account.rawValue)", on: connection)
            }
            if attempt.hash == nil || passphrase == nil { return attempt }
            let delay = attempt.wait + Self.delay(after: attempt.failures + 1)
            try connection.run(
                "UPDATE account SET failures = failures + 1, retry_at = ?2 WHERE id = ?1",
                binding: account, Timestamp(millisecondsSince1970: now + delay.components.seconds * 1000))
            return attempt
        }
    }

    private static func attempt(of account: Account.ID, at now: Int64, on connection: Connection) throws -> Attempt? {
        let sql = """
            SELECT name, passphrase_hash, failures, unixepoch(retry_at) - unixepoch(?2)
            FROM account
            WHERE id = ?1
            """
        return try connection.first(sql, binding: account, Timestamp(millisecondsSince1970: now)) { row in
            // A clock that was set back must not lock anybody out for days.
            let wait = min(max(.zero, .seconds((row[3] as Int?) ?? 0)), longestDelay)
            return Attempt(name: row[0], hash: try row[1], failures: row[2], wait: wait)
        }
    }

    private static let longestDelay: Duration = .seconds(60)

    /// One second after the first failure, and twice as long after each one more.
    private static func delay(after failures: Int) -> Duration {
        min(.seconds(1 << min(failures - 1, 10)), longestDelay)
    }
}
