import Interchange
import Model
import TestSupport
import Testing

@testable import Almanac

@Suite("Updating the planet catalog")
struct CatalogUpdateTests {
    private static let header = "pl_name,hostname,pl_orbper,pl_rade\n"

    private func app() async throws -> TestApp {
        var app = try await TestApp { _ in }
        try await write("A b,A,3.5,1\nA c,A,7,2\n", app)
        try await app.send("import planets.csv")
        return app
    }

    private func write(_ rows: String, _ app: TestApp, to file: String = "planets.csv") async throws {
        try await app.services.files.write(Array((Self.header + rows).utf8), to: file)
    }

    private func period(_ app: TestApp) async throws -> Double? {
        try await app.services.planets.record(Planet.ID(rawValue: 1)).content.orbitalPeriodDays
    }

    @Test("import --update lists the changes and conflicts, and applies the changes only after confirmation")
    func update() async throws {
        var app = try await app()
        try await app.send("edit 'A b' radius=5rearth")
        try await write("A b,A,3.6,1.5\nA d,A,9,2\n", app, to: "new.csv")
        try await app.send("import new.csv --update")
        #expect(app.prompt == "Apply these changes?")
        let told = try #require(app.told)
        #expect(told.contains("1 added, 1 changed") && told.contains("A c"))
        #expect(told.contains("conflict: Radius 31890.5 (edited by hand, kept), catalog 9567.15"))
        #expect(!told.contains("curl "))
        #expect(try await period(app) == 3.5)
        try await app.answer("no")
        #expect(try await period(app) == 3.5)
        try await app.send("import new.csv --update")
        try await app.answer("yes")
        #expect(try await period(app) == 3.6)
        #expect(app.told?.contains("curl ") == true && app.told?.contains("from pscomppars") == true)
        #expect(try await app.services.planets.record(Planet.ID(rawValue: 1)).content.radiusKm == 31890.5)
        // No question is asked if nothing would change.
        try await app.send("import new.csv --update")
        #expect(app.prompt == nil)
        try await app.send("undo --yes")
        #expect(try await period(app) == 3.5)
    }

    @Test("The report of a catalog import names each changed group and its added and removed planets")
    func groups() {
        var report = CatalogReport()
        let group = RecordReference(id: RecordID(kind: .group, number: 7), name: "Nearby")
        report.groups = [
            CatalogReport.GroupChange(group, added: ["A b", "A c"], removed: ["B b"]),
            CatalogReport.GroupChange(group, added: [], removed: ["B b"]),
        ]
        let lines = report.page(.changed).words.split(separator: "\n")
        #expect(lines.contains("Nearby (groups/7): 2 added (A b, A c); 1 removed (B b)."), "\(lines)")
        #expect(lines.contains("Nearby (groups/7): 1 removed (B b)."), "\(lines)")
    }

    @Test("An import asks about a planet that may have been renamed, and the recorded command includes the answer")
    func renamed() async throws {
        var app = try await app()
        try await write("Z b,A,3.5,1\nA c,A,7,2\n", app, to: "new.csv")
        try await app.send("import new.csv")
        #expect(app.prompt == "1 row may be an existing planet with a new name. How should it be imported?")
        try await app.answer("merge")
        #expect(try await app.services.planets.record(Planet.ID(rawValue: 1)).content.aliases == ["Z b"])
        #expect(try await app.commands.first == "import new.csv --on-duplicate possible=merge")
    }
}
