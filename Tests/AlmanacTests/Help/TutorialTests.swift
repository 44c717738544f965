import Almanac
import FoundationEssentials
import Navigation
import TestSupport
import Testing

@testable import Almanac

struct TutorialTests {
    /// The lines that open the screens of the items, in the order of the items.
    private static let lines = ["home", "persons", "show persons/1", "groups", "find leia", "history"]

    @Test func `Each tour item is shown on the first visit to its screen`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han")
        for (index, line) in Self.lines.enumerated() {
            try await app.send(line)
            #expect(app.prompt?.hasPrefix("\(index + 1)/6") == true)
            #expect(app.stage.prompts.first?.preset == app.stage.prompts.first?.answers.first)
            try await app.answer(index < 5 ? "ok" : "done")
            #expect(app.prompt == nil)
        }
        #expect(try await app.services.accounts.accounts().first?.hasSeenTutorial == true)
        for line in Self.lines {
            try await app.send(line)
            #expect(app.prompt == nil)
        }
    }

    @Test func `Every command in the tour works, starting from an empty database`() async throws {
        var app = try await TestApp { _ in }
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Luke\r\nN:;Luke;;;\r\nEND:VCARD\r\n"
        try Data(card.utf8).write(to: URL(filePath: "\(app.temporary.folder)/contacts.vcf"))
        try await app.send("tutorial")
        var verbs: Set<Substring> = []
        for (item, place) in zip(TutorialItem.allCases, Self.lines) {
            for line in item.text.description.matches(of: /“(.+?)”/).map(\.1) {
                try await app.send(place)
                #expect(app.prompt?.contains(item.text.description) == true, "\(line): \(app.prompt ?? "none")")
                try await app.send(String(line))
                if !app.stage.pendingPrompts.isEmpty { try await app.answer("yes") }
                verbs.insert(line.prefix { $0 != " " })
            }
        }
        #expect(verbs.isSuperset(of: ["new", "import", "find", "show", "undo"]))
    }

    @Test func `A tour item stays in the queue of its screen until it is answered or declined`() async throws {
        var app = try await TestApp()
        try await app.send("tutorial", "trash")
        #expect(app.prompt == nil)
        try await app.send("home")
        #expect(app.stage.prompts.count == 1)
        app.stage.decline()
        try await app.send("persons", "home")
        #expect(app.prompt == nil)
    }

    @Test func `The tour can be stopped and restarted`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han")
        try await app.answer("stop")
        try await app.send("persons")
        #expect(app.prompt == nil)
        #expect(try await app.services.accounts.accounts().first?.hasSeenTutorial == true)
        try await app.send("tutorial")
        #expect(app.prompt?.hasPrefix("1/6") == true)
        try await app.send("tutorial --done")
        #expect(app.prompt == nil)
    }

    @Test func `No tour starts automatically for a guest or on sign-in to an existing account`() async throws {
        var app = try await TestApp()
        _ = try await app.services.accounts.add(name: "Ben", passphrase: nil)
        #expect(app.stage.tour == [])
        try await app.send("tutorial", "login Ben")
        #expect(app.stage.tour == [])
    }

    @Test func `Tour items can be presented at any location, and answering one shows the next`() async throws {
        var app = try await TestApp()
        try await app.send("trash", "tutorial search", "tutorial history", "tutorial search", "delete persons/1")
        #expect(app.prompt?.hasPrefix("Delete") == true)
        try await app.answer("no")
        #expect(app.prompt == TutorialItem.search.text.description && app.answers == ["ok"])
        var restarted = try await app.restarted()
        try await restarted.stage.resume(app.stage.saved)
        try await restarted.answer("ok")
        #expect(restarted.prompt == TutorialItem.history.text.description)
        try await restarted.answer("ok")
        #expect(restarted.prompt == nil)
    }

    @Test func `Closing a tour item does not show the status line of the last command again`() async throws {
        var app = try await TestApp()
        try await app.send("tutorial search", "edit persons/1 given=Leia")
        #expect(app.stage.statusLine?.description.hasPrefix("Nothing changed") == true)
        app.stage.decline()
        #expect(app.stage.statusLine == nil && app.prompt == nil)
    }

    @Test func `A tour item that is presented early is shown only once`() async throws {
        var app = try await TestApp()
        try await app.send("tutorial", "tutorial search")
        #expect(app.prompt?.hasPrefix("1/6") == true && app.prompt?.contains("first match") == true)
        try await app.answer("ok")
        #expect(app.prompt?.contains("new person") == true)
        try await app.answer("ok")
        try await app.send("find leia")
        #expect(app.prompt == nil)
    }

    @Test func `The tour is printed in a non-interactive session`() async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send("tutorial")
        #expect(app.told?.contains("Type “new person given=Leia”") == true)
        #expect(app.stage.tour == [])
    }
}
