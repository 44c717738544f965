import Model
import Navigation
import TestSupport
import Testing

/// The rule that the login screen is on top if and only if the user is signed out.
struct GuardTests {
    static let lines = [
        "persons", "show persons/1", "open persons/1/edit", "back", "forward", "home", "favorites", "settings",
        "find leia",
        "open login/forgotten", "open login/signup", "logout", "login", "guest", "login Leia", "signup",
    ]

    @Test(.long("every pair of lines"))
    func `The login screen is open after one or two lines if and only if the user is signed out`() async throws {
        for start in [Session.signedOut, .guest] {
            for first in Soak.sample(Self.lines, 4) {
                for second in Self.lines {
                    var app = try await shared(start)
                    for line in [first, second] {
                        _ = try? await app.stage.send(line)
                        let isSignedOut = app.session.session == .signedOut
                        let isAtLogin = app.stage.navigation.path.root == .login
                        #expect(isSignedOut == isAtLogin, "\(start): \(first), \(second)")
                    }
                }
            }
        }
    }

    /// Returns an app with a database that all tests share and the given session.
    private func shared(_ start: Session) async throws -> TestApp {
        let app = try await Self.app.value
        try await app.session.become(start)
        return try await app.restarted(at: NavigationStack())
    }

    private static let app = Task {
        let app = try await TestApp(.signedOut)
        _ = try await app.services.accounts.add(name: "Leia", passphrase: nil)
        return app
    }

    @Test func `Continuing as a guest opens the requested location`() async throws {
        var app = try await TestApp(.signedOut)
        try await app.send("show persons/1")
        #expect(app.place == "login/signup")
        try await app.send("guest")
        #expect(app.place == "persons/1")
    }

    @Test func `The app starts with sign-up if there are no accounts`() async throws {
        var app = try await TestApp(.signedOut)
        #expect(app.place == "login/signup")
        try await app.send("back")
        #expect(app.place == "login")
        try await app.send("back")
        #expect(app.place == "login")
        try await app.send("back")
        #expect(app.place == "login")
    }

    @Test func `The app starts with the list of accounts if there are any`() async throws {
        let app = try await TestApp(.signedOut) { _ = try await $0.accounts.add(name: "Leia", passphrase: nil) }
        #expect(app.place == "login")
        #expect(app.names == ["Leia"])
    }

    @Test func `Signing out discards the previous location`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "logout", "guest")
        #expect(app.place == "home")
    }
}
