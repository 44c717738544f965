import FoundationEssentials
import TestSupport
import Testing

@Suite("Planet names, sources, and inconsistencies", .childProcesses, .long("loads all exoplanets"))
struct PlanetNameTests {
    private let home: Home

    init() throws { home = try Soak.isOn ? SeededHome.home("exoplanets", "solar") : Home(as: Self.some.get()) }

    /// The solar system and the planets of some stars.
    private static let some = Result {
        let home = try SeededHome.home("solar")
        let folder = DocumentationPage.repository.appending(path: "Seeds/exoplanets").path
        let stars = ["name,", "51 Peg", "GJ 1214", "Kepler-16", "KOI-351", "Kepler-90 ", "Kepler-1167"]
        let planets = String(decoding: try home.bytes(of: folder + "/planets.csv"), as: UTF8.self)
        let lines = planets.split(separator: "\n").filter { line in stars.contains { line.hasPrefix($0) } }
        try home.write(home.bytes(of: folder + "/set.json"), to: "some/set.json")
        try home.write(lines.joined(separator: "\n") + "\n", to: "some/planets.csv")
        let ending = try home.almanac("seed", home.folder + "/some")
        try #require(ending.status == 0, "\(ending.errors)")
        return try HomeSnapshot(of: home)
    }

    @Test func `A body is found by its other names, and its page shows the main name`() throws {
        for (typed, name) in [
            ("Dimidium", "51 Peg b"), ("Gliese 1214 b", "GJ 1214 b"), ("gliese-1214B", "GJ 1214 b"), ("xena", "Eris"),
            ("planets/terra", "Earth"),
        ] {
            let ending = try home.almanac("show", typed, "--format", "table")
            let word = typed.replacing("planets/", with: "")
            #expect(ending.output.contains("“\(word)” is another name for \(name)."), "\(typed)")
            #expect(try home.almanac("show", typed, "--json") == home.almanac("show", name, "--json"))
        }
        let found = try home.almanac("find", "dimidium", "--json")
        #expect(try found.json.names == ["51 Peg b"])
        #expect(try found.rows.first?["matched"]?["text"]?.string == "Dimidium")
        for typed in ["kepler16b", "KEPLER 16-B", "earth"] {
            let ending = try home.almanac("show", typed, "--format", "table")
            #expect(ending.status == 0 && !ending.output.contains("is another name for"), "\(typed)")
        }
    }

    @Test func `show with a star name lists the bodies in its system`() throws {
        let rows = try home.almanac("show", "koi 351", "--json").rows
        #expect(rows.count == 8)
    }

    @Test func `show --sources shows the source and method of values and marks those edited by hand`() throws {
        _ = try home.almanac("edit", "planets/earth", "moons=2")
        let output = try home.almanac("show", "planets/earth", "--sources", "--json").output
        #expect(output.contains(#""field":"moons""#) && output.contains(#""source":"you, "#))
        #expect(output.contains(#""source":"NASA Planetary Fact Sheets","method":"measured","byHand":false"#))
        #expect(output.contains(#""method":"sqrt(2 G M / R)""#))
        let planet = try home.almanac("show", "kepler-1167b", "--sources", "--json").output
        #expect(planet.contains("computed from a mass-radius relation"))
        #expect(planet.contains("NASA Exoplanet Archive") && planet.contains("Open Exoplanet Catalogue"))
        _ = try home.almanac("undo", "--yes")
        #expect(!(try home.almanac("show", "planets/earth", "--sources", "--json").output.contains("you, on")))
        #expect(try home.almanac("show", "planets/earth", "--sources", "--at", "2026-01-01").status == 2)
    }

    @Test func `check lists catalog inconsistencies but exits with status 0`() throws {
        let whole = try home.almanac("check", "--format", "table")
        let report = Soak.isOn ? "The database is intact. 21 inconsistencies" : "No problems found."
        #expect(whole.status == 0 && whole.output.hasPrefix(report))
        _ = try home.almanac("edit", "planets/earth", "discoveryYear=20222")
        let odd = try home.almanac("check", "--json")
        #expect(odd.status == 0 && odd.output.contains(#""fault":"out-of-range""#))
        #expect(odd.output.contains("edit planets/4"))
    }
}
