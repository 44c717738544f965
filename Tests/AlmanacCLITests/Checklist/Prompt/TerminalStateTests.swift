import Glibc
import TestSupport
import Testing
import Text

@Suite("Checklist: terminal state", .childProcesses)
struct TerminalStateTests {
    private static let quiet = ["SWIFT_BACKTRACE": "enable=no"]

    @Test("C36 A resize keeps the text and the cursor position, and later output uses the new width")
    func resize() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        try session.press("find one two three four five\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D", until: "five")
        var screen = session.terminal.screen
        var seen = session.terminal.received.count
        for (columns, rows) in [(20, 10), (60, 30), (3, 2), (1, 1), (40, 30)] {
            session.terminal.resize(columns: columns, rows: rows)
            screen.resize(columns: columns, rows: rows)
            for keys in ["", "\u{1B}[D\u{1B}[C"] {
                // A program that has handled a key has seen the new size.
                let before = seen
                session.terminal.type(keys)
                let hasCome = session.terminal.wait { terminal in
                    screen.show(String(decoding: terminal.received[seen...], as: UTF8.self))
                    seen = terminal.received.count
                    let shown = screen.lines.joined().replacing(" ", with: "")
                    let isRight =
                        columns < 20
                        || shown.hasSuffix("almanac›findonetwothreefourfive")
                            && screen.lines[screen.row].dropFirst(screen.column).hasPrefix("five")
                    return seen > before && isRight
                }
                #expect(hasCome, "\(columns): \(screen.text)")
            }
        }
        try session.press("X", until: "find one two three four Xfive")
        try session.press("\u{3}", until: "almanac ›")
        try session.enter("persons", until: "persons ›")
        let widths = session.output.split(separator: "\n").map { DisplayWidth.width(of: String($0)) }
        #expect(widths.allSatisfy { $0 <= 40 } && widths.contains { $0 > 20 })
        #expect(session.quit() == 0)
    }

    @Test("C36, T8 Ctrl-Z returns the terminal to the shell, and fg redraws the line")
    func suspension() throws {
        let home = try HomeFixture.home()
        let terminal = try PseudoTerminal(columns: 80, rows: 40)
        // A short command fits the row even if the shell prints its prompt late.
        let settings = ["PS1": "sh> ", "ALMANAC": BuiltProgram.almanac]
        try terminal.start("/bin/sh", ["-i"], environment: home.environment.merging(settings) { $1 })
        #expect(terminal.wait(for: "sh>"))
        terminal.type("$ALMANAC --no-animation\r")
        #expect(terminal.wait(for: "almanac ›"))
        terminal.type("find fred\u{1A}")
        #expect(terminal.wait { $0.screen.text.contains("Stopped") && terminal.isCooked })
        terminal.type("fg\r")
        #expect(
            terminal.wait { $0.screen.text.contains("--no-animation\nalmanac › find fred") }, "\(terminal.screen.text)")
        terminal.type("\r")
        #expect(terminal.wait(for: "“fred” ›"))
        terminal.type("quit\r")
        #expect(terminal.wait { $0.text.hasSuffix("sh> ") })
        terminal.type("exit\r")
        #expect(terminal.finish() == 0)
    }

    @Test(
        "C36, T2, T8 The terminal is restored if a signal ends the program at its prompt",
        arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGINT, SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGTRAP])
    func endAtThePrompt(_ signal: Int32) throws {
        let isCrash = ![SIGTERM, SIGHUP, SIGQUIT, SIGINT].contains(signal)
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›", with: isCrash ? Self.quiet : [:])
        #expect(!session.terminal.isCooked)
        session.terminal.send(signal)
        #expect(session.terminal.finish() == 128 + signal)
        #expect(session.terminal.isCooked)
        #expect(session.terminal.text.contains("type “reset”") == isCrash)
        #expect(isCrash || !session.terminal.text.contains("crashed"))
    }

    @Test(
        "C36, T2, T8 After a signal during a command, the terminal is restored, and the change is complete or absent",
        .long("every kind of signal"), arguments: Soak.sample([SIGTERM, SIGSEGV, SIGHUP], 2))
    func endInACommand(_ signal: Int32) throws {
        let home = try HomeFixture.home()
        let before = try home.almanac("persons", "--json").rows.count
        let session = try TerminalSession(home, until: "almanac ›", with: Self.quiet)
        session.terminal.type("seed congress\r")
        #expect(session.terminal.wait { $0.text.contains("seed  ") && $0.isCooked })
        session.terminal.send(signal)
        #expect(session.terminal.finish() == 128 + signal)
        #expect(session.terminal.isCooked)
        let count = try home.almanac("persons", "--json").rows.count
        #expect(count == before || count == before + 537)
        #expect(try home.almanac("check", "--deep").status == 0)
    }

    @Test("C36 The terminal is restored if the program fails at startup")
    func endByError() throws {
        let home = try HomeFixture.home()
        try home.write("this is no store", to: "broken.db")
        let terminal = try home.terminal("--database", home.folder + "/broken.db")
        #expect(terminal.finish() == 1)
        #expect(terminal.isCooked)
    }

    @Test("T8 A terminal hang-up ends the program, and the next session resumes at the same location")
    func hangUp() throws {
        let home = try HomeFixture.home()
        let first = try TerminalSession(home, until: "almanac ›")
        try first.enter("show 'betty rubble'", until: "persons › Betty Rubble ›")
        first.terminal.hangUp()
        #expect([0, 129].contains(first.terminal.finish()))
        let second = try TerminalSession(home, until: "persons › Betty Rubble ›")
        #expect(second.quit() == 0)
    }

    @Test("T8 A session survives invalid bytes and partial key sequences and does not send terminal queries")
    func strangeBytes() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        let bytes: [[UInt8]] = [
            [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xFF, 0xFE], [0x1B],
            [0x1B, 0x5B],
            [0x1B, 0x5B, 0x33, 0x31], [0x9B, 0x41], [0x1B, 0x5D, 0x30, 0x3B, 0x07], [0x00, 0x1C, 0x1D, 0x1E],
        ]
        for bytes in bytes {
            session.terminal.type(bytes)
            try session.press("\u{7}|", until: "|")
            try session.press("\u{3}", until: "|\nalmanac ›")
        }
        for byte in "persons\r".utf8 { session.terminal.type([byte]) }
        #expect(session.terminal.wait(for: "persons ›"))
        #expect(session.quit() == 0)
        // The program does not send requests that the terminal would have to answer.
        for query in ["\u{1B}[6n", "\u{1B}[c", "\u{1B}[>", "\u{1B}]", "\u{1B}P"] {
            #expect(!session.terminal.text.contains(query))
        }
    }
}
