import Almanac
import FoundationEssentials
import Model
import TestSupport
import Testing

@testable import Navigation

@Suite("The saved state of a session")
struct SavedStateTests {
    /// Restarts the app with the saved state.
    private func restart(_ app: inout TestApp) async throws {
        let saved = try JSONDecoder().decode(SavedState.self, from: JSONEncoder().encode(app.stage.saved))
        app.stage = try await AppState(
            AppCoordinator(services: app.services, session: app.session), resuming: saved)
    }

    @Test func `Unanswered prompts and the tour survive a restart`() async throws {
        var app = try await TestApp()
        try await app.send("persons", "tutorial")
        try await app.answer("ok")
        try await app.send("delete persons/1", "delete persons/2")
        let before = app.stage.saved
        try await restart(&app)
        #expect(app.stage.saved == before)
        #expect(app.place == "persons")
        #expect(app.answers == ["yes", "no"])
        try await app.answer("yes")
        try await app.answer("no")
        #expect(app.prompt == nil)
        #expect(try await app.services.persons.count(.all) == 4)
        try await app.send("home")
        #expect(app.prompt?.hasPrefix("2/6") == true)
    }

    @Test func `Answered and declined prompts are not shown again`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/1", "delete persons/2")
        try await app.answer("no")
        app.stage.decline()
        try await restart(&app)
        #expect(app.prompt == nil)
    }

    @Test func `Answering a restored prompt fails if the record was deleted in the meantime`() async throws {
        var app = try await TestApp()
        try await app.send("delete persons/1")
        var other = try await app.besides()
        try await other.send("delete persons/1 --yes")
        try await restart(&app)
        let answer = try #require(app.stage.prompts.first?.answers.first)
        await #expect(throws: RecordProblem.self) { try await app.stage.answer(answer) }
        #expect(app.prompt == nil)
    }

    @Test func `Prompts of one session are not shown in another session`() async throws {
        var app = try await TestApp()
        _ = try await app.services.accounts.add(name: "Ben", passphrase: nil)
        for line in ["login Ben", "signup Han", "logout"] {
            try await app.send("delete persons/1")
            #expect(app.prompt?.hasPrefix("Delete") == true)
            try await app.send(line)
            #expect(app.stage.pendingPrompts == [])
        }
    }

    @Test func `A prompt of the login flow is discarded when the user continues as a guest`() async throws {
        var app = try await TestApp(.signedOut) { _ = try await $0.accounts.add(name: "Ben", passphrase: nil) }
        try await app.send("forgot", "reset Ben")
        #expect(app.prompt == "Remove the passphrase of Ben?")
        try await app.send("guest")
        #expect(app.prompt == nil)
    }

    @Test func `A navigation stack saved by an earlier version of Almanac is decoded as a state without prompts`()
        throws
    {
        let stack = NavigationStack(Path(.persons(.standard)))
        let saved = try JSONDecoder().decode(SavedState.self, from: JSONEncoder().encode(stack))
        #expect(saved.navigation == stack)
        #expect(saved.prompts == [] && saved.tour == [])
    }

    @Test func `The navigation stack is restored even if a tour item is unknown`() throws {
        var state = SavedState()
        state.navigation = NavigationStack(Path(.persons(.standard)))
        state.tour = [.home]
        let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        let unknown = text.replacing(#""tour":["home"]"#, with: #""tour":["moon"]"#)
        #expect(unknown != text)
        let saved = try JSONDecoder().decode(SavedState.self, from: Data(unknown.utf8))
        #expect(saved.navigation == state.navigation)
    }
}
