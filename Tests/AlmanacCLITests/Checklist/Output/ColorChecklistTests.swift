import TestSupport
import Testing

@Suite("Checklist: colors and escape sequences", .childProcesses)
struct ColorChecklistTests {
    @Test(
        "C05, C08 No command writes escape sequences or trailing spaces to a pipe",
        .long("every command with every argument"))
    func noEscapesInPipes() throws {
        let home = try SeededHome.home("flintstones")
        let names = try #require(try home.almanac("help", "--json").json["commands"]?.names)
        #expect(names.count > 40)
        let variables = ["TERM": "xterm-256color", "COLUMNS": "80"]
        // These commands take seconds each. Loading all data sets takes a minute.
        let slow = Soak.isOn ? ["seed"] : ["graph", "seed", "check"]
        let stay = names.filter { $0 != "quit" && !slow.contains($0) }
        let some = Soak.sample(stay, 12)
        var lines = stay
        lines += (some + ["tutorial"]).map { "help \($0)" }
        for argument in ["persons/1", "\(home.folder)/nonsense"] { lines += some.map { "\($0) \(argument)" } }
        lines += [
            "nonsense", "show persons/99", "migrate status", "persons --table", "show persons/1 --vertical",
            "edit persons/1 nickname=F --if-version 9",
        ]
        let ending = try home.run(["--keep-going"] + lines.flatMap { ["-c", $0] }, with: variables)
        #expect(!ending.hasEscapes && ending.output.contains("tutorial"))
        let padded = ending.output.split(separator: "\n").filter { $0.last == " " }
        #expect(padded == [])
        for name in ["persons", "show", "quit"] {
            #expect(try !home.almanac(name, with: variables).hasEscapes, "\(name)")
        }
    }

    @Test("C06, C41 An invalid value of ALMANAC_COLOR is reported and ignored", arguments: ["purple", "2"])
    func unknownWord(word: String) throws {
        let ending = try Home().almanac("version", with: ["ALMANAC_COLOR": word])
        #expect(ending.status == 0)
        #expect(
            ending.errors.contains("Ignored ALMANAC_COLOR: invalid value “\(word)”")
                && ending.errors.contains("auto, always, never")
        )
        for known in ["auto", "always", "never", "", "0"] {
            #expect(try Home().almanac("version", with: ["ALMANAC_COLOR": known]).errors == "")
        }
    }

    @Test("C05 Standard output and standard error are each colored only on a terminal")
    func standardError() throws {
        let home = try OutputFixture.planets()
        let terminal = try PseudoTerminal()
        let line =
            "cd; \(BuiltProgram.almanac) planets --debug 2>errors; \(BuiltProgram.almanac) planets --debug >output"
        try terminal.start("/bin/sh", ["-c", line], environment: home.environment.merging(["PAGER": "cat"]) { $1 })
        #expect(terminal.finish() == 0)
        #expect(terminal.text.contains("\u{1B}[1mplanets"))
        #expect(terminal.text.contains("\u{1B}[2mdebug:"))
        #expect(try !home.bytes(of: home.folder + "/errors").contains(0x1B))
        #expect(try !home.bytes(of: home.folder + "/output").contains(0x1B))
    }

    @Test("C06 The color flag overrides the environment, which overrides the configuration file")
    func precedence() throws {
        let home = try Home()
        let cases: [([String: String], String, [String], Bool)] = [
            ([:], "", [], true), (["NO_COLOR": "1"], "", [], false), (["NO_COLOR": ""], "", [], true),
            (["TERM": "dumb"], "", [], false), (["ALMANAC_COLOR": "never"], "", [], false),
            (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], "", [], false), ([:], "", ["--color=never"], false),
            (["NO_COLOR": "1"], "", ["--color=always"], true), ([:], "color = never", [], false),
            ([:], "color = never", ["--color=always"], true), (["NO_COLOR": "1"], "color = always", [], false),
            (["ALMANAC_COLOR": "never"], "color = always", [], false),
        ]
        for (variables, configuration, flags, isColored) in cases {
            try home.write(configuration + "\n", to: ".config/almanac/config")
            let text = try OutputFixture.onTerminal(home, flags + ["help", "find"], with: variables)
            // Bold and underlined text counts as color.
            #expect(text.contains("\u{1B}[") == isColored, "\(variables) \(configuration) \(flags)")
        }
    }

    @Test("C06 Piped output is colored only if colors are forced")
    func forced() throws {
        let home = try Home()
        let cases: [([String: String], [String], Bool)] = [
            (["CLICOLOR_FORCE": "1"], [], true), ([:], ["--color=always"], true), ([:], ["--color=auto"], false),
            (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], [], false), (["TERM": "xterm"], [], false),
        ]
        for (variables, flags, isColored) in cases {
            let ending = try home.run(flags + ["help", "find", "--table"], with: variables)
            #expect(ending.hasEscapes == isColored, "\(variables) \(flags)")
        }
    }

    @Test("C07 Pages contain the same words with and without colors", .long("every kind of page"))
    func textWithoutColors() throws {
        let home = try SeededHome.home("solar", "flintstones")
        try home.almanac(input: "signup Tester\nfavorite persons/1\n")
        let lines = ["planets", "help edit", "find rubble", "history", "show persons/1", "help", "seed", "favorites"]
        for line in Soak.isOn ? lines : Array(lines.prefix(5)) {
            let words = line.split(separator: " ").map(String.init)
            let colored = try OutputFixture.onTerminal(home, words)
            #expect(colored.contains("\u{1B}["), "\(line)")
            let plain = try OutputFixture.onTerminal(home, words + ["--color=never"])
            #expect(self.words(of: OutputFixture.uncolored(colored)) == self.words(of: plain), "\(line)")
        }
    }

    /// Returns the words of the text without quotation marks, backquotes, and progress lines.
    private func words(of text: String) -> [Substring] {
        text.replacing(/\r\u{1B}\[K[^\r\n]*(?=\r\u{1B}\[K)/, with: "").replacing("\r\u{1B}[K", with: "")
            .filter { !"`“”".contains($0) }.split(whereSeparator: \.isWhitespace)
    }

    @Test("C44 Pages on a terminal do not contain link or image sequences, and links appear as text")
    func noLinks() throws {
        let home = try SeededHome.home("solar", "flintstones")
        for words in [["show", "persons/1"], ["show", "planets/earth"], ["notes"], ["find", "fred"]] {
            let text = try OutputFixture.onTerminal(home, words)
            #expect(!text.contains("\u{1B}]") && !text.contains("\u{1B}P") && !text.contains("\u{1B}_"), "\(words)")
        }
        #expect(try OutputFixture.onTerminal(home, ["show", "persons/1"]).contains("https://"))
    }
}
