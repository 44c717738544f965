import Model
import SQLite

extension AccountStore {
    // Counts each attempt as a failure until it succeeds, so that restarts and concurrent attempts do not shorten the
    // delay.
    /// Checks the passphrase of an account after the delay that earlier failures have caused.
    ///
    /// The passphrase protects only the sign-in: anyone who can read the database file can read all of its data.
    func verify(_ passphrase: Passphrase?, of account: Account.ID) async throws {
        let attempt = try await attempt(passphrase, of: account)
        guard let hash = attempt.hash else { return }
        guard let passphrase else { throw AccountProblem.wrongPassphrase(name: attempt.name) }
        if attempt.wait > .zero { try await clock.sleep(attempt.wait) }
        let isRight = try hash.matches(passphrase)
        try Task.checkCancellation()
        guard isRight else { throw AccountProblem.wrongPassphrase(name: attempt.name) }
        try await database.writing { connection in
            try connection.run("UPDATE account SET failures = 0, retry_at = NULL WHERE id = ?1", binding: account)
        }
    }

    private struct Attempt {
        let name: String
        /// The hash of the current passphrase, or `nil` if the account has none.
        let hash: PassphraseHash?
        let failures: Int
        /// The remaining delay after earlier failures.
        let wait: Duration
    }

    /// Returns the state of the account and delays the next attempt as if this attempt had failed.
    private func attempt(_ passphrase: Passphrase?, of account: Account.ID) async throws -> Attempt {
        let sql = """
            SELECT name, passphrase_hash, failures, unixepoch(retry_at) - unixepoch(?2)
            FROM account
            WHERE id = ?1
            """
        let now = clock.milliseconds()
        return try await database.writing { connection in
            let time = Timestamp(millisecondsSince1970: now)
            let attempt = try connection.first(sql, binding: account, time) { row in
                // A clock that was set back must not lock the account for days.
                let wait = min(max(.zero, .seconds((row[3] as Int?) ?? 0)), Self.longestDelay)
                return Attempt(name: row[0], hash: try row[1], failures: min(row[2], Self.manyFailures), wait: wait)
            }
            guard let attempt else { throw try Self.missing("#\(account.rawValue)", on: connection) }
            if attempt.hash == nil || passphrase == nil { return attempt }
            let delay = attempt.wait + Self.delay(after: attempt.failures + 1)
            try connection.run(
                "UPDATE account SET failures = ?3, retry_at = ?2 WHERE id = ?1",
                binding: account, Timestamp(millisecondsSince1970: now + delay.components.seconds * 1000),
                attempt.failures + 1)
            return attempt
        }
    }

    private static let longestDelay: Duration = .seconds(60)
    /// The number of failures after which no more are counted.
    private static let manyFailures = 1000

    /// Returns the delay after failures: one second, doubled for each failure after the first, up to a minute.
    private static func delay(after failures: Int) -> Duration {
        min(.seconds(1 << min(failures - 1, 10)), longestDelay)
    }
}
