import Model
import SQLite
import Text

struct AccountStore: AccountDataSource {
    let database: StoreDatabase
    let clock: StoreClock
    var state = StateFolder(nil)
    /// The work factor of new passphrase hashes.
    var cost = PassphraseHash.standardCost

    func accounts() async throws -> [Account] {
        try await database.reading { try Self.accounts(nil, on: $0) }
    }

    func account(_ id: Account.ID) async throws -> Account? {
        try await database.reading { try Self.accounts(id, on: $0).first }
    }

    func add(name: String, passphrase: Passphrase?, in context: CommandContext) async throws -> Account {
        let name = try AccountName(name)
        let hash = try passphrase.map { try PassphraseHash(of: $0, cost: cost) }
        return try await database.recording(in: context, at: clock) { connection in
            try name.rejectingTakenName {
                try connection.run(
                    "INSERT INTO account (name, name_key, passphrase_hash) VALUES (?1, ?2, ?3)",
                    binding: name.text, name.key, hash)
            }
            return Account(
                id: Account.ID(rawValue: connection.lastInsertedID), name: name.text, card: nil,
                hasPassphrase: hash != nil, hasSeenTutorial: false)
        }
    }

    func signUp(name: String, passphrase: Passphrase?, in context: CommandContext) async throws -> Account {
        let account = try await add(name: name, passphrase: passphrase, in: context)
        do {
            try await remember(.account(account.id), in: context)
        } catch StoreProblem.cannotSaveSession(let path, let reason) {
            throw AccountProblem.notSignedIn(name: account.name, path: path, reason: reason)
        }
        return account
    }

    func addCard(_ card: Person, of account: Account.ID, in context: CommandContext) async throws {
        try RecordRules.check(card, in: Tables.persons)
        try await database.recording(in: context, at: clock) { connection in
            let person = try Tables.persons.insert(card, into: connection)
            let changed = try connection.run(
                "UPDATE account SET person_id = ?2 WHERE id = ?1", binding: account, person)
            if changed == 0 { throw try Self.missing("#\(account.rawValue)", on: connection) }
        }
    }

    func update(_ account: Account, in context: CommandContext) async throws {
        let name = try AccountName(account.name)
        let sql = """
            UPDATE account
            SET name = ?2, name_key = ?3, person_id = ?4, has_seen_tutorial = ?5
            WHERE id = ?1
            """
        try await keepingSession(of: account.id, in: context) {
            try await database.recording(in: context, at: clock) { connection in
                do {
                    let changed = try name.rejectingTakenName {
                        try connection.run(
                            sql,
                            binding: account.id, name.text, name.key, account.card?.address.number,
                            account.hasSeenTutorial)
                    }
                    if changed == 0 { throw try Self.missing(account.name, on: connection) }
                } catch let error as SQLiteError where error.constraint == .foreignKey {
                    throw account.card.map { RecordProblem.notFound($0.address) } ?? error
                }
            }
        }
    }

    func setPassphrase(_ passphrase: Passphrase?, of account: Account.ID, in context: CommandContext) async throws {
        let hash = try passphrase.map { try PassphraseHash(of: $0, cost: cost) }
        let sql = "UPDATE account SET passphrase_hash = ?2, failures = 0, retry_at = NULL WHERE id = ?1"
        try await keepingSession(of: account, in: context) {
            try await database.recording(in: context, at: clock) { connection in
                let changed = try connection.run(sql, binding: account, hash)
                if changed == 0 { throw try Self.missing("#\(account.rawValue)", on: connection) }
            }
        }
    }

    // MARK: - Reading

    /// Returns all accounts, sorted by name, or only the account with the given ID.
    private static func accounts(_ id: Account.ID?, on connection: Connection) throws -> [Account] {
        let sql = """
            SELECT account.id, name, person.id, person.display_name, passphrase_hash IS NOT NULL, has_seen_tutorial
            FROM account
            LEFT JOIN person ON person.id = person_id
            WHERE ?1 IS NULL OR account.id = ?1
            ORDER BY name_key
            """
        return try connection.all(sql, binding: id) { row in
            let card: RecordReference? =
                if let number = row[2] as Int64? {
                    RecordReference(address: RecordID(kind: .person, number: number), name: row[3])
                } else {
                    nil
                }
            return Account(id: try row[0], name: row[1], card: card, hasPassphrase: row[4], hasSeenTutorial: row[5])
        }
    }

    static func missing(_ name: String, on connection: Connection) throws -> AccountProblem {
        .notFound(name: name, known: try accounts(nil, on: connection).map(\.name))
    }
}

/// The name of an account and its unique key, which is the name folded as for search.
struct AccountName {
    let text: String
    let key: String

    /// Creates an account name from text, trimming white space.
    /// - Throws: `AccountProblem` or `RecordProblem` if the name is empty, too long, or contains a NUL.
    init(_ name: String) throws {
        text = name.trimmed
        key = Folding.fold(text)
        if key.isEmpty { throw AccountProblem.nameMissing }
        try RecordRules.check(text, of: "The name", limit: 1000)
    }

    /// Runs a closure that sets the name of an account.
    /// - Throws: `AccountProblem.nameTaken` if another account has the name.
    @discardableResult
    func rejectingTakenName<Result>(_ change: () throws -> Result) throws -> Result {
        do {
            return try change()
        } catch let error as SQLiteError where error.constraint == .unique {
            throw AccountProblem.nameTaken(text)
        }
    }
}
