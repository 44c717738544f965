import TestSupport
import Testing

/// Questions about a form.
struct FormPromptTests {
    @Test func `save fails while a question about the form is open`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "email+=foo")
        #expect(app.prompt?.hasSuffix("Save it anyway?") == true)
        #expect(try await app.failure(of: "save")?.what == "Cannot save: a question is open.")
        #expect(app.place == "persons/1/edit")
        #expect(app.prompt?.hasSuffix("Save it anyway?") == true)
        try await app.answer("yes")
        try await app.send("save")
        #expect(app.place == "persons/1" && app.prompt == nil)
        #expect(app["emails"].contains("foo"))
    }

    @Test func `A question about another record is independent of the form`() async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "title=Senator", "delete persons/2")
        #expect(app.stage.pendingPrompts.count == 1)
        try await app.send("save")
        #expect(app.place == "persons/1" && app.stage.pendingPrompts.count == 1)
    }

    @Test(arguments: ["home", "cancel", "persons", "open persons/2/edit", "logout"])
    func `A question about a form is removed when the form is left`(line: String) async throws {
        var app = try await TestApp()
        try await app.send("open persons/1/edit", "email+=foo", "emails+=bar")
        #expect(app.stage.pendingPrompts.count == 2)
        try await app.send(line)
        #expect(app.stage.pendingPrompts.isEmpty)
        try await app.send("open persons/1/edit")
        #expect(app.stage.pendingPrompts.isEmpty)
    }
}
