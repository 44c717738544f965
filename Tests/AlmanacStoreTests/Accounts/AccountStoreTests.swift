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
        accounts = AccountStore(database: store.database, clock: TestClock().store, cost: 1)
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

    @Test("The last session is stored, and a new database has no session")
    func sessions() async throws {
        #expect(try await accounts.lastSession() == nil)
        let leia = try await accounts.add(name: "Leia", passphrase: nil)
        for session in [Session.guest, .account(leia.id), .signedOut, .signedOut] {
            try await accounts.remember(session, in: .test)
            #expect(try await accounts.lastSession() == session)
        }
    }
}
