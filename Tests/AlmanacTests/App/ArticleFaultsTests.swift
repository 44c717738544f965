import Almanac
import Model
import Navigation
import TestSupport
import Testing

/// Regression tests for faults in the original articles, except faults in transitions and data stores.
struct ArticleFaultsTests {
    @Test func `The note form keeps the topic and the text separate`() async throws {
        var app = try await TestApp()
        try await app.send("new note")
        try await app.type("the topic", "the text", "")
        try await app.send("save")
        let note = try await app.services.notes.record(Note.ID(rawValue: 3))
        #expect(note.topic == "the topic")
        #expect(note.text == "the text")
    }

    // In the article, the flow was found through the parents of a view, which had no parent before it was shown.
    @Test(
        arguments: [
            .home, .persons(.standard), .groups(.standard), .planets(.standard), .notes(.standard),
            .favorites(FavoritesState()),
            .found(Query("")), .birthdays(BirthdaysState()), .history(.standard), .trash(TrashState()),
            .duplicates(.standard), .settings(.settings), .login(.accounts),
        ] as [Route])
    func `A root screen has its full responder chain when the app starts there`(root: Route) async throws {
        let app = try await TestApp(root.root == .login ? .signedOut : .guest)
        if root.root == .favorites {
            try await app.session.become(.account(app.services.accounts.add(name: "Han", passphrase: nil).id))
        }
        let stage = try await AppState(
            AppCoordinator(services: app.services, session: app.session), at: NavigationStack(Path(root)))
        #expect(stage.navigation.path.root == root.root)
        let flows = stage.scene.chain.count
        #expect(flows == ([.home, .found, .birthdays].contains(root.root) ? 2 : 3))
    }

    @Test func `Stopping the tour keeps the other prompts in order`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "delete persons/1", "delete persons/2", "tutorial --done")
        // The question of the last command comes first.
        #expect(app.prompt?.contains("persons/2") == true)
        app.stage.decline()
        #expect(app.prompt?.contains("persons/1") == true)
        app.stage.decline()
        #expect(app.prompt == nil)
    }

    @Test func `A tour item is shown only after other pending prompts`() async throws {
        var app = try await TestApp()
        try await app.send("tutorial", "delete persons/1")
        #expect(app.prompt?.hasPrefix("Delete") == true)
        try await app.send("persons")
        #expect(app.prompt?.hasPrefix("Delete") == true)
        try await app.answer("no")
        #expect(app.prompt?.hasPrefix("1/6") == true)
        #expect(app.stage.prompts.count == 1)
    }

    @Test func `The app continues after an expected, unknown, or missing answer to a confirmation`() async throws {
        for end in ["yes", "no", "declined", "other"] {
            var app = try await TestApp()
            try await app.send("persons", "delete persons/1")
            switch end {
            case "declined": app.stage.decline()
            case "other": try await app.stage.answer(Prompt.Answer("yes", line: "delete persons/2 --yes"))
            default: try await app.answer(end)
            }
            #expect((app.prompt == nil) == (end != "other"))
            try await app.send("home")
            #expect(app.place == "home")
            #expect(try await app.services.persons.count(.all) == (end == "yes" ? 4 : 5))
        }
    }
}
