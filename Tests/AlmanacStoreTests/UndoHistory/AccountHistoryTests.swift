import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("The history of accounts")
struct AccountHistoryTests {
    let store: TemporaryStore
    let accounts: AccountStore

    init() async throws {
        store = try await TemporaryStore()
        accounts = AccountStore(
            database: store.store.database, clock: TestClock().store, state: store.store.location.state, cost: 1)
    }

    private func command<Result>(_ line: String, _ body: () async throws -> Result) async throws -> Result {
        try await CommandContext.$current.withValue(CommandContext(line, by: nil)) { try await body() }
    }

    private func signUp(_ name: String, _ passphrase: String = "") async throws -> Account {
        try await accounts.signUp(
            name: name, passphrase: Passphrase(passphrase), in: CommandContext("signup \(name)", by: nil))
    }

    private func steps() async throws -> [Step] {
        try await store.history.steps(about: nil, at: .beginning, limit: 50).items
    }

    /// Returns the number of references to missing rows.
    private func orphans() throws -> Int {
        try store.connection().all("PRAGMA foreign_key_check") { $0[0] as String }.count
    }

    @Test func `Creating an account, renaming it, and changing its passphrase are recorded as steps`() async throws {
        var leia = try await signUp("Leia", "alderaan")
        leia.name = "Leia Organa"
        leia.hasSeenTutorial = true
        try await command("rename") { try await accounts.update(leia) }
        try await command("reset Leia") { try await accounts.setPassphrase(nil, of: leia.id, in: .test) }
        let steps = try await steps()
        #expect(
            steps.map(\.origin) == ["reset Leia", "rename", "signup Leia"].map { .command($0, by: nil) })
        #expect(steps.map(\.records) == [0, 0, 0])
        var changes: [[AccountChange]] = []
        for step in steps { changes.append(try await store.history.accountChanges(of: step.id)) }
        let hidden = Passphrase.mask
        let renaming = FieldChange(key: "name", title: "Name", old: "Leia", new: "Leia Organa")
        #expect(
            changes == [
                [
                    AccountChange(
                        name: "Leia Organa", action: .changed,
                        fields: [FieldChange(key: "passphrase", title: "Passphrase", old: hidden, new: "")])
                ], [AccountChange(name: "Leia Organa", action: .changed, fields: [renaming])],
                [
                    AccountChange(
                        name: "Leia", action: .added,
                        fields: [
                            FieldChange(key: "name", title: "Name", old: "", new: "Leia"),
                            FieldChange(key: "passphrase", title: "Passphrase", old: "", new: hidden),
                        ])
                ],
            ])
        for step in steps {
            #expect(try await store.history.changes(of: step.id, at: .beginning, limit: 9).items.isEmpty)
        }
    }

    @Test func `Undo and redo restore the name, the passphrase, and the account`() async throws {
        var leia = try await signUp("Leia", "alderaan")
        leia.name = "Léia Organa"
        try await command("rename") { try await accounts.update(leia) }
        try await command("reset Leia") { try await accounts.setPassphrase(nil, of: leia.id, in: .test) }
        let after = try UserContent(of: store)
        for _ in 0..<3 { _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id) }
        #expect(try await accounts.accounts().isEmpty)
        for _ in 0..<3 { _ = try await store.history.redo(try #require(try await store.history.nextRedo()).id) }
        #expect(try UserContent(of: store).differences(from: after) == [])
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
        try await accounts.verify(Passphrase("alderaan"), of: leia.id)
        await #expect(throws: AccountProblem.nameTaken("LEIA ORGANA")) {
            try await accounts.add(name: "LEIA ORGANA", passphrase: nil)
        }
        #expect(try orphans() == 0)
    }

    @Test func `A sign-in, a wrong passphrase, and the tour are not recorded as steps`() async throws {
        var leia = try await signUp("Leia", "alderaan")
        await #expect(throws: AccountProblem.self) { try await accounts.verify(Passphrase("hoth"), of: leia.id) }
        try await accounts.verify(Passphrase("alderaan"), of: leia.id)
        try await accounts.remember(.guest, in: .test)
        leia.hasSeenTutorial = true
        try await command("tutorial --done") { try await accounts.update(leia) }
        #expect(try await steps().count == 1)
    }

    @Test func `Undoing a sign-up ends the session, and the account’s drafts become guest drafts`() async throws {
        let leia = try await signUp("Leia")
        try await store.drafts.save(Draft(), at: "new/person", of: leia.id)
        for account in [leia.id, nil] { try await store.drafts.save(Draft(), at: "new/group", of: account) }
        let step = try await steps()[0].id
        _ = try await store.history.undo(step)
        #expect(try await accounts.lastSession() == nil)
        #expect(try orphans() == 0)
        _ = try await store.history.redo(step)
        #expect(try await accounts.accounts() == [leia])
        #expect(try await accounts.lastSession() == .account(leia.id))
        #expect(try await store.drafts.places(of: leia.id).isEmpty)
        #expect(try await Set(store.drafts.places(of: nil)) == ["new/person", "new/group"])
    }

    @Test func `A deletion can be undone even if the account of a favorite was removed`() async throws {
        let leia = try await signUp("Leia")
        let signUp = try await steps()[0].id
        let person = try await command("new person") { try await store.persons.add(Person()) }
        try await command("favorite persons/1") {
            try await store.favorites.setFavorite(true, person.recordID, of: leia.id)
        }
        try await command("delete persons/1") { try await store.persons.delete([person.id]) }
        let deletion = try await steps()[0].id
        _ = try await store.history.undo(signUp)
        _ = try await store.history.undo(deletion)
        #expect(try await store.persons.record(person.id).id == person.id)
        #expect(try orphans() == 0)
    }

    @Test func `A sign-up cannot be undone while the account has a favorite, a card, or a changed name`() async throws {
        var leia = try await signUp("Leia")
        let step = try await steps()[0].id
        let person = try await command("new person") { try await store.persons.add(Person()) }
        func cause() async throws -> HistoryProblem.Difference? {
            let before = try UserContent(of: store)
            let problem = await #expect(throws: HistoryProblem.self) { try await store.history.undo(step) }
            #expect(try UserContent(of: store) == before)
            guard case .changedSince(step, let differences, isRedo: false) = problem else { return nil }
            #expect(differences.count == 1)
            return differences.first
        }
        try await command("favorite persons/1") {
            try await store.favorites.setFavorite(true, person.recordID, of: leia.id)
        }
        let favorite = try await cause()
        #expect(favorite?.fields == ["Favorite"] && favorite?.by?.origin == .command("favorite persons/1", by: nil))
        _ = try await store.history.undo(try await steps()[0].id)
        leia.card = person.reference
        try await command("account") { try await accounts.update(leia) }
        let card = try await cause()
        #expect(card?.subject == .account(name: "Leia") && card?.fields == ["Contact card"])
        #expect(card?.by?.origin == .command("account", by: nil))
        leia.card = nil
        leia.name = "Leia Organa"
        try await command("rename") { try await accounts.update(leia) }
        let name = try await cause()
        #expect(name?.fields == ["Name"] && name?.by?.origin == .command("rename", by: nil))
    }

    @Test func `Undo and redo cannot restore an account name that another account now uses`() async throws {
        var leia = try await signUp("Leia")
        let signUp = try await steps()[0].id
        leia.name = "Leia Organa"
        try await command("rename") { try await accounts.update(leia) }
        let renaming = try await steps()[0].id
        _ = try await self.signUp("leia")
        await #expect(throws: HistoryProblem.accountNameTaken(renaming, "Leia")) {
            try await store.history.undo(renaming)
        }
        _ = try await store.history.undo(try await steps()[0].id)
        for step in [renaming, signUp] { _ = try await store.history.undo(step) }
        _ = try await self.signUp("LEIA")
        await #expect(throws: HistoryProblem.accountNameTaken(signUp, "Leia")) { try await store.history.redo(signUp) }
        #expect(try await accounts.accounts().map(\.name) == ["LEIA"])
    }

    @Test func `Undoing a change to an account’s card does not remove the account if the former card was purged`()
        async throws
    {
        var leia = try await signUp("Leia")
        let cards = try await command("new person") { try await store.persons.add([Person(), Person()]) }
        for card in cards {
            leia.card = RecordReference(id: card.recordID, name: "")
            try await command("account") { try await accounts.update(leia) }
        }
        let step = try await steps()[0].id
        try await command("delete persons/1") { try await store.persons.delete([cards[0]]) }
        try await store.history.purge([cards[0].recordID])
        _ = try await store.history.undo(step)
        #expect(try await accounts.accounts().map(\.card) == [nil])
    }

    @Test func `A deletion of an account by another program can be undone`() async throws {
        let leia = try await signUp("Leia", "alderaan")
        let person = try await command("new person") { try await store.persons.add(Person()) }
        try await store.favorites.setFavorite(true, person.recordID, of: leia.id)
        let before = try UserContent(of: store)
        try store.connection().execute("PRAGMA foreign_keys = ON; DELETE FROM account")
        let step = try await steps()[0]
        #expect(step.origin == .outside)
        #expect(try await store.history.accountChanges(of: step.id).map(\.action) == [.deleted])
        _ = try await store.history.undo(step.id)
        #expect(try UserContent(of: store).differences(from: before) == [])
    }

    @Test func `Migration preserves the history of an account’s card`() async throws {
        let folder = try TemporaryFolder()
        try folder.putFormerDatabase()
        let maintainer = DatabaseMaintainer(of: folder.location)
        do {
            let former = try Connection(at: folder.location.path, mode: .readWrite)
            try former.execute("UPDATE account SET person_id = NULL; UPDATE account SET person_id = 2")
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        let person = RecordID(kind: .person, number: 2)
        #expect(try await store.accounts.accounts().map(\.card?.id) == [person])
        #expect(try await maintainer.check(.deep) == [])
        let step = try #require(try await store.history.steps(about: person, at: .beginning, limit: 1).items.first)
        let change = try await store.history.changes(of: person, in: [step.id])[step.id]?.first
        #expect(change?.fields.map(\.new) == ["Tester"])
        _ = try await store.history.undo(step.id)
        #expect(try await store.accounts.accounts().map(\.name) == ["Tester"])
        #expect(try await maintainer.check(.deep) == [])
    }

    @Test func `Migration preserves the history of a removed account, but not its name`() async throws {
        let folder = try TemporaryFolder()
        try folder.putFormerDatabase()
        do {
            let former = try Connection(at: folder.location.path, mode: .readWrite)
            try former.execute(
                "UPDATE account SET person_id = NULL; UPDATE account SET person_id = 2; DELETE FROM account")
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        #expect(try await store.accounts.accounts() == [])
        #expect(try await DatabaseMaintainer(of: folder.location).check(.deep) == [])
        let person = RecordID(kind: .person, number: 2)
        let step = try #require(try await store.history.steps(about: person, at: .beginning, limit: 1).items.first)
        let problem = await #expect(throws: HistoryProblem.self) { try await store.history.undo(step.id) }
        guard case .changedSince(step.id, let differences, isRedo: false) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(differences.map(\.subject) == [.account(name: "")])
    }
}
