import Almanac
import Display
import Model
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

    @Test(arguments: ["persons", "planets"])
    func `A filter by favorites leads to the list of favorites`(list: String) async throws {
        var app = try await app()
        try await app.send(list)
        let problem = try #require(try await app.failure(of: "where favorite"))
        #expect(problem.next?.description == "Use “favorites” to list your favorites.")
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
