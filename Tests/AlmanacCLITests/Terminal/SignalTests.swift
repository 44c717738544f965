import Glibc
import TestSupport
import Testing

@Suite("Signals and terminal modes", .childProcesses)
struct SignalTests {
    @Test func `The terminal modes are restored at exit`() throws {
        let home = try HomeFixture.home()
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let line = "cd; stty -g >before; \(BuiltProgram.almanac); stty -g >after"
        try terminal.start("/bin/sh", ["-c", line], environment: home.environment)
        #expect(terminal.wait(for: "almanac ›"))
        terminal.type("persons\r")
        #expect(terminal.wait(for: "persons ›"))
        terminal.type("quit\r")
        #expect(terminal.finish() == 0)
        let before = try home.bytes(of: home.folder + "/before")
        #expect(!before.isEmpty)
        #expect(try home.bytes(of: home.folder + "/after") == before)
    }

    @Test(arguments: [SIGTERM, SIGHUP]) func `The terminal modes are restored when a signal ends the program`(
        _ signal: Int32
    ) throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        #expect(!isCooked(session.terminal))
        session.terminal.send(signal)
        #expect(session.terminal.finish() == 128 + signal)
        #expect(isCooked(session.terminal))
    }

    @Test(arguments: [SIGTERM, SIGHUP], [[], ["--plain"]]) func `A signal ends the program while output is stopped`(
        _ signal: Int32, _ options: [String]
    ) throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, options, until: "almanac ›")
        session.terminal.stopOutput()
        session.terminal.send(signal)
        #expect(session.terminal.finish() == 128 + signal)
        #expect(isCooked(session.terminal))
    }

    @Test(arguments: [SIGTERM, SIGHUP], [[], ["--plain"]])
    func `A signal ends the program even if its output is not being read`(
        _ signal: Int32, _ options: [String]
    ) throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, ["--no-pager"] + options, until: "almanac ›")
        for _ in 0..<10 { session.terminal.type("help commands\r") }
        #expect(session.terminal.waitUntilFull())
        session.terminal.send(signal)
        #expect(session.terminal.finish(reading: false) == 128 + signal)
        #expect(isCooked(session.terminal))
    }

    @Test func `An ignored SIGHUP does not turn off bracketed paste`() throws {
        let home = try HomeFixture.home()
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        try terminal.start(
            "/bin/sh", ["-c", "trap '' HUP; exec \(BuiltProgram.almanac)"], environment: home.environment)
        #expect(terminal.wait(for: "almanac ›"))
        let before = terminal.received.count
        terminal.send(SIGHUP)
        // Signals are received in numerical order, so the redraw follows SIGHUP.
        terminal.resize(columns: 40, rows: 20)
        #expect(terminal.wait { $0.received.count > before })
        #expect(!String(decoding: terminal.received[before...], as: UTF8.self).contains("[?2004l"))
        terminal.type("quit\r")
        #expect(terminal.finish() == 0)
    }

    @Test func `A resize redraws the prompt`() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        let before = session.terminal.received.count
        session.terminal.resize(columns: 40, rows: 20)
        #expect(session.terminal.wait { $0.received.count > before })
        #expect(session.quit() == 0)
    }

    private func isCooked(_ terminal: PseudoTerminal) -> Bool {
        let descriptor = terminal.openProgramSide()
        defer { close(descriptor) }
        var modes = termios()
        return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }
}
