import Almanac
import AlmanacStore
import FoundationEssentials
import Model
import Navigation
import TestSupport
import Testing

struct LoginTests {
    /// Returns an app with two accounts: Leia has a passphrase, and Han has none.
    private func app(_ session: Session = .signedOut, isInteractive: Bool = true) async throws -> TestApp {
        try await TestApp(session, isInteractive: isInteractive) { store in
            try await SampleRecords.settle(in: store)
            _ = try await store.accounts.add(name: "Han", passphrase: nil)
            _ = try await store.makeAccounts(passphraseCost: 1).add(name: "Leia", passphrase: Passphrase("alderaan"))
        }
    }

    @Test func `A guest can cancel forms in a read-only database`() async throws {
        let temporary = try await TemporaryStore(with: "flintstones")
        temporary.store.close()
        let store = try await Store.open(at: temporary.store.location, mode: .readOnly)
        defer { store.close() }
        var services = Services(of: temporary, pageSize: 50, editor: ScriptedEditor())
        (services.accounts, services.drafts) = (store.accounts, store.drafts)
        (services.persons, services.search) = (store.persons, store.search)
        (services.groups, services.planets, services.notes) = (store.groups, store.planets, store.notes)
        (services.history, services.occasions) = (store.history, store.occasions)
        services.remotes = store.remotes(passwords: NoPasswords())
        let session = try await CurrentSession.begin(accounts: store.accounts, mayAsk: true)
        var stage = try await AppState(AppCoordinator(services: services, session: session), isInteractive: true)
        #expect(stage.navigation.path.description == "home")
        #expect(session.session == .guest)
        try await stage.send("edit persons/1")
        #expect(stage.navigation.path.description == "persons/1/edit")
        try await stage.send("cancel")
        #expect(stage.navigation.path.description != "persons/1/edit")
    }

    @Test func `A row number signs in to an account without a passphrase`() async throws {
        var app = try await app()
        #expect(app.names == ["Han", "Leia"])
        try await app.send("1")
        #expect(app.place == "home")
        #expect(app.session.session == .account(Account.ID(rawValue: 1)))
    }

    @Test func `Sign-in asks for the passphrase and rejects a wrong passphrase`() async throws {
        var app = try await app()
        try await app.send("2")
        #expect(app.place == "login/2")
        #expect(app.question == "Passphrase")
        #expect(
            try await app.failure(of: "passphrase=tatooine")?.sentences.first == "Wrong passphrase for “Leia”."
        )
        #expect(app.question == "Passphrase")
        #expect(app.session.session == .signedOut)
        try await app.type("alderaan")
        #expect(app.place == "home")
        #expect(app.session.session == .account(Account.ID(rawValue: 2)))
    }

    @Test func `An empty passphrase is rejected`() async throws {
        var app = try await app()
        try await app.send("2")
        #expect(try await app.failure(of: "skip")?.status == .failed)
        #expect(app.session.session == .signedOut)
    }

    @Test func `A user can continue as a guest and list favorites`() async throws {
        var app = try await app()
        try await app.send("guest")
        #expect(app.place == "home")
        #expect(app.session.session == .guest)
        #expect(try await app.failure(of: "favorites") == nil)
    }

    @Test func `logout opens the login screen, and the next interactive session starts there`() async throws {
        var app = try await app()
        try await app.send("1", "logout")
        #expect(app.place == "login")
        #expect(try await app.restarted().place == "login")
        #expect(try await app.restarted(isInteractive: false).session.session == .guest)
    }

    @Test func `The next run signs in to the last account, but the prompt asks for any passphrase again`() async throws
    {
        var app = try await app()
        try await app.send("1")
        #expect(try await app.restarted().session.session == .account(Account.ID(rawValue: 1)))
        try await app.send("logout", "2", "passphrase=alderaan")
        #expect(try await app.restarted().session.session == .signedOut)
        let id = Account.ID(rawValue: 2)
        #expect(try await app.restarted(isInteractive: false).session.session == .account(id))
    }

    @Test func `Without a saved session, a command runs as a guest, and the prompt starts with the login screen`()
        async throws
    {
        let app = try await app()
        let state = app.temporary.folder + "/state"
        for name in try FileManager.default.contentsOfDirectory(atPath: state + "/sessions") {
            try FileManager.default.removeItem(atPath: "\(state)/sessions/\(name)")
        }
        let command = try await app.restarted(isInteractive: false).session
        #expect(command.session == .guest && command.isUnchosen)
        #expect(try await app.restarted().place == "login")
    }

    @Test func `login with a name asks for the passphrase if the account has one`() async throws {
        var app = try await app(.guest)
        try await app.send("login han")
        #expect(app.told == "You are signed in as Han.")
        try await app.send("login leia")
        #expect(app.place == "login/2")
        #expect(try await app.failure(of: "login Luke")?.status == .notFound)
    }

    @Test(arguments: ["Emile Zola", "ÉMILE ZOLA", " émile zola "])
    func `signup and login treat the same names as equal`(name: String) async throws {
        var app = try await app(.guest, isInteractive: false)
        _ = try await app.services.accounts.add(name: "Émile Zola", passphrase: nil)
        await #expect(throws: AccountProblem.nameTaken(name.trimmed)) {
            _ = try await app.services.accounts.add(name: name, passphrase: nil)
        }
        try await app.send("login '\(name)'")
        #expect(app.told == "You are signed in as Émile Zola.")
    }

    @Test func `login fails in a non-interactive session if the account has a passphrase`() async throws {
        var app = try await app(.guest, isInteractive: false)
        #expect(try await app.failure(of: "login leia")?.status == .wrongUsage)
        #expect(try await app.failure(of: "login")?.status == .wrongUsage)
        #expect(app.session.session == .guest)
        try await app.send("login han")
        #expect(app.session.session == .account(Account.ID(rawValue: 1)))
    }

    @Test func `A forgotten passphrase can be removed after confirmation`() async throws {
        var app = try await app()
        try await app.send("forgot")
        #expect(app.place == "login/forgotten")
        #expect(app.screen.contains("Anyone who can open the database can read all of its data and remove passphrases"))
        try await app.send("reset leia")
        #expect(app.prompt == "Remove the passphrase of Leia?")
        try await app.answer("no")
        #expect(try await app.services.accounts.accounts().map(\.hasPassphrase) == [false, true])
        try await app.send("reset leia")
        try await app.answer("yes")
        #expect(try await app.services.accounts.accounts().map(\.hasPassphrase) == [false, false])
        #expect(app.place == "login")
        try await app.send("2")
        #expect(app.place == "home")
    }

    @Test(
        arguments: zip([Session.guest, .account(Account.ID(rawValue: 1)), .signedOut], ["back", "home", "persons"]))
    func `After “forgot”, back, home, and persons open the list of accounts`(
        session: Session, command: String
    ) async throws {
        var app = try await app(session)
        try await app.send(session == .signedOut ? "2" : "login leia")
        #expect(try await app.failure(of: "passphrase=tatooine")?.status == .failed)
        try await app.send("forgot")
        #expect(app.place == "login/forgotten")
        try await app.send(command)
        #expect(app.place == "login")
        try await app.send("guest")
        #expect(app.place == (command == "persons" ? "persons" : "home"))
    }

    @Test func `back returns from the passphrase of a named account to the list of accounts`() async throws {
        var app = try await app(.guest)
        try await app.send("login leia", "back")
        #expect(app.place == "login")
        #expect(app.names == ["Han", "Leia"])
    }

    @Test func `A logout in a non-interactive session also applies to the next run`() async throws {
        var app = try await app(isInteractive: true)
        try await app.send("1")
        var pipe = try await app.restarted(at: NavigationStack(), isInteractive: false)
        try await pipe.send("logout")
        #expect(pipe.session.session == .guest)
        #expect(try await app.restarted().place == "login")
    }

    @Test func `The sign-in screen names the page or search that opens after signing in or continuing as a guest`()
        async throws
    {
        for (line, message, place) in [
            ("persons", "Sign in or continue as a guest to open the requested page.", "persons"),
            ("find leia", "Sign in or continue as a guest to run the search.", "found?leia"),
        ] {
            var app = try await app()
            try await app.send(line)
            #expect(app.place == "login" && app.stage.statusLine?.description == message)
            try await app.send("guest")
            #expect(app.place == place && app.stage.statusLine == nil)
        }
        var app = try await app()
        try await app.send("home")
        #expect(app.place == "login" && app.stage.statusLine == nil)
    }

    @Test func `Without accounts, the sign-in screen suggests signing up`() async throws {
        var app = try await TestApp()
        try await app.send("login")
        #expect(app.place == "login" && app.screen.contains("signup") && !app.screen.contains("row number"))
    }
}
