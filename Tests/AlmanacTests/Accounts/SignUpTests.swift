import Almanac
import Model
import TestSupport
import Testing

struct SignUpTests {
    @Test func `Sign-up asks for a name, a passphrase, and a card, and starts the tour`() async throws {
        var app = try await TestApp(.signedOut)
        #expect(app.place == "login/signup")
        #expect(app.question == "Your name")
        try await app.type("Ben")
        #expect(app.question == "Passphrase (optional)")
        #expect(app.stage.scene.screen.question?.isSecret == true)
        try await app.type("")
        #expect(app.place == "login/signup/card")
        #expect(app.stage.statusLine == nil)
        #expect(app.question == "Given name")
        #expect(app["given"] == "Ben")
        try await app.type("Ben", "Kenobi", "Old Ben", "home: ben@tatooine.example", "", "", "", "")
        #expect(app.question == nil)
        try await app.send("save")
        #expect(app.place == "home")
        #expect(app.prompt?.hasPrefix("1/6") == true)

        let account = try #require(await app.services.accounts.accounts().first)
        #expect(account.name == "Ben" && !account.hasPassphrase)
        #expect(account.card?.name == "Ben Kenobi")
        #expect(app.session.session == .account(account.id))
    }

    @Test func `The first account gets copies of the guest’s favorites, and undo removes only the copies`() async throws
    {
        var app = try await TestApp()
        try await app.send("favorite persons/2", "favorite planets/1", "signup Ben")
        let ben = try #require(app.session.session.account)
        let copies = try await app.services.favorites.favorites(of: ben)
        #expect(copies.count == 2)
        #expect(try await app.services.favorites.favorites(of: nil) == copies)
        try await app.send("signup Wedge")
        let wedge = try #require(app.session.session.account)
        #expect(try await app.services.favorites.favorites(of: wedge).isEmpty)
        try await app.send("undo --yes", "undo --yes")
        #expect(try await app.services.favorites.favorites(of: nil).count == 2)
        #expect(try await app.services.maintenance.check(.deep) == [])
    }

    @Test func `Canceling sign-up as a guest shows the accounts and does not ask again`() async throws {
        var app = try await TestApp()
        try await app.send("signup")
        #expect(app.question == "Your name")
        try await app.send("cancel")
        #expect(app.place == "login" && app.question == nil)
        try await app.send("guest")
        #expect(app.place == "home")
    }

    @Test func `The card form splits a full name`() async throws {
        var app = try await TestApp(.signedOut)
        try await app.type("Ben Kenobi", "")
        #expect(app["given"] == "Ben" && app["family"] == "Kenobi")
    }

    @Test func `Sign-up requires a name`() async throws {
        var app = try await TestApp(.signedOut)
        #expect(try await app.failure(of: "skip")?.status == .wrongUsage)
        #expect(app.question == "Your name")
        try await app.type("Ben", "")
        #expect(app.place == "login/signup/card")
    }

    @Test func `Sign-up rejects the name of another account`() async throws {
        var app = try await TestApp(.signedOut) { _ = try await $0.accounts.add(name: "Ben", passphrase: nil) }
        try await app.send("signup")
        try await app.type("BEN")
        #expect(try await app.failure(of: "skip")?.sentences.first == "An account named “BEN” already exists.")
        try await app.send("name=Obi-Wan", "save")
        #expect(try await app.services.accounts.accounts().map(\.name) == ["Ben", "Obi-Wan"])
    }

    @Test func `A passphrase is neither saved in a draft nor shown on a page`() async throws {
        var app = try await TestApp(.signedOut)
        try await app.type("Ben")
        try await app.send("passphrase=hello-there")
        #expect(try await app.services.accounts.accounts().first?.hasPassphrase == true)
        #expect(!app.screen.contains("hello-there"))
        let draft = try await app.services.drafts.draft(at: "login/signup", of: nil)
        #expect(draft == nil)
    }

    @Test func `Cancelling the card form keeps the account and starts the tour`() async throws {
        var app = try await TestApp(.signedOut)
        try await app.type("Ben", "")
        try await app.send("cancel")
        #expect(app.place == "home")
        #expect(app.prompt?.hasPrefix("1/6") == true)
        #expect(try await app.services.accounts.accounts().first?.card == nil)
    }

    @Test func `Sign-up continues at the requested location`() async throws {
        var app = try await TestApp(.signedOut)
        try await app.send("show persons/1")
        try await app.type("Ben", "")
        try await app.send("cancel")
        #expect(app.place == "persons/1")
    }

    @Test func `signup with a name signs in to a new account in a non-interactive session`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("signup Ben")
        #expect(app.told == "Welcome, Ben. You are signed in.")
        #expect(try await app.restarted().session.session.account != nil)
    }

    @Test func `An account’s card can be changed later, and a conflict keeps the draft`() async throws {
        var app = try await TestApp(.signedOut)
        try await app.type("Ben", "")
        try await app.send("family=Kenobi", "save")
        try await app.send("open settings/account", "'nickname=Old Ben'")
        let card = try #require(await app.services.accounts.accounts().first?.card)
        var other = try await app.besides()
        try await other.send("edit \(card.id) title=Hermit")
        // The draft belongs to the version that the form showed first.
        try await app.send("home", "account", "save")
        #expect(
            app.told == """
                Edit conflict: Ben Kenobi
                nickname: Old Ben | \("")
                Edit conflict: Ben Kenobi (persons/6) is now at version 2. Use “:save” again to overwrite that \
                version, or “:cancel” to discard your changes.
                """)
        #expect(app.place == "settings/account")
        let id = try #require(Person.ID(card.id))
        #expect(try await app.services.persons.record(id).name.nickname == "")
        try await app.send("save")
        #expect(app.place == "home" && app.told == nil)
        let person = try await app.services.persons.record(id)
        #expect(person.name.nickname == "Old Ben" && person.jobTitle == "Hermit")
    }
}
