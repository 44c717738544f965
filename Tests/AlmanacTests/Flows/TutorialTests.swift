import Almanac
import TestSupport
import Testing

struct TutorialTests {
    @Test func `the tour shows its five steps in order`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "tutorial")
        for step in 1...4 {
            #expect(app.prompt?.hasPrefix("\(step)/5") == true)
            try await app.answer("next")
        }
        try await app.answer("done")
        #expect(app.prompt == nil)
        #expect(try await app.services.accounts.accounts().first?.hasSeenTutorial == true)
    }

    @Test func `the tour can be stopped`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "tutorial")
        try await app.answer("stop")
        #expect(app.prompt == nil)
        #expect(try await app.services.accounts.accounts().first?.hasSeenTutorial == true)
    }

    @Test func `the tour is printed in a non-interactive session`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("tutorial")
        #expect(app.told?.contains("Type “persons”") == true)
    }

    @Test(arguments: ["tutorial 0", "tutorial 6", "tutorial x"])
    func `an invalid step of the tour is an error`(line: String) async throws {
        var app = try await TestApp()
        #expect(try await app.failure(of: line)?.status == .wrongUsage)
    }
}
