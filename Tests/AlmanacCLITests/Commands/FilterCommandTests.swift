import TestSupport
import Testing
import Text

@Suite("Filters", .childProcesses)
struct FilterCommandTests {
    private static func home() throws -> Home {
        let home = try SeededHome.home("solar", "swapi")
        return home
    }

    /// A home with values to complete.
    private static let named = Result {
        let home = try HomeFixture.home()
        try home.almanac(input: "new planet name=Tatooine kind=fictional\nnew group name='A New Hope'\n")
        return try HomeSnapshot(of: home)
    }

    @Test(arguments: [
        ["where", "radius:rearth < 1.25 and type = planet"],
        ["where", "radius:rearth", "<", "1.25", "and", "type", "=", "planet"],
        ["WHERE", "radius:rearth<1.25", "AND", "type=planet"],
        ["--sort", "name", "where", "RADIUS:REARTH", "<", "1.25", "And", "TYPE", "==", "Planet", "--limit", "9"],
    ])
    func `A filter can be split into several arguments and ignores case`(words: [String]) throws {
        let ending = try Self.home().run(["planets"] + words + ["--json"])
        #expect(ending.status == 0 && ending.errors.isEmpty)
        #expect(try ending.json.names == ["Earth", "Mars", "Mercury", "Venus"])
    }

    @Test func `Filters work in plain, table, CSV, and JSON output and in scripts`() throws {
        let home = try Self.home()
        let filter = "distance is null and in hz"
        #expect(
            try home.almanac("planets", "where", filter, "--format", "plain").output.hasPrefix("Earth\tplanet\tSun"))
        let table = try home.almanac("planets", "where", filter, "--format", "table").output
        #expect(table.hasPrefix("planets where \(filter)\n\nName") && table.contains("\nMars"))
        #expect(try home.almanac("planets", "where", filter, "--csv").output.split(separator: "\n").count == 3)
        let script = """
            persons where group = "A New Hope" and home = Tatooine and not name ~ sky
            where name ~ biggs
            """
        #expect(try home.almanac("--ndjson", input: script).output.split(separator: "\n").count > 2)
        let none = try home.almanac("persons", "where", "group = none", "--json")
        #expect(try none.status == 0 && none.json == .array([]))
    }

    @Test(arguments: [
        ("raduis < 3", 0, "Did you mean radius?"), ("mass:mjup > ", 12, "expected a number."),
        ("(mass > 2", 9, "“and”, “or”, or “)”"), ("name = 地球 or x", 15, "Expected a field"),
        ("name = \u{1B}[2J or x", 15, "Expected a field"),
    ])
    func `An invalid filter is shown with a caret at the error`(filter: String, column: Int, sentence: String) throws {
        let ending = try Home().almanac("planets", "where", filter)
        #expect(ending.status == 2 && ending.output.isEmpty)
        let rows = ending.errors.split(separator: "\n").map(String.init)
        #expect(rows[0] == "  " + VisibleText.line(filter) && !ending.errors.contains("\u{1B}"))
        #expect(rows[1] == String(repeating: " ", count: column + 2) + "^")
        #expect(rows[2].contains(sentence))
    }

    @Test func `An error in a long filter is shown with only the text around it`() throws {
        let filter = Array(repeating: "mass > 2", count: 40).joined(separator: " and ") + " and shoe = 3"
        let terminal = try Home().terminal("planets", "where", filter, columns: 60)
        #expect(terminal.finish() == 2)
        let rows = terminal.screen.text.split(separator: "\n").map(String.init)
        let caret = try #require(rows.firstIndex { $0.hasSuffix(" ^") })
        let place = rows[caret].count - 1
        #expect(rows[caret - 1].hasPrefix("  …") && rows[caret - 1].dropFirst(place).hasPrefix("shoe = 3"))
    }

    @Test func `--explain shows the SQL statement, its parameters, and its plan`() throws {
        let home = try Self.home()
        let text = "radius:rearth < 1 and name ~ \"'; DROP TABLE planet\""
        let rows = try home.almanac("planets", "where", text, "--explain", "--json").rows
        #expect(rows.count == 1 && rows[0].keys == ["sql", "parameters", "plan"])
        #expect(rows[0]["sql"]?.string?.contains("planet.radius_km < ?5") == true)
        #expect(rows[0]["sql"]?.string?.contains("DROP") == false)
        #expect(
            rows[0]["parameters"]?.array?.compactMap { $0["value"]?.string } == [
                "'; drop table planet", "droptableplanet",
            ])
        #expect(rows[0]["plan"]?.array?.isEmpty == false)
        let table = try home.almanac("planets", "where", "in hz", "--explain", "--format", "table")
        #expect(table.status == 0 && table.output.contains("\nWHERE planet.type <> 'fictional'"))
        #expect(table.output.contains("SCAN planet USING INDEX planet_by_name"))
        #expect(try home.almanac("planets", "--json").rows.count == 110)
    }

    @Test(
        "Tab completes the fields, units, operators, and values of a filter",
        arguments: [
            ("planets wh", "planets where "), ("planets where rad", "planets where radius "),
            ("planets where radius:rea", "planets where radius:rearth "),
            ("planets where mass > 2 an", "planets where mass > 2 and "),
            ("planets where (type = dw", "planets where (type = 'dwarf planet' "),
            ("planets where method = mic", "planets where method = Microlensing "),
            ("persons where group = \"a new", "persons where group = 'A New Hope' "),
            ("persons where home=tat", "persons where home=Tatooine "), ("planets where in h", "planets where in hz "),
        ])
    func completion(typed: String, completed: String) throws {
        let home = try Home(as: Self.named.get())
        let session = try TerminalSession(home, until: "almanac ›")
        session.terminal.type(typed + "\t|")
        #expect(session.terminal.wait { $0.screen.text.contains("|") }, "\(session.terminal.screen.text)")
        let line = session.terminal.screen.text.split(separator: "\n").first { $0.contains("|") } ?? ""
        #expect(line.hasPrefix("almanac › " + completed), "\(line)")
    }
}
