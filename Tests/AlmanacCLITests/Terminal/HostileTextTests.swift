import TestSupport
import Testing
import Text

@Suite("Hostile text", .childProcesses)
struct HostileTextTests {
    /// Text that would clear the screen, set the clipboard, reverse the text direction, forge lines, and ring the bell.
    static let hostile = "Eve\u{1B}[2J\u{1B}]52;c;ZXZpbA==\u{7}\u{202E}\u{2066}\u{9B}31m\rroot\nmallory\u{8}"
    /// The sequences and characters that must not reach a terminal.
    private static let weapons = ["\u{1B}[2J", "\u{1B}]52", "\u{202E}", "\u{2066}", "\u{9B}", "\u{7}", "\u{8}"]

    private static func home() throws -> Home { try Home(as: snapshot.get()) }

    private static let snapshot = Result {
        let home = try SeededHome.home()
        try home.almanac("signup", "Tester")
        let made = [
            try home.almanac(
                "new", "person", "given=\(hostile)", "nickname=\(hostile)", "email.\u{1B}[2Jwork=\(hostile)",
                "field.x=\(hostile)", "--force"),
            try home.almanac("new", "group", "name=\(hostile)", "description=\(hostile)"),
            try home.almanac("new", "planet", "name=\(hostile)", "type=fictional"),
            try home.almanac("note", "persons/1", hostile, "--topic", hostile),
            try home.almanac("add", "persons/1", "to", "groups/1"),
        ]
        try #require(made.allSatisfy { $0.status == 0 }, "\(made.map(\.errors))")
        return try HomeSnapshot(of: home)
    }

    private func weapons(in bytes: [UInt8]) -> [String] {
        Self.weapons.filter { bytes.firstRange(of: Array($0.utf8)) != nil }
    }

    @Test("C13, N2 A line break in a name does not split the message that contains the name")
    func inSentences() throws {
        let home = try SeededHome.home()
        let name = "Eve\nmallory *x* _y_"
        try home.almanac("new", "person", "given=\(name)")
        try home.almanac("new", "group", "name=\(name)")
        let shown = "Eve⏎mallory *x* _y_"
        for words in [
            ["edit", "persons/1", "title=x"], ["add", "persons/1", "to", "groups/1"], ["delete", "persons/1"],
            ["delete", "persons/1", "--yes"], ["undo"], ["undo", "--show"],
            ["edit", "persons/1", "--if-version", "1", "title=y"],
            ["add-email", "--yes"], ["purge", "--all", "--yes"],
        ] {
            let ending = try home.run(words)
            let all = ending.output + ending.errors
            #expect(!all.split(separator: "\n").contains { $0.hasPrefix("mallory") }, "\(words): \(all)")
        }
        #expect(try home.almanac("delete", "groups/1").errors.contains(shown))
        #expect(try home.almanac("delete", "groups/1", "--yes").output.contains(shown))
    }

    @Test("N1, N2 Control characters are made visible and have no effect on a terminal")
    func onATerminal() throws {
        let home = try Self.home()
        let session = try TerminalSession(home, until: "almanac ›")
        for (line, end) in [
            ("persons", "persons ›"), ("show persons/1", "mallory␈ ›"), ("home", "almanac ›"), ("groups", "groups ›"),
            ("show groups/1", "mallory␈ ›"),
            ("planets --all", "planets ›"), ("notes", "notes ›"), ("show notes/1", "mallory␈ ›"),
            ("find eve", "“eve” ›"),
            ("favorite persons/1", "favorite"), ("favorites", "favorites ›"), ("show Eva", "“Eva”"),
            ("persons --vertical", "›"),
            ("open persons/1/edit", "Given name"), (":review", "edit ›"), ("cancel", "›"),
            ("delete persons/1", "no (n)\n?"), ("n", "›"),
        ] {
            try session.enter(line, until: end)
            #expect(weapons(in: session.outputBytes) == [], "\(line)")
        }
        #expect(session.quit() == 0)
    }

    @Test func `Error messages do not contain control characters from the arguments`() throws {
        let home = try Self.home()
        let hostile = Self.hostile
        for words in [
            [hostile], ["show", hostile], ["help", hostile], ["persons", "--\(hostile)"], ["seed", hostile],
            ["-c", hostile],
            ["edit", "persons/1", "\(hostile)=x"], ["edit", "persons/1", "birthday=\(hostile)"],
            ["--file", "/\(hostile)"],
            ["--database", home.folder + "/\(hostile)", "persons"], ["delete", "persons/1"],
            ["photo", "persons/1", "/\(hostile)"], ["--format", hostile, "persons"], ["backup", "/nowhere/\(hostile)"],
        ] {
            let ending = try home.run(words)
            #expect(ending.status != 0, "\(words)")
            #expect(weapons(in: ending.errorBytes) == [], "\(words)")
        }
    }

    @Test(arguments: ["table", "plain", "vertical", "markdown"])
    func `Human-readable output to a pipe contains no control characters from records`(_ format: String) throws {
        let home = try Self.home()
        let lines = ["persons", "show persons/1", "find eve", "show notes/1", "show groups/1"]
        let ending = try home.run(lines.flatMap { ["-c", $0] } + ["--format", format])
        #expect(ending.status == 0)
        #expect(weapons(in: ending.outputBytes) == [])
    }

    @Test(arguments: ["json", "ndjson"])
    func `JSON output contains the full text with escaped control characters`(_ format: String) throws {
        let home = try Self.home()
        let ending = try home.almanac("persons", "--format", format)
        #expect(!ending.outputBytes.contains { $0 < 0x20 && $0 != 0x0A })
        let record = try home.almanac("show", "persons/1", "--json").json
        #expect(record["nickname"]?.string == Self.hostile)
    }
}
