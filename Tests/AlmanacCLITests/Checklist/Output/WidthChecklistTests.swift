import TestSupport
import Testing
import Text

@Suite("Checklist: widths", .childProcesses)
struct WidthChecklistTests {
    @Test("C12 All rows of a table have the same width, and lists are not wider than the terminal")
    func tablesFit() throws {
        let home = try OutputFixture.persons()
        try home.almanac("seed", "solar")
        for columns in [20, 33, 80, 200] {
            for list in ["persons", "planets", "groups"] {
                let lines = try OutputFixture.onTerminal(home, [list, "--color=never"], columns: columns)
                    .replacing(/\u{1B}\[\d+G/, with: "").split(separator: "\n").map(String.init)
                #expect(lines.allSatisfy { DisplayWidth.width(of: $0) <= columns }, "\(list) at \(columns)")
                guard let head = lines.firstIndex(where: { $0.contains("Name ") && $0.contains("ID") }) else {
                    continue
                }
                let rows = lines[head...].prefix { !$0.contains("hidden") && !$0.contains("truncated") }
                #expect(Set(rows.map { DisplayWidth.width(of: $0) }).count == 1, "\(list) at \(columns)")
            }
        }
    }

    @Test("C12 IDs are not truncated, and a table that is too narrow for them becomes cards")
    func addressesAreWhole() throws {
        let home = try OutputFixture.planets()
        let addresses = try home.almanac("planets", "--json").rows.compactMap { $0["id"]?.string }
        for columns in [20, 30, 80] {
            let text = try OutputFixture.onTerminal(home, ["planets"], columns: columns)
            let words = Set(OutputFixture.uncolored(text).split(whereSeparator: \.isWhitespace).map(String.init))
            #expect(addresses.allSatisfy(words.contains), "\(columns)")
            if columns == 20 { #expect(text.contains("ID\u{1B}[0m\n")) }
        }
    }

    @Test("C13 Columns stay aligned after names in any writing system, and control characters are made visible")
    func aligned() throws {
        let home = try OutputFixture.persons()
        let terminal = try home.terminal("persons", "--no-pager", "--color=never", columns: 80)
        #expect(terminal.finish() == 0)
        let rows = terminal.screen.lines.filter { $0.contains("persons/") }
        #expect(rows.count == OutputFixture.names.count)
        let columns = rows.compactMap { row in
            row.firstRange(of: "Acme").map { DisplayWidth.width(of: String(row[..<$0.lowerBound])) }
        }
        #expect(columns.count == rows.count && Set(columns).count == 1)
        for picture in ["<U+202E>", "␉", "⏎", "␛[2J"] { #expect(terminal.screen.text.contains(picture)) }
        #expect(!terminal.text.contains("\u{202E}") && !terminal.text.contains("\u{1B}[2J"))
    }

    @Test(
        "C13 The cursor column is set after grapheme clusters of ambiguous width, but not in plain mode or for a pager")
    func anchored() throws {
        let home = try OutputFixture.persons()
        let terminal = try OutputFixture.onTerminal(home, ["persons", "--color=never"])
        let anchored = terminal.split(separator: "\n").filter { $0.contains("\u{1B}[") }
        #expect(anchored.count == 4)
        for row in anchored {
            let parts = row.split(separator: "\u{1B}[", maxSplits: 1)
            #expect(Int(parts[1].prefix { $0.isNumber }) == DisplayWidth.width(of: String(parts[0])) + 1)
        }
        for words in [["--plain", "persons"], ["persons", "--table"]] {
            #expect(try !OutputFixture.onTerminal(home, words + ["--color=never"]).contains("\u{1B}"))
        }
        let paged = try PseudoTerminal(columns: 80, rows: 8)
        try paged.start(
            BuiltProgram.almanac, ["persons", "--color=never"],
            environment: home.environment.merging(["PAGER": "sed s/^/:/"]) { $1 })
        #expect(paged.finish() == 0)
        #expect(paged.text.contains(":") && !paged.text.contains("\u{1B}"))
    }

    @Test("C15 COLUMNS is used only if the terminal does not report its size")
    func namedSize() throws {
        let home = try OutputFixture.planets()
        for columns in [40, 120] {
            let text = try OutputFixture.onTerminal(
                home, ["planets", "--color=never"], columns: 0, rows: 0, with: ["COLUMNS": "\(columns)"])
            let widest = text.split(separator: "\n").map { DisplayWidth.width(of: String($0)) }.max() ?? 0
            #expect(widest <= columns && widest > columns / 2)
        }
        // A size reported by the terminal takes precedence over COLUMNS.
        let text = try OutputFixture.onTerminal(
            home, ["planets", "--color=never"], columns: 60, with: ["COLUMNS": "200"])
        #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.width(of: String($0)) <= 60 })
    }

    @Test("T7 A session continues on a terminal with one column or no columns")
    func shrinking() throws {
        let home = try OutputFixture.planets()
        try home.almanac("signup", "Tester")
        let session = try TerminalSession(home, ["--plain"], until: "almanac")
        for (columns, rows) in [(1, 1), (0, 0), (2, 1), (80, 24)] {
            session.terminal.resize(columns: columns, rows: rows)
            try session.enter("planets", until: "›")
            try session.enter("show planets/earth", until: "›")
        }
        #expect(session.quit() == 0)
    }

    @Test("T7 The first page after a resize uses the new size")
    func resized() throws {
        let home = try OutputFixture.planets()
        try home.almanac("signup", "Tester")
        let session = try TerminalSession(home, until: "almanac ›", rows: 40, with: ["PAGER": "cat"])
        try session.enter("planets", until: "32 of 110")
        #expect(session.output.contains("hidden: ID"))
        session.terminal.resize(columns: 120, rows: 20)
        try session.enter("planets --sort mass", until: "12 of 110")
        #expect(!String(decoding: session.outputBytes, as: UTF8.self).contains("hidden"))
        #expect(session.quit() == 0)
    }
}
