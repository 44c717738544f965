import Model
import TestSupport
import Testing

struct AccountUndoTests {
    @Test func `history names the account that a sign-up created`() async throws {
        var app = try await TestApp()
        try await app.send("signup Leia", "tutorial --done")
        let steps = try await app.steps()
        try await app.send("history \(steps[0].id.rawValue)")
        let change = try #require(app.rowsForPrograms.last)
        #expect(change["name"].words == "Leia" && change["action"].words == "added")
        #expect(!app.screen.contains("persons/0") && !app.screen.contains("changed no records"))
    }

    @Test func `After the sign-up of the signed-in account is undone, the session continues as a guest`() async throws {
        var app = try await TestApp()
        try await app.send("signup Leia", "tutorial --done", "undo --yes")
        #expect(app.told?.contains("Your account no longer exists. You continue as a guest.") == true)
        #expect(app.session.session == .guest)
        try await app.send("favorite persons/1", "new person given=Han")
        #expect(try await app.services.favorites.favorites(of: nil).count == 1)
        try await app.send("undo --yes", "undo --yes", "redo --yes")
        #expect(try await app.services.maintenance.check(.deep) == [])
    }

    @Test func `redo creates the account again without signing in`() async throws {
        var app = try await TestApp()
        try await app.send("signup Leia", "tutorial --done", "undo --yes", "redo")
        #expect(app.session.session == .guest)
        try await app.send("login Leia")
        #expect(app.told == "You are signed in as Leia.")
    }

    @Test func `undo asks about a sign-up without mentioning records`() async throws {
        var app = try await TestApp()
        try await app.send("signup Leia", "tutorial --done", "undo")
        #expect(app.prompt?.contains("signup Leia") == true && app.prompt?.contains("records") == false)
        #expect(app.session.session != .guest)
    }

    @Test func `A session whose account was removed by another session continues as a guest`() async throws {
        var app = try await TestApp()
        try await app.send("signup Leia", "tutorial --done", "persons")
        var other = try await app.restarted(isInteractive: false)
        try await other.send("undo")
        #expect(try await other.restarted().session.session == .guest)
        let failure = try await app.failure(of: "favorite persons/1")
        #expect(failure?.sentences.first == "Your account no longer exists. You continue as a guest.")
        #expect(app.place == "persons" && app.session.session == .guest)
        try await app.send("favorite persons/1")
        #expect(try await app.services.favorites.favorites(of: nil).count == 1)
    }
}
