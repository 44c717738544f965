import TestSupport
import Testing
import Text

@Suite("Command lines from all sources", .childProcesses)
struct CommandLineTests {
    enum Way: CaseIterable {
        case arguments, line, script, pipe, terminal
    }

    private static let signedUp = Result {
        let home = try SeededHome.home()
        try home.almanac("signup", "Tester")
        return try HomeSnapshot(of: home)
    }

    private static let line =
        #"new person given='Leia Amidala' family="O'Hara" nickname=Le\ lila email.work=leia@alderaan.example --json"#

    @Test(arguments: Way.allCases) func `A command line has the same result from every source`(_ way: Way) throws {
        let home = try Home(as: Self.signedUp.get())
        let result = try home.result(of: Self.line, by: way)
        #expect(result["given"]?.string == "Leia Amidala")
        #expect(result["family"]?.string == "O'Hara")
        #expect(result["nickname"]?.string == "Le lila")
        #expect(try home.almanac("show", "persons/1", "--json").json == result)
    }

    @Test(
        .long("every kind of error"),
        arguments: Soak.sample(
            [
                ("nonsense", 2), ("persons --frobnicate", 2), ("show persons/99", 3), ("show Nobody", 3),
                ("backup /nowhere/almanac.db", 1), ("edit persons/1 shoe=44", 2), ("show 'a quote is open", 2),
            ] as [(String, Int32)], 3))
    func `A failing line has the same status and message from every source, and the same message at the prompt`(
        _ line: String, _ status: Int32
    ) throws {
        let home = try Home(as: Self.signedUp.get())
        try home.almanac("new", "person", "given=Leia")
        let script = try home.write(line, to: "script")
        let endings = try [home.run(["-c", line]), home.run(["--file", script]), home.run([], input: line)]
        #expect(endings.map(\.status) == [status, status, status])
        #expect(endings.allSatisfy { $0.outputBytes.isEmpty })
        let sentences = endings.compactMap { $0.errors.split(separator: "\n").last.map(String.init) }
        #expect(sentences.count == 3 && Set(sentences).count == 1)

        // At the prompt, a line with an open quote continues on the next row.
        if line.count(where: { $0 == "'" }).isMultiple(of: 2) {
            let session = try TerminalSession(home, until: "almanac ›", columns: 400)
            try session.enter(line, until: sentences[0])
        }
    }

    @Test func `Several -c lines are run in the given order`() throws {
        let home = try Home()
        let ending = try home.almanac("-c", "new person given=Leia", "-c", "new person given=Luke", "-c", "persons")
        #expect(ending.status == 0)
        #expect(ending.lines.suffix(2) == ["Leia\t\t\t\tpersons/1", "Luke\t\t\t\tpersons/2"])
    }

    @Test func `A -c line cannot be combined with a command in the arguments`() throws {
        let ending = try Home().almanac("-c", "persons", "groups")
        #expect(ending.status == 2)
        #expect(ending.errors.contains("“groups” cannot be combined with -c or --file."))
    }

    @Test func `A format in a -c line applies only to that line`() throws {
        let ending = try SeededHome.home().almanac("-c", "new person given=Leia --format csv", "-c", "persons")
        #expect(ending.lines.first?.hasPrefix("id,name,") == true)
        #expect(ending.lines.last == "Leia\t\t\t\tpersons/1")
    }

    @Test func `Words after “--” are not options`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "group", "name=--json")
        #expect(try home.almanac("find", "--json", "--", "--json").json.names == ["--json"])
        #expect(try home.almanac("show", "--", "--json").output.hasPrefix("id\tgroups/1\n"))
    }
}

extension Home {
    /// Returns the JSON output of a command line that is run in the given way.
    fileprivate func result(of line: String, by way: CommandLineTests.Way) throws -> JSONValue {
        switch way {
        case .arguments: try shell("almanac \(line)").json
        case .line: try almanac("-c", line).json
        case .script: try almanac("--file", write(line + "\n", to: "script")).json
        case .pipe: try run([], input: line + "\n").json
        case .terminal: try onTerminal(line)
        }
    }

    private func onTerminal(_ line: String) throws -> JSONValue {
        let session = try TerminalSession(self, until: "almanac ›")
        try session.enter(line, until: "\n}\n")
        let lines = String(decoding: session.outputBytes, as: UTF8.self).split(separator: "\r\n")
        // The sequence that disables bracketed paste precedes the brace.
        let first = try #require(lines.firstIndex { $0.hasSuffix("{") })
        let last = try #require(lines.firstIndex(of: "}"))
        return try JSONReader.value(of: Array("{".utf8) + Array(lines[(first + 1)...last].joined(separator: "\n").utf8))
    }
}
