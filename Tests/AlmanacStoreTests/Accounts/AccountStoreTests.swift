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
        "An account name that differs from another only in case, accents, or surrounding white space is rejected",
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
        leia.card = RecordReference(address: RecordID(kind: .person, number: 7), name: "Leia Organa")
        try await accounts.update(leia)
        #expect(try await accounts.account(leia.id) == leia)

        leia.name = "HAN"
        await #expect(throws: AccountProblem.nameTaken("HAN")) { try await accounts.update(leia) }
        leia.name = "leia"
        leia.card = RecordReference(address: RecordID(kind: .person, number: 8), name: "Nobody")
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

    @Test("The last session is stored in the state folder, and a new database has no session")
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

    @Test("Each user has a session, which another user does not end")
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

    @Test("A session survives changes by its user, and ends if another user changes the name or the passphrase")
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

    @Test("A session does not apply to another database at another path")
    func moved() async throws {
        let leia = try await accounts.signUp(name: "Leia", passphrase: nil, in: .test)
        store.close()
        try FileManager.default.moveItem(atPath: folder.location.path, toPath: folder.file("moved.db"))
        let location = StoreLocation(folder.file("moved.db"), state: folder.file("state"))
        let moved = try await Store.open(at: location, mode: .readWrite)
        #expect(try await moved.accounts.accounts().map(\.id) == [leia.id])
        #expect(try await moved.accounts.lastSession() == nil)
    }

    @Test("A session that cannot be stored is an error, and a file that other users can change is ignored")
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
