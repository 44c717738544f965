import FoundationEssentials
import Glibc
import Model
import TestSupport
import Testing
@testable import AlmanacStore

struct AccountStoreTests {
    let folder: TemporaryFolder
    let store: Store
    let accounts: AccountStore

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
        accounts = AccountStore(
            database: store.database, clock: TestClock().store, state: StateFolder(folder.file("state")), cost: 1)
    }

    @Test("Accounts round-trip and are sorted by name")
    func adding() async throws {
        let zoe = try await accounts.add(name: "  Zoë ", passphrase: nil)
        let anna = try await accounts.add(name: "anna", passphrase: Passphrase("x"))
        #expect(zoe.name == "Zoë")
        #expect([zoe.hasPassphrase, anna.hasPassphrase, anna.hasSeenTutorial] == [false, true, false])
        #expect(try await accounts.accounts() == [anna, zoe])
        #expect(try await accounts.account(zoe.id) == zoe)
        #expect(try await accounts.account(Account.ID(rawValue: 99)) == nil)
    }

    @Test(
        "An account name that differs from another only in case, accents, or surrounding whitespace is rejected",
        arguments: ["leia", "LEIA", " Léia", "Leia\t"])
    func nameTaken(name: String) async throws {
        _ = try await accounts.add(name: "Leia", passphrase: nil)
        await #expect(throws: AccountProblem.nameTaken(name.filter { !$0.isWhitespace })) {
            try await accounts.add(name: name, passphrase: nil)
        }
        #expect(try await accounts.accounts().count == 1)
    }

    @Test("An account name that is empty, is too long, or contains a NUL is rejected")
    func badNames() async throws {
        for name in ["", "  \n", "\u{200B}"] {
            await #expect(throws: AccountProblem.nameMissing) { try await accounts.add(name: name, passphrase: nil) }
        }
        await #expect(throws: RecordProblem.holdsNul(field: "The name", position: 1)) {
            try await accounts.add(name: "a\0b", passphrase: nil)
        }
        await #expect(throws: RecordProblem.tooLong(field: "The name", bytes: 1001, limit: 1000)) {
            try await accounts.add(name: String(repeating: "a", count: 1001), passphrase: nil)
        }
        #expect(try await accounts.accounts().isEmpty)
    }

    @Test(
        "An account can be updated unless its new name is taken or its card or the account itself is missing"
    )
    func updating() async throws {
        try folder.runAsOtherProgram("INSERT INTO person (id, given, family) VALUES (7, 'Leia', 'Organa')")
        var leia = try await accounts.add(name: "leia", passphrase: nil)
        let han = try await accounts.add(name: "han", passphrase: nil)
        leia.name = "Leia"
        leia.hasSeenTutorial = true
        leia.card = RecordReference(id: RecordID(kind: .person, number: 7), name: "Leia Organa")
        try await accounts.update(leia)
        #expect(try await accounts.account(leia.id) == leia)

        leia.name = "HAN"
        await #expect(throws: AccountProblem.nameTaken("HAN")) { try await accounts.update(leia) }
        leia.name = "leia"
        leia.card = RecordReference(id: RecordID(kind: .person, number: 8), name: "Nobody")
        await #expect(throws: RecordProblem.notFound(RecordID(kind: .person, number: 8))) {
            try await accounts.update(leia)
        }
        let gone = Account(
            id: Account.ID(rawValue: 99), name: "Lando", card: nil, hasPassphrase: false, hasSeenTutorial: false)
        await #expect(throws: AccountProblem.notFound(name: "Lando", known: ["han", "Leia"])) {
            try await accounts.update(gone)
        }
        #expect(try await accounts.account(han.id) == han)
    }

    @Test("The last session is stored in the state folder, and a new database starts without a session")
    func sessions() async throws {
        #expect(try await accounts.lastSession() == nil)
        let leia = try await accounts.add(name: "Leia", passphrase: nil)
        for session in [Session.guest, .account(leia.id), .signedOut, .signedOut] {
            try await accounts.remember(session, in: .test)
            #expect(try await accounts.lastSession() == session)
        }
        let file = try #require(try folder.names(in: "state/sessions").first)
        #expect(try folder.permissions("state/sessions/\(file)") == 0o600)
        #expect(try String(decoding: folder.bytes("state/sessions/\(file)"), as: UTF8.self) == "signed-out\n")
    }

    /// Returns the accounts for another user of the database.
    private func accounts(of user: String) -> AccountStore {
        AccountStore(
            database: store.database, clock: TestClock().store, state: StateFolder(folder.file(user)), cost: 1)
    }

    @Test("Each user has a session, and signing in or out does not affect the sessions of other users")
    func users() async throws {
        let (ann, bob) = (accounts(of: "ann"), accounts(of: "bob"))
        let leia = try await ann.signUp(name: "Leia", passphrase: nil, in: .test)
        #expect(try await bob.lastSession() == nil)
        let han = try await bob.signUp(name: "Han", passphrase: nil, in: .test)
        try await bob.remember(.signedOut, in: .test)
        #expect(try await ann.lastSession() == .account(leia.id))
        try await bob.remember(.account(han.id), in: .test)
        #expect(try await ann.lastSession() == .account(leia.id))
        #expect(try await bob.lastSession() == .account(han.id))
    }

    @Test("A session survives changes by its user but ends if another user changes the name or the passphrase")
    func changedAccount() async throws {
        let (ann, bob) = (accounts(of: "ann"), accounts(of: "bob"))
        var leia = try await ann.signUp(name: "Leia", passphrase: Passphrase("alderaan"), in: .test)
        try await ann.setPassphrase(Passphrase("hoth"), of: leia.id, in: .test)
        leia.name = "Leia Organa"
        try await ann.update(leia)
        #expect(try await ann.lastSession() == .account(leia.id))
        try await bob.setPassphrase(nil, of: leia.id, in: .test)
        #expect(try await ann.lastSession() == nil)
        try await ann.remember(.account(leia.id), in: .test)
        leia.name = "Han"
        try await bob.update(leia)
        #expect(try await ann.lastSession() == nil)
    }

    @Test("A session does not apply to a database that was moved")
    func moved() async throws {
        let leia = try await accounts.signUp(name: "Leia", passphrase: nil, in: .test)
        store.close()
        try FileManager.default.moveItem(atPath: folder.location.path, toPath: folder.file("moved.db"))
        let location = StoreLocation(folder.file("moved.db"), state: folder.file("state"))
        let moved = try await Store.open(at: location, mode: .readWrite)
        #expect(try await moved.accounts.accounts().map(\.id) == [leia.id])
        #expect(try await moved.accounts.lastSession() == nil)
    }

    @Test("Failure to store a session is an error, and a session file that other users can change is ignored")
    func unwritable() async throws {
        try folder.write([], to: "file")
        let blocked = accounts(of: "file")
        await #expect(throws: StoreProblem.self) { try await blocked.remember(.guest, in: .test) }
        let problem = await #expect(throws: AccountProblem.self) {
            try await blocked.signUp(name: "Leia", passphrase: nil, in: .test)
        }
        #expect(problem?.explanation.what.description.contains("you are not signed in to “Leia”") == true)
        let leia = try #require(try await accounts.accounts().first)
        try await accounts.remember(.account(leia.id), in: .test)
        let file = try #require(try folder.names(in: "state/sessions").first)
        chmod(folder.file("state/sessions/\(file)"), 0o666)
        #expect(try await accounts.lastSession() == nil)
    }
}

struct PassphraseHashTests {
    private func hash(_ text: String) throws -> PassphraseHash {
        try PassphraseHash(of: try #require(Passphrase(text)), cost: 1)
    }

    private func matches(_ hash: PassphraseHash, _ text: String) throws -> Bool {
        try hash.matches(try #require(Passphrase(text)))
    }

    @Test(
        "A hash matches its passphrase but not similar passphrases",
        arguments: ["a", "correct horse battery staple", "ключ", "a b\t🗝"])
    func law(text: String) throws {
        let hash = try hash(text)
        #expect(try matches(hash, text))
        #expect(try !matches(hash, text + " "))
        #expect(try !matches(hash, String(text.dropLast()) + "x"))
    }

    @Test("A1 A hash is a salted yescrypt hash and does not contain the passphrase")
    func salt() throws {
        let (first, second) = (try hash("tauntaun"), try hash("tauntaun"))
        #expect(first != second)
        #expect(first.rawValue.hasPrefix("$y$"))
        #expect(!first.rawValue.contains("tauntaun"))
    }

    @Test("A2 Passphrases with precomposed and decomposed é are equivalent")
    func normalForm() throws {
        #expect(try matches(try hash("caf\u{E9}"), "cafe\u{301}"))
    }

    @Test("A2 A passphrase of 511 bytes is hashed in full, and a passphrase of 512 bytes is rejected")
    func length() throws {
        let long = String(repeating: "é", count: 255) + "x"
        let hash = try hash(long)
        #expect(try matches(hash, long))
        #expect(try !matches(hash, String(long.dropLast()) + "y"))
        #expect(throws: AccountProblem.passphraseTooLong(limit: 511)) { try self.hash(long + "x") }
        #expect(throws: AccountProblem.passphraseTooLong(limit: 511)) { try matches(hash, long + "x") }
    }

    @Test("A2 A passphrase with a NUL is rejected, because crypt(3) would stop at the NUL")
    func nul() throws {
        #expect(throws: AccountProblem.passphraseHoldsNul) { try hash("a\0b") }
    }

    @Test("An invalid hash does not match a passphrase", arguments: ["", "*", "x", "$y$", "$nonsense$"])
    func nonsense(text: String) throws {
        #expect(try !matches(PassphraseHash(rawValue: text), "x"))
    }

    @Test("The descriptions and the dump of a passphrase do not contain its text")
    func secrecy() throws {
        let passphrase = try #require(Passphrase("tauntaun"))
        var dumped = ""
        dump(passphrase, to: &dumped)
        for text in ["\(passphrase)", String(reflecting: passphrase), dumped] {
            #expect(!text.contains("tauntaun"))
        }
    }
}

/// The verification of passphrases and the delays after failed attempts.
struct VerificationTests {
    let folder: TemporaryFolder
    let clock = TestClock()
    let accounts: AccountStore
    let leia: Account
    let right = Passphrase("tauntaun")
    let wrong = Passphrase("wampa")

    init() async throws {
        folder = try TemporaryFolder()
        let store = try await folder.newStore()
        accounts = AccountStore(database: store.database, clock: clock.store, cost: 1)
        leia = try await accounts.add(name: "Leia", passphrase: right)
    }

    private func fail(times: Int = 1) async {
        for _ in 0..<times {
            await #expect(throws: AccountProblem.wrongPassphrase(name: "Leia")) {
                try await accounts.verify(wrong, of: leia.id)
            }
        }
    }

    @Test("The correct passphrase is accepted, and a wrong or missing passphrase is rejected")
    func verifying() async throws {
        try await accounts.verify(right, of: leia.id)
        await fail()
        await #expect(throws: AccountProblem.wrongPassphrase(name: "Leia")) {
            try await accounts.verify(nil, of: leia.id)
        }
        #expect(clock.removeSleeps().isEmpty)
    }

    @Test("A3 Each failure doubles the delay before the next attempt, up to one minute")
    func delays() async throws {
        await fail(times: 9)
        #expect(clock.removeSleeps() == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test("A successful attempt resets the delay")
    func reset() async throws {
        await fail(times: 3)
        try await accounts.verify(right, of: leia.id)
        _ = clock.removeSleeps()
        try await accounts.verify(right, of: leia.id)
        #expect(clock.removeSleeps().isEmpty)
    }

    @Test("Time that has elapsed since a failure is deducted from the delay")
    func failureLimit() async throws {
        await fail(times: 3)
        clock.advance(by: .seconds(3))
        _ = clock.removeSleeps()
        try await accounts.verify(right, of: leia.id)
        #expect(clock.removeSleeps() == [.seconds(1)])
    }

    @Test("An attempt that is cancelled during the verification is not reported as a wrong passphrase")
    func cancellation() async throws {
        await fail()
        let cancelling = StoreClock(milliseconds: clock.store.milliseconds) { _ in
            withUnsafeCurrentTask { $0?.cancel() }
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        let other = AccountStore(database: store.database, clock: cancelling, cost: 1)
        let attempt = Task { try await other.verify(wrong, of: leia.id) }
        await #expect(throws: CancellationError.self) { try await attempt.value }
    }

    @Test("Failed attempts are stored in the database")
    func restart() async throws {
        await fail(times: 4)
        _ = clock.removeSleeps()
        let again = try await Store.open(at: folder.location, mode: .readWrite)
        let other = AccountStore(database: again.database, clock: clock.store, cost: 1)
        try await other.verify(right, of: leia.id)
        #expect(clock.removeSleeps() == [.seconds(8)])
    }

    @Test("D22 A clock set back by a year delays an attempt by at most a minute")
    func clockSetBack() async throws {
        await fail()
        clock.advance(by: .seconds(-365 * 86_400))
        try await accounts.verify(right, of: leia.id)
        #expect(clock.removeSleeps() == [.seconds(60)])
    }

    @Test("An account without a passphrase accepts any passphrase or none")
    func open() async throws {
        let guest = try await accounts.add(name: "Han", passphrase: nil)
        try await accounts.verify(nil, of: guest.id)
        try await accounts.verify(wrong, of: guest.id)
    }

    @Test("A new passphrase replaces the old one and resets the delay, and a removed passphrase is no longer required")
    func changing() async throws {
        await fail(times: 2)
        _ = clock.removeSleeps()
        try await accounts.setPassphrase(wrong, of: leia.id, in: .test)
        try await accounts.verify(wrong, of: leia.id)
        #expect(clock.removeSleeps().isEmpty)
        await #expect(throws: AccountProblem.wrongPassphrase(name: "Leia")) {
            try await accounts.verify(right, of: leia.id)
        }
        try await accounts.setPassphrase(nil, of: leia.id, in: .test)
        try await accounts.verify(nil, of: leia.id)
        #expect(try await accounts.account(leia.id)?.hasPassphrase == false)
    }

    @Test("Verifying or setting the passphrase of a missing account is an error")
    func missing() async throws {
        let nobody = Account.ID(rawValue: 99)
        await #expect(throws: AccountProblem.notFound(name: "#99", known: ["Leia"])) {
            try await accounts.verify(right, of: nobody)
        }
        await #expect(throws: AccountProblem.notFound(name: "#99", known: ["Leia"])) {
            try await accounts.setPassphrase(right, of: nobody, in: .test)
        }
    }
}
