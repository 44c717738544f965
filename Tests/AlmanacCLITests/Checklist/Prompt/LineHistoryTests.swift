import Glibc
import TestSupport
import Testing

@Suite("Checklist: history of typed lines", .childProcesses)
struct LineHistoryTests {
    private static func history(of home: Home) throws -> [String] {
        let path = home.folder + "/.local/state/almanac/history"
        guard home.exists(path) else { return [] }
        return String(decoding: try home.bytes(of: path), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("C31, T10 The history file is in the state folder and readable only by its owner")
    func permissions() throws {
        let home = try HomeFixture.home()
        let path = try home.write("persons\n", to: ".local/state/almanac/history")
        chmod(path, 0o644)
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("groups", until: "groups ›")
        #expect(session.quit() == 0)
        #expect(home.permissions(of: path) == 0o600)
        #expect(try Self.history(of: home) == ["persons", "groups", "quit"])
    }

    @Test(
        "C31 No line is lost if a signal or a disconnected terminal ends the session", .long("kills sessions"),
        arguments: Soak.isOn ? Array(0..<10) : [0, 3])
    func killedTerminals(round: Int) throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        let lines = (1...5).map { "find round\(round)line\($0)" }
        for line in lines { try session.enter(line, until: "“\(line.dropFirst(5))” ›") }
        // The line is saved before its command has finished.
        session.terminal.type("seed congress\r")
        #expect(session.terminal.wait { _ in (try? Self.history(of: home).last) == "seed congress" })
        switch round % 4 {
        case 0: session.terminal.send(SIGKILL)
        case 1: session.terminal.send(SIGTERM)
        case 2: session.terminal.send(SIGHUP)
        default: session.terminal.hangUp()
        }
        _ = session.terminal.finish()
        #expect(try Self.history(of: home) == lines + ["seed congress"])
        #expect(try home.almanac("check").status == 0)
    }

    @Test("C46 The prompt does not wait for a locked history file")
    func promptBeforeHistory() throws {
        let home = try HomeFixture.home()
        let path = try home.write("find betty\n", to: ".local/state/almanac/history")
        let file = open(path, O_RDWR | O_CLOEXEC)
        #expect(flock(file, LOCK_EX) == 0)
        let session = try TerminalSession(home, until: "almanac ›")
        close(file)
        try session.press("\u{1B}[A", until: "find betty")
        try session.press("\u{3}", until: "almanac ›")
        #expect(session.quit() == 0)
    }

    @Test("C31 Concurrent sessions do not lose lines, and a session recalls the lines of another")
    func twoSessions() throws {
        let home = try HomeFixture.home()
        let first = try TerminalSession(home, until: "almanac ›")
        let second = try TerminalSession(home, until: "almanac ›")
        try first.enter("find one", until: "“one” ›")
        try second.enter("find two", until: "“two” ›")
        try first.enter("find three", until: "“three” ›")
        try second.press("\r", until: "“two” ›")
        try second.press("\u{1B}[A", until: "› find three")
        try second.press("\u{1B}[A", until: "› find two")
        try second.press("\u{1B}[A", until: "› find one")
        try second.press("\u{3}", until: "“two” ›")
        #expect(first.quit() == 0 && second.quit() == 0)
        #expect(try Self.history(of: home) == ["find one", "find two", "find three", "quit"])
    }

    @Test("C31 Lines of private sessions and lines that start with a space are not saved")
    func privately() throws {
        let home = try HomeFixture.home()
        let open = try TerminalSession(home, until: "almanac ›")
        try open.enter(" find blank", until: "“blank” ›")
        try open.enter("find kept", until: "“kept” ›")
        #expect(open.quit() == 0)
        let closed = try TerminalSession(home, ["--private"], until: "“kept” ›")
        try closed.enter("find private", until: "“private” ›")
        try closed.press("\u{1B}[A\u{1B}[A\u{1B}[A", until: "› find kept")
        try closed.press("\u{3}", until: "“private” ›")
        #expect(closed.quit() == 0)
        #expect(try Self.history(of: home) == ["find kept", "quit"])
    }

    @Test(
        "C31, T10 A typed passphrase is not saved in plain text", .long("every line with a passphrase"),
        arguments: Soak.sample(
            [
                "set passphrase=topsecret", "passphrase=topsecret", ":passphrase=topsecret",
                "set 'passphrase=topsecret'", "PassPhrase=topsecret", "set passphrase='topsecret",
                "login Leia topsecret", "signup Leia topsecret", "set name=Leia passphrase=topsecret",
            ], 3))
    func secrets(_ line: String) throws {
        let home = try SeededHome.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("signup", until: "Your name")
        try session.enter(":review", until: "sign up ›")
        session.terminal.type(line + "\r\r\u{3}\u{3}")
        session.terminal.type(":guest\r")
        #expect(session.terminal.wait { $0.screen.text.contains("almanac ›") })
        #expect(session.quit() == 0)
        #expect(try home.shell("cd; grep -rlE 'topsecret' . || true").output == "")
    }

    @Test("T10 Invalid lines in the history file are ignored")
    func brokenFile() throws {
        let home = try HomeFixture.home()
        try home.write(
            [0xFF, 0x00, 0x0A, 0xC3, 0x28, 0x0A] + Array("find good\n".utf8), to: ".local/state/almanac/history")
        let session = try TerminalSession(home, until: "almanac ›")
        try session.press("\u{1B}[A\u{1B}[A", until: "almanac › find good")
        try session.enter("", until: "“good” ›")
        #expect(session.quit() == 0)
    }

    @Test(
        "C32, T10 The history is trimmed to its limit, and Ctrl-R finds the oldest of 100,000 lines")
    func manyLines() throws {
        let home = try HomeFixture.home()
        let lines = (1...100_000).map { $0 == 1 ? "find Jósé" : "find number\($0)" }
        try home.write(lines.joined(separator: "\n") + "\n", to: ".local/state/almanac/history")
        try home.write("historySize = 100000\n", to: ".config/almanac/config")
        let session = try TerminalSession(home, until: "almanac ›")
        try session.press("\u{12}jose", until: "search: jose  find Jósé")
        try session.press("\u{3}", until: "almanac ›")
        #expect(session.quit() == 0)
        try home.write("historySize = 10\n", to: ".config/almanac/config")
        let small = try TerminalSession(home, until: "almanac ›")
        #expect(small.quit() == 0)
        #expect(try Self.history(of: home).count == 10)
    }
}
