import Almanac
import Model
import TestSupport
import Testing

/// The session after restoring a backup.
struct RestoringTests {
    /// Returns an app and two backups, one without accounts and one with the account Han.
    private func app(isInteractive: Bool = true) async throws -> (TestApp, early: String, late: String) {
        var app = try await TestApp(isInteractive: isInteractive)
        let (early, late) = ("\(app.temporary.folder)/early.db", "\(app.temporary.folder)/late.db")
        try await app.send("backup \(early)", "signup Han", "backup \(late)")
        return (app, early, late)
    }

    private let han = Session.account(Account.ID(rawValue: 1))

    @Test func `An account that exists in the restored database stays signed in`() async throws {
        var (app, _, late) = try await app()
        try await app.send("new person given=Wedge", "restore \(late) --yes")
        #expect(app.session.session == han)
        #expect(app.place == "home" && app.told?.contains("Han") == false)
    }

    @Test func `A user without an account in the restored database is signed out with a message`() async throws {
        var (app, early, _) = try await app()
        try await app.send("restore \(early) --yes")
        #expect(app.session.session == .signedOut)
        #expect(app.place.hasPrefix("login"))
        #expect(app.told?.contains("“Han” has no account in the restored database, so you are signed out.") == true)
    }

    @Test func `Another account with the same ID is not signed in after a restore`() async throws {
        let (app, _, late) = try await app()
        var other = try await TestApp()
        try await other.send("signup Leia")
        #expect(other.session.session == han)
        try await other.send("restore \(late) --yes")
        #expect(other.session.session == .signedOut)
        #expect(other.names == ["Han"])
        #expect(app.session.session == han)
    }

    @Test func `A non-interactive session continues as a guest if its account is missing from the restored database`()
        async throws
    {
        var (app, early, _) = try await app(isInteractive: false)
        try await app.send("restore \(early) --yes")
        #expect(app.session.session == .guest)
        #expect(app.told?.contains("you continue as a guest") == true)
        try await app.send("new person given=Wedge")
        #expect(try await app.steps().first?.origin == .command("new person given=Wedge", by: nil))
    }

    @Test func `A guest remains a guest after a restore`() async throws {
        var app = try await TestApp()
        let path = "\(app.temporary.folder)/copy.db"
        try await app.send("backup \(path)", "restore \(path) --yes")
        #expect(app.session.session == .guest)
    }
}
