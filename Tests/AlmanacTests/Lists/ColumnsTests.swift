import Almanac
import Display
import Model
import TestSupport
import Testing
import AlmanacStore

struct ColumnsTests {
    private func app() async throws -> TestApp {
        try await TestApp(pageSize: 4) { store in
            try await store.seeds.load(.named("solar"))
        }
    }

    private func titles(_ app: TestApp) -> [String] {
        for case .table(let table) in app.stage.scene.screen.page.blocks { return table.columns.map(\.title) }
        return []
    }

    @Test func `Chosen columns persist across paging, sorting, and filtering, and are part of the path`() async throws {
        var app = try await app()
        try await app.send("planets", "columns name, radius:rjup gravity")
        let chosen = ["Name", "Radius", "Gravity", "ID"]
        #expect(titles(app) == chosen)
        try await app.send("next", "sort -mass", "where type = planet")
        #expect(titles(app) == chosen && app.names.first == "Jupiter")
        #expect(app.place.contains("columns=name%2Cradius%3Arjup%2Cgravity"))
        #expect(try await titles(app.restarted()) == chosen)
        try await app.send("columns name radius:BAR")
        #expect(titles(app) == ["Name", "Radius bar", "ID"] && app.place.contains("radius%3Abar"))
        #expect(try await titles(app.restarted()) == ["Name", "Radius bar", "ID"])
        try await app.send("columns")
        #expect(titles(app) == ["Name", "Type", "Orbits", "Mass", "Radius", "Discovered", "ID"])
        #expect(try await app.failure(of: "columns radius:kg")?.status == .wrongUsage)
        #expect(
            try await app.failure(of: "columns shoe")?.sentences.first == "Expected a column, found “shoe”.")
        #expect(try await app.failure(of: "open planets?columns=shoe")?.status == .notFound)
    }

    @Test func `The temperature column has a specific title only if it fits all bodies in the list`() async throws {
        var app = try await app()
        try await app.send(
            "new planet name=Yavin type=exoplanet temperature=900", "planets",
            "columns name temperature temperature:bar")
        for (condition, title) in [
            ("", "Temperature"), ("type = exoplanet", "Equilibrium temperature"), ("type = planet", "Mean temperature"),
            ("name = nothing", "Temperature"),
        ] {
            try await app.send("where \(condition)")
            #expect(titles(app) == ["Name", title, "\(title) bar", "ID"])
        }
        try await app.send("where type = exoplanet")
        #expect(app.stage.scene.screen.page.tables[0].rows[0].fields.contains { $0.title == "Equilibrium temperature" })
    }
}
