import CCrypt
import FileIO
import Glibc
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
            let id = Account.ID(rawValue: connection.lastInsertedID)
            try connection.run(FavoriteStore.copying, binding: id)
            return Account(
                id: id, name: name.text, card: nil,
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
        try RecordRules.check(card)
        try await database.recording(in: context, at: clock) { connection in
            let person = try Person.table.insert(card, into: connection)
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
                            binding: account.id, name.text, name.key, account.card?.id.number,
                            account.hasSeenTutorial)
                    }
                    if changed == 0 { throw try Self.missing(account.name, on: connection) }
                } catch let error as SQLiteError where error.constraint == .foreignKey {
                    throw account.card.map { RecordProblem.notFound($0.id) } ?? error
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
            let number: Int64? = row[2]
            let card = number.map { RecordReference(id: RecordID(kind: .person, number: $0), name: row[3]) }
            return Account(id: try row[0], name: row[1], card: card, hasPassphrase: row[4], hasSeenTutorial: row[5])
        }
    }

    static func missing(_ name: String, on connection: Connection) throws -> AccountProblem {
        .notFound(name: name, known: try accounts(nil, on: connection).map(\.name))
    }
}

/// An account name and its unique key.
struct AccountName {
    let text: String
    let key: String

    /// Creates an account name from text, trimming whitespace.
    /// - Throws: `AccountProblem` or `RecordProblem` if the name is empty, too long, or contains a NUL.
    init(_ name: String) throws {
        text = name.trimmed
        key = Account.key(of: text)
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

extension AccountStore {
    /// Checks the passphrase of an account after the delay imposed by earlier failures.
    ///
    /// The passphrase protects only the sign-in: anyone who can read the database file can read all of its data.
    func verify(_ passphrase: Passphrase?, of account: Account.ID) async throws {
        // Counts each attempt as a failure until it succeeds, so that restarts and concurrent attempts do not shorten
        // the delay.
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

    /// Returns the state of the account. If there is a passphrase to check, delays the next attempt as if the current
    /// attempt had failed.
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

@_spi(_Unicode) import Swift  // for NFC, which is not yet public in the standard library

/// The yescrypt hash of a passphrase, including the salt and the cost (see crypt(5)).
///
/// The passphrase is hashed as UTF-8 in NFC, so that precomposed and decomposed characters are equal.
struct PassphraseHash: RawRepresentable, Bindable, Hashable {
    /// The default work factor. Hashing takes a fifth of a second on a small machine.
    static let standardCost: UInt = 9
    /// The maximum length of a passphrase in bytes. crypt(3) rejects 512 bytes or more.
    static let limit = 511

    let rawValue: String
}

extension PassphraseHash {
    /// Creates the hash of a passphrase with a new salt.
    /// - Parameter cost: The work factor of crypt(5), from 1 to 11. Each step doubles the time.
    init(of passphrase: Passphrase, cost: UInt) throws {
        var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        guard crypt_gensalt_rn("$y$", cost, nil, 0, &setting, Int32(setting.count)) != nil,
            let hash = Self.crypt(try Self.bytes(of: passphrase), setting)
        else { throw StoreProblem.failed(detail: SystemError().reason) }
        rawValue = hash
    }

    func matches(_ passphrase: Passphrase) throws -> Bool {
        guard let hash = Self.crypt(try Self.bytes(of: passphrase), Array(rawValue.utf8CString)) else { return false }
        return Self.isEqual(Array(hash.utf8), Array(rawValue.utf8))
    }

    private static func bytes(of passphrase: Passphrase) throws(AccountProblem) -> [CChar] {
        var normal = String.UnicodeScalarView()
        normal.append(contentsOf: passphrase.text._nfc)
        let text = String(normal)
        if text.utf8.contains(0) { throw .passphraseHoldsNul }
        if text.utf8.count > limit { throw .passphraseTooLong(limit: limit) }
        return Array(text.utf8CString)
    }

    private static func crypt(_ passphrase: [CChar], _ setting: [CChar]) -> String? {
        var memory: UnsafeMutableRawPointer?
        var size: Int32 = 0
        defer {
            if let memory { explicit_bzero(memory, Int(size)) }
            free(memory)
        }
        return crypt_ra(passphrase, setting, &memory, &size).map { String(cString: $0) }
    }

    /// Returns whether two byte sequences are equal, in constant time.
    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The file that stores the user’s session for one database.
///
/// The session is not stored in the database, because several users can share a database. After a database is moved or
/// replaced, the user must sign in again.
struct SessionFile {
    let file: StateFile

    /// The stored session. An account is stored with the checksum of its name and passphrase hash, so that the session
    /// ends if another user changes either of them or if another account receives the ID.
    enum Entry: Hashable {
        case signedOut, guest
        case account(Account.ID, checksum: String)

        init?(_ line: String) {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "signed-out" where words.count == 1: self = .signedOut
            case "guest" where words.count == 1: self = .guest
            case "account" where words.count == 3:
                guard let id = Int64(words[1]) else { return nil }
                self = .account(Account.ID(rawValue: id), checksum: words[2])
            default: return nil
            }
        }

        var line: String {
            switch self {
            case .signedOut: "signed-out"
            case .guest: "guest"
            case .account(let id, let checksum): "account \(id.rawValue) \(checksum)"
            }
        }
    }

    /// The stored session, or `nil` if the file is missing, unreadable, or invalid.
    var entry: Entry? { (try? file.lines())?.first.flatMap(Entry.init) }

    /// Replaces the stored session.
    /// - Throws: `StoreProblem.cannotSaveSession` if the file cannot be written. The file is then unchanged.
    func write(_ entry: Entry) throws(StoreProblem) {
        do throws(SystemError) {
            try file.update { $0 = [entry.line] }
        } catch {
            throw StoreProblem.cannotSaveSession(path: file.path ?? "sessions", reason: error.reason)
        }
    }
}

extension AccountStore {
    private var sessionFile: SessionFile {
        SessionFile(file: state.file(in: "sessions", ofDatabaseAt: database.path))
    }

    func lastSession() async throws -> Session? {
        switch sessionFile.entry {
        case nil: return nil
        case .signedOut: return .signedOut
        case .guest: return .guest
        case .account(let id, let checksum):
            return try await self.checksum(of: id) == checksum ? .account(id) : nil
        }
    }

    func remember(_ session: Session, in context: CommandContext) async throws {
        if context.isDryRun {
            context.dryRun?.add([])
            return
        }
        switch session {
        case .signedOut: try sessionFile.write(.signedOut)
        case .guest: try sessionFile.write(.guest)
        case .account(let id):
            guard let checksum = try await checksum(of: id) else {
                throw try await database.reading { try Self.missing("#\(id.rawValue)", on: $0) }
            }
            try sessionFile.write(.account(id, checksum: checksum))
        }
    }

    /// Runs a change to an account. If the user is signed in to it, the session continues.
    func keepingSession<Result>(
        of account: Account.ID, in context: CommandContext, _ change: () async throws -> Result
    ) async throws -> Result {
        let isSignedIn = (try? await lastSession()) == .account(account)
        let result = try await change()
        // Otherwise, the user would have to sign in again for the next command.
        if isSignedIn, !context.isDryRun { try? await remember(.account(account), in: context) }
        return result
    }

    /// Returns the SHA-256 of the name and passphrase hash of an account, or `nil` if it does not exist.
    private func checksum(of account: Account.ID) async throws -> String? {
        try await database.reading { connection in
            try connection.first("SELECT name_key, passphrase_hash FROM account WHERE id = ?1", binding: account) {
                SHA256.hex(of: Array("\($0[0] as String)\0\($0[1] as String? ?? "")".utf8))
            }
        }
    }
}
