import TestSupport
import Testing
import Text

@Suite("Checklist: plain mode and locales", .childProcesses)
struct PlainModeChecklistTests {
    /// Returns the characters of the text that move the cursor, repaint, or draw boxes.
    private func frills(in text: String) -> [Unicode.Scalar] {
        let moves = OutputFixture.uncolored(text).replacing("\r\n", with: "\n").unicodeScalars
        return moves.filter { $0 == "\u{1B}" || $0 == "\r" || $0 == "\u{8}" || (0x2500...0x259F).contains($0.value) }
    }

    @Test(
        "C42 Common tasks in plain mode do not repaint, draw frames, or move the cursor",
        .long("every way to request plain mode"),
        arguments: Soak.sample([["ACCESSIBLE": "1"], [:], ["ALMANAC_PLAIN": "1"]] as [[String: String]], 1))
    func tasks(variables: [String: String]) throws {
        let home = try SeededHome.home("flintstones")
        let session = try TerminalSession(
            home, variables.isEmpty ? ["--accessible"] : [], until: "almanac ›", with: variables)
        // Wait for the prompt, so that the echo of the typed line follows it.
        for (line, answer) in [
            ("signup", "Your name"), ("Tester", "Passphrase"), ("", "Given name"), (":save", "stop (s)"),
            ("stop", "almanac ›"),
            ("new person", "Given name"), ("Ada", "Family name"), (":review", "new person * ›"),
            ("save", "persons › Ada ›"), ("edit family=Lovelace", "Ada Lovelace ›"), ("find lovelace", "“lovelace” ›"),
            ("1", "Ada Lovelace ›"), ("note --topic Plans 'Build it.'", "notes › Plans ›"), ("persons", "\npersons ›"),
            ("persons --sort name", "\npersons ›"), ("favorite 'betty rubble'", "\npersons ›"),
            ("delete 'betty rubble'", "\n?"),
            ("1", "\npersons ›"), ("undo --yes", "\npersons ›"), ("show 'betty rubble'", "Betty Rubble ›"),
            ("history", "history ›"), ("trash", "trash ›"), ("settings", "settings ›"), ("home", "almanac ›"),
            ("help find", "\nalmanac ›"), ("last", "\nalmanac ›"), ("logout", "login"),
        ] {
            try session.enter(line, until: answer)
        }
        #expect(session.quit() == 0)
        #expect(
            frills(in: session.terminal.text) == [],
            "\(OutputFixture.uncolored(session.terminal.text).debugDescription)")
        #expect(try home.almanac("show", "ada lovelace", "--json").json["family"]?.string == "Lovelace")
    }

    @Test("C42 The documented tasks work in plain mode", .long("every documented task"))
    func documentedTasks() throws {
        let home = try Home()
        try home.almanac("demo", "history")
        let page = try #require(DocumentationPage.articles.first { $0.name == "Tasks" })
        let commands = Transcript(try page.text).commands
        #expect(commands.count > 14)
        for command in Soak.isOn ? commands : Array(commands.prefix(8)) {
            let ending = try home.shell("cd; set -o pipefail; \(command.text)", with: ["ALMANAC_PLAIN": "1"])
            #expect(ending.status == 0, "\(command.text): \(ending.errors)")
            #expect(frills(in: ending.output) == [])
        }
    }

    @Test(
        "C29, C42 Without a line editor, Ctrl-C discards the line and shows the prompt again",
        arguments: [(["--plain"], [:]), ([], ["TERM": "dumb"])] as [([String], [String: String])])
    func interruptedLine(words: [String], variables: [String: String]) throws {
        let session = try TerminalSession(HomeFixture.home(), words, until: "almanac ›", with: variables)
        try session.press("nonsense\u{3}", until: "\nalmanac ›")
        try session.enter("version", until: "almanac 0")
        #expect(!session.terminal.text.contains("Unknown command"))
        try session.enter("edit persons/1", until: "Given name:")
        try session.press("half\u{3}", until: "\nalmanac ›")
        #expect(session.quit() == 0)
    }

    @Test("C42 Plain mode prints one field per line")
    func oneFactPerLine() throws {
        let home = try OutputFixture.planets()
        let text = try OutputFixture.onTerminal(home, ["--plain", "--color=never", "planets"])
        #expect(text.split(separator: "\n").count { $0.hasPrefix("  Name ") } == 110)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("  ID ") } == 110)
    }

    @Test("C43, T5 Input and output are UTF-8 even in locales with other encodings")
    func locales() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Ёжик", "family=漢字")
        for language in ["", "C", "POSIX", "de_DE.ISO-8859-1"] {
            let variables = ["LANG": language, "LC_ALL": language]
            #expect(try home.almanac("find", "ежик", with: variables).output.contains("Ёжик"))
            let text = try OutputFixture.onTerminal(home, ["show", "persons/1"], with: variables)
            #expect(text.contains("Ёжик 漢字"))
            let json = try home.almanac("show", "persons/1", "--json", with: variables).json
            #expect(json["name"]?.string == "Ёжик 漢字")
        }
        let latin = try home.almanac("find", "caf\u{E9}", with: ["LC_ALL": "de_DE.ISO-8859-1"])
        #expect(latin.status == 0)
    }

    @Test("T6 A terminal does not receive escape sequences if TERM is “dumb” or empty", arguments: ["dumb", ""])
    func dumb(name: String) throws {
        let home = try OutputFixture.planets()
        try home.almanac("signup", "Tester")
        let session = try TerminalSession(home, until: "almanac ›", with: ["TERM": name])
        try session.enter("planets", until: "planets ›")
        try session.enter("show planets/earth", until: "Earth ›")
        #expect(session.quit() == 0)
        #expect(!session.terminal.text.contains("\u{1B}"))
    }
}
