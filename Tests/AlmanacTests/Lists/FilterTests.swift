import Almanac
import Display
@testable import Model
import TestSupport
import Testing
import AlmanacStore

struct FilterTests {
    /// Returns an app with the bodies of the solar system and the Flintstones.
    private func app(pageSize: Int = 4) async throws -> TestApp {
        try await TestApp(pageSize: pageSize) { store in
            for set in ["solar", "flintstones"] {
                try await store.seeds.load(.named(set))
            }
        }
    }

    @Test func `back, a restart, and a path restore a filtered list`() async throws {
        var app = try await app()
        try await app.send("planets where type = planet and mass:mearth > 10", "sort mass")
        #expect(app.names == ["Uranus", "Neptune", "Saturn", "Jupiter"])
        let place = app.place
        #expect(place == "planets?by=mass&where=type%20%3D%20planet%20and%20mass%3Amearth%20%3E%2010")
        try await app.send("2", "back")
        #expect(app.place == place && app.names.count == 4)
        try await app.send("home", "open \(place)")
        #expect(app.names.last == "Jupiter")
        #expect(try await app.restarted().names == app.names)
        #expect(app.screen.hasPrefix("planets where type = planet and mass:mearth > 10\n"))
        #expect(try await app.failure(of: "open planets?where=shoe")?.status == .notFound)
    }

    @Test func `A list can be filtered, searched, paged, and reset`() async throws {
        var app = try await app(pageSize: 2)
        try await app.send("planets", "where type = planet")
        #expect(app.names == ["Earth", "Jupiter"])
        try await app.send("next")
        #expect(app.names == ["Mars", "Mercury"])
        try await app.send("previous", "where type = planet and moons > 10", "sort -mass")
        #expect(app.names == ["Jupiter", "Saturn"])
        try await app.send("/neptune")
        #expect(app.names == ["Neptune"])
        try await app.send("/", "where")
        #expect(app.place == "planets?by=-mass" && app.names.first == "Sun")
    }

    @Test func `An empty filter result suggests how to show everything`() async throws {
        var app = try await app()
        try await app.send("persons where birthday is null and group = 'Rebel Alliance'")
        #expect(
            app.screen.contains(
                "No results for “birthday is null and group = \"Rebel Alliance\"”. Use “where” without a filter"))
    }

    @Test func `An unknown unit in a filter is reported with its position and a suggestion`() async throws {
        var app = try await app()
        try await app.send("planets")
        let problem = try #require(try await app.failure(of: "where mass:mjip > 2"))
        #expect(problem.status == .wrongUsage && problem.passage == .init(text: "mass:mjip > 2", column: 5))
        #expect(problem.sentences == ["Expected a unit for mass, found “mjip”.", "Did you mean mjup?"])
        #expect(app.place == "planets")
        #expect(try await app.failure(of: "planets mass > 2")?.sentences.first == "“planets” does not accept “mass”.")
        let empty = try #require(try await app.failure(of: "planets where"))
        #expect(empty.passage == nil && empty.sentences[0] == "The filter is incomplete: expected a field.")
    }

    @Test(arguments: [("persons", "Fred"), ("groups", "Bowlers"), ("planets", "Mars"), ("notes", "Bowling")])
    func `A filter by favorites selects the account’s favorites`(list: String, name: String) async throws {
        var app = try await TestApp { _ in }
        let fields = ["persons": "given", "groups": "name", "planets": "name", "notes": "topic"]
        for name in [name, "Other"] {
            try await app.send("new \(list.dropLast()) \(try #require(fields[list]))=\(name)")
        }
        func names(_ filter: String) async throws -> [String] {
            try await app.send("\(list) where \(filter)")
            return try #require(app.stage.scene.screen.page.tables.first).rows.map { $0["name"].words }
        }
        #expect(try await names("favorite").isEmpty)
        try await app.send("favorite '\(list)/\(name)'", "signup Wilma")
        let everything = try await names("version > 0")
        for filter in ["favorite", "favorite = yes", "not favorite = no", "has favorite", "favorite and version > 0"] {
            #expect(try await names(filter) == [name], "\(filter)")
        }
        for filter in ["not favorite", "favorite = no", "favorite is null"] {
            #expect(try await names(filter) == everything.filter { $0 != name }, "\(filter)")
        }
        try await app.send("signup Betty")
        #expect(try await names("favorite").isEmpty)
        #expect(try await names("not favorite") == everything)
    }

    @Test func `A value without an estimate mark is treated as measured if it has an uncertainty`() async throws {
        var app = try await TestApp { _ in }
        try await app.send(
            "new planet name=A period=3 uncertainty.orbitalPeriodDays=0.1", "new planet name=B period=4",
            "new planet name=C")
        let cases = [
            ("period is measured", ["A"]), ("period is not measured", ["B"]), ("period is unknown", ["B"]),
            ("period is null", ["C"]),
        ]
        for (filter, names) in cases {
            try await app.send("planets where \(filter)")
            let rows = try #require(app.stage.scene.screen.page.tables.first).rows
            #expect(rows.map { $0["name"].words } == names, "\(filter)")
        }
        #expect(try await app.failure(of: "planets where period is estimated") != nil)
        #expect(try await app.failure(of: "planets where moons is measured") != nil)
    }

    @Test func `A smart group cannot use favorites, because it is the same for all accounts`() async throws {
        var app = try await app()
        for line in ["new group name=A filter='favorite'", "new group name=A planets='not favorite and mass > 1'"] {
            let problem = try #require(try await app.failure(of: line))
            #expect(problem.sentences.joined().contains("Each account has its own favorites."), "\(problem)")
        }
    }

    @Test func `--explain shows the statement, its parameters, and its plan without navigating`() async throws {
        var app = try await app()
        try await app.send("planets where radius:rearth < 1 --sort mass --explain")
        #expect(app.place == "home")
        let told = try #require(app.told)
        #expect(told.contains("planet.radius_km < ?5") && told.contains("?5\t6378.1") && told.contains("planet_by_"))
        try await app.send("planets where radius:rearth < 1 --sort mass", "where moons > 3 and rings = yes")
        #expect(app.names == ["Uranus", "Neptune", "Saturn", "Jupiter"])
    }
}
