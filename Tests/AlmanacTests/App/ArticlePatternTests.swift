import Model
import Navigation
import TestSupport
import Testing

@testable import Almanac

/// The patterns of the articles, in the order of the table in `.github/ARCHITECTURE.md`. Each test sends lines whose
/// results show the pattern at work. `TransitionTests` shows the transitions on a terminal.
@Suite("Patterns of the articles")
struct ArticlePatternTests {
    @Test func `The responder chain extends from the screen through its flows to the app`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1")
        #expect(app.stage.scene.chain.map(\.name) == ["PageScreen", "PersonsFlowCoordinator", "AppResponder"])
        try await app.send("open duplicates/1-2")
        #expect(
            app.stage.scene.chain.map(\.name) == [
                "PageScreen", "MergeFlowCoordinator", "DuplicatesFlowCoordinator", "AppResponder",
            ])
    }

    @Test func `The app coordinator opens any path, and back returns to the previous location`() async throws {
        var app = try await TestApp()
        try await app.send("open groups/of/1")
        #expect(app.stage.scene.breadcrumbs.first == "groups")
        try await app.send("back")
        #expect(app.place == "home")
    }

    @Test func `The login flow covers the requested location until the user signs in`()
        async throws
    {
        var app = try await TestApp()
        try await app.send("persons", "logout", "persons")
        #expect(app.place == "login/signup")
        try await app.type("Han", "")
        #expect(app.place == "login/signup/card")
        try await app.send("cancel")
        #expect(app.place == "persons")
    }

    @Test func `The persons and groups flows report selected records of other kinds to their delegate`() async throws {
        var app = try await TestApp()
        try await app.send("groups", "show groups/1", "show persons/1")
        #expect(app.place == "persons/1")
        try await app.send("planet")
        #expect(app.place == "planets/3")
    }

    @Test func `Screens show the records of the injected data sources`() async throws {
        let fixture = CoordinatorFixture()
        let list = try await fixture.personsFlow.screen(for: .records(.standard))
        #expect(list.page.tables.first?.rows.map { $0["name"].words } == ["Leia", "Luke"])
    }

    @Test func `A typed ID and a selected row open the same location through a navigator`() async throws {
        var typed = try await TestApp()
        try await typed.send("persons --sort given", "show persons/3")
        var selected = try await TestApp()
        try await selected.send("persons --sort given", "1")
        #expect(typed.place == "persons?by=given/3" && typed.stage.navigation == selected.stage.navigation)
    }

    @Test func `The planets flow shows the list, a planet, and its web page`() async throws {
        var app = try await TestApp()
        try await app.send("planets")
        try await app.send(String(try #require(app.names.firstIndex(of: "Mars")) + 1))
        #expect(app.place == "planets/2")
        try await app.send("web")
        #expect(app.stage.visit == WebAddress("https://mars.example/"))
    }

    @Test func `A form asks for the fields of its sections and shows placeholders`() async throws {
        var app = try await TestApp()
        try await app.send("new person")
        let question = try #require(app.stage.scene.screen.question)
        #expect(question.section.isEmpty && app.question == "Given name")
        try await app.type("Jyn")
        try await app.send("more")
        #expect(app.stage.scene.screen.question?.section.description == "Name" && app.question == "Prefix")
        while app.stage.scene.screen.question?.section.description != "Contact" { try await app.type("") }
        #expect(app.stage.scene.screen.question?.expects.hasPrefix("label: ") == true)
    }

    @Test func `Presenters ask for confirmation and show the favorites`() async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "tutorial --done", "favorite persons/1", "favorites")
        #expect(app.place == "favorites" && app.names == ["Leia Organa"])
        try await app.send("done", "delete persons/1")
        #expect(app.prompt?.contains("Leia Organa") == true)
        try await app.answer("no")
        #expect(app.prompt == nil && app.place == "home")
    }

    @Test func `Photos are stored, loaded, and removed by the persistent data store`() async throws {
        var app = try await TestApp()
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
        try await app.services.files.write(png, to: "face.png")
        try await app.send("photo persons/1 face.png", "photo persons/1 --save copy.png")
        #expect(try await app.services.files.read("copy.png", limit: 1 << 20) == png)
        try await app.send("photo persons/1 --remove")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).content.photo == nil)
    }

    @Test func `The action determines the direction of the transition`() async throws {
        var app = try await TestApp()
        for (line, direction) in [("persons", .left), ("back", .right), ("signup Han", .down)]
            as [(String, NavigationAction.Direction)]
        {
            try await app.send(line)
            #expect(app.stage.arrival == direction, "\(line)")
        }
    }
}
