import TestSupport
import Testing

@Suite("Checklist: pager", .childProcesses)
struct PagerChecklistTests {
    /// Returns the output of `help` on a terminal with ten rows.
    private func help(_ home: Home, _ words: [String] = [], with variables: [String: String]) throws -> String {
        let terminal = try PseudoTerminal(columns: 80, rows: 10)
        try terminal.start(
            BuiltProgram.almanac, words + ["help", "--color=never"],
            environment: home.environment.merging(variables) { _, given in given })
        #expect(terminal.finish() == 0)
        return terminal.text
    }

    @Test("C14 ALMANAC_PAGER overrides PAGER for long output, and both may contain quoted arguments")
    func choice() throws {
        let home = try Home()
        #expect(try help(home, with: ["PAGER": "sed 's/^/page: /'"]).contains("page: "))
        let both = ["PAGER": "sed s/^/another/", "ALMANAC_PAGER": "sed -e 's/^/my page: /'"]
        let text = try help(home, with: both)
        #expect(text.contains("my page: ") && !text.contains("another"))
    }

    @Test(
        "C14 Long output is printed directly in plain mode, on a dumb terminal, or if the pager is off, invalid, or missing",
        arguments: [
            (["PAGER": ""], []), (["PAGER": "cat"], []), (["PAGER": "sed s/^/paged/"], ["--no-pager"]),
            (["PAGER": "sed s/^/paged/"], ["--plain"]), (["PAGER": "no-such-pager"], []),
            (["PAGER": "sed 's/^/paged"], []), (["PAGER": "sed s/^/paged/", "TERM": "dumb"], []),
        ] as [([String: String], [String])])
    func noPager(variables: [String: String], words: [String]) throws {
        let text = try help(try Home(), words, with: variables)
        #expect(text.contains("almanac birthdays") && !text.contains("paged"))
    }

    @Test("C14 Output is not paged if it is short, piped, or in a requested format")
    func fitting() throws {
        let home = try Home()
        let pager = ["PAGER": "sed s/^/paged/"]
        let terminal = try PseudoTerminal(columns: 80, rows: 10)
        try terminal.start(
            BuiltProgram.almanac, ["version"], environment: home.environment.merging(pager) { $1 })
        #expect(terminal.finish() == 0)
        #expect(!terminal.text.contains("paged"))
        #expect(try !help(home, ["--format", "json"], with: pager).contains("paged"))
        #expect(try !home.almanac("help", with: pager).output.contains("paged"))
    }

    @Test("C14 Quitting the pager early is not an error")
    func leavingEarly() throws {
        let home = try Home()
        #expect(try help(home, with: ["PAGER": "true"]).isEmpty)
        #expect(try help(home, with: ["PAGER": "head -2"]).split(separator: "\r\n").count <= 2)
    }

    @Test(
        "T8 The terminal modes are restored after Ctrl-\\ is typed in a pager, whether the pager exits or is killed",
        arguments: ["kill -9 $$", "true"])
    func modes(end: String) throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 10)
        let home = try Home()
        let pager =
            "sh -c 'trap \"touch ~/typed\" QUIT; cat > /dev/null; stty -echo -icanon < /dev/tty; echo paged; "
            + "until [ -e ~/typed ]; do sleep 0.05; done; \(end)'"
        try terminal.start(
            BuiltProgram.almanac, ["help", "--color=never"],
            environment: home.environment.merging(["PAGER": pager]) { $1 })
        #expect(terminal.wait { $0.text.contains("paged") && !$0.isCooked })
        terminal.type("\u{1C}")
        #expect(terminal.finish() == 0)
        #expect(terminal.isCooked)
    }

    @Test("C14 A session pages long output and then shows the prompt again")
    func inConversation() throws {
        let home = try OutputFixture.planets()
        try home.almanac("signup", "Tester")
        let session = try TerminalSession(home, until: "almanac ›", with: ["PAGER": "sed s/^/paged:/"])
        session.terminal.resize(columns: 80, rows: 60)
        try session.enter("show planets/earth", until: "Earth ›")
        #expect(!session.output.contains("paged:"))
        session.terminal.resize(columns: 80, rows: 8)
        try session.enter("show planets/venus", until: "Venus ›")
        #expect(String(decoding: session.outputBytes, as: UTF8.self).contains("paged:"))
        #expect(session.quit() == 0)
    }

    @Test("C14 On a small terminal, neither the first screen nor a page of a list is shown in the pager")
    func smallTerminal() throws {
        let home = try SeededHome.home()
        let cards = (10..<40).map {
            "BEGIN:VCARD\nVERSION:4.0\nFN:Person\($0) Example\nTEL:+49 30 12345\($0)\nEMAIL:person\($0)@example.org\nEND:VCARD\n"
        }
        try home.almanac("import", home.write(cards.joined(), to: "cards.vcf"))
        for (columns, shown) in [(40, "1–8 of 30"), (80, "1–16 of 30")] {
            let session = try TerminalSession(
                home, ["--color=never"], until: "almanac ›", columns: columns, rows: 24,
                with: ["PAGER": "sed s/^/paged:/"])
            #expect(!session.output.contains("paged:"))
            try session.enter("persons", until: "persons ›")
            #expect(!session.output.contains("paged:") && session.output.contains(shown), "\(session.output)")
            try session.enter("next", until: "of 30")
            try session.enter("home", until: "almanac ›")
            #expect(session.quit() == 0)
        }
    }

    @Test("C14 On a small terminal, the message from a command remains visible, even on the home screen")
    func messageAtHome() throws {
        let session = try TerminalSession(
            SeededHome.home(), ["--color=never"], until: "almanac ›", columns: 80, rows: 24)
        for (line, prompt, message) in [
            ("seed flintstones", "almanac ›", "Loaded"), ("new person given=Ada", "Ada ›", "Added Ada"),
            ("undo", "almanac ›", "Undid step"),
        ] {
            session.terminal.type(line + "\r")
            let isShown = session.terminal.wait { terminal in
                let lines = terminal.screen.lines.filter { !$0.isEmpty }
                return lines.last?.hasSuffix(prompt) == true && lines.contains { $0.contains(message) }
            }
            #expect(isShown, "\(session.terminal.screen.text)")
        }
        #expect(session.quit() == 0)
    }

    @Test(
        "C14 On a small terminal, the previous page of a list with rows of different heights is not shown in the pager"
    )
    func previousPage() throws {
        let home = try SeededHome.home()
        let cards = (10..<60).map { number in
            let values = number < 40 ? "" : "TEL:+4930123\nEMAIL:p\(number)@a.longer.domain.example.org\n"
            return "BEGIN:VCARD\nVERSION:4.0\nFN:Person \(number)\n\(values)END:VCARD\n"
        }
        try home.almanac("import", home.write(cards.joined(), to: "cards.vcf"))
        let session = try TerminalSession(
            home, until: "almanac ›", columns: 40, rows: 24, with: ["PAGER": "sed s/^/paged:/"])
        for line in ["persons", "next", "next", "next", "previous"] { try session.enter(line, until: "persons ›") }
        #expect(!session.output.contains("paged:"), "\(session.output)")
        try session.enter("home", until: "almanac ›")
        #expect(session.quit() == 0)
    }

    @Test("C14 A session continues after the pager is quit early on a long page")
    func leavingLongOutput() throws {
        let home = try OutputFixture.planets()
        // The text does not fit in the buffer of a pipe.
        let text = String(repeating: "Some words that make the text long. ", count: 3000)
        try home.almanac("new", "note", "topic=Long", "text=\(text)")
        let session = try TerminalSession(home, until: "almanac ›", with: ["PAGER": "head -2"])
        try session.enter("show notes/1", until: "Long ›")
        try session.enter("show planets/earth", until: "Earth ›")
        #expect(session.quit() == 0)
    }
}
