import Glibc
import TestSupport
import Testing

@Suite("Signals, and the terminal afterwards")
struct SignalTests {
    @Test func ctrlCStopsACommandAndKeepsTheSession() throws {
        let home = try Bedrock.home()
        let sitting = try Sitting(home, until: "almanac ›")
        sitting.terminal.type("seed exoplanets\r")
        #expect(sitting.terminal.wait { $0.text.contains("Planting") || $0.text.contains("6540") })
        // A machine may be quick enough to be done; what is planted is all or nothing either way.
        try sitting.press("\u{3}", until: "almanac ›")
        try sitting.say("persons", until: "persons ›")
        #expect(sitting.quit() == 0)
        let count = try home.almanac("planets", "--all", "--json").rows.count
        #expect(count == 0 || count == 6540)
        #expect(sitting.terminal.text.contains("nterrupted") == (count == 0))
    }

    @Test func theTerminalIsAsItWasAfterwards() throws {
        let home = try Bedrock.home()
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

    @Test(arguments: [SIGTERM, SIGHUP]) func whoeverEndsTheProgramFindsTheTerminalAsItWas(_ signal: Int32) throws {
        let home = try Bedrock.home()
        let sitting = try Sitting(home, until: "almanac ›")
        #expect(!isCooked(sitting.terminal))
        sitting.terminal.send(signal)
        #expect(sitting.terminal.finish() == 128 + signal)
        #expect(isCooked(sitting.terminal))
    }

    @Test func aPromptIsDrawnAgainWhereTheWindowChanges() throws {
        let home = try Bedrock.home()
        let sitting = try Sitting(home, until: "almanac ›")
        let before = sitting.terminal.received.count
        sitting.terminal.resize(columns: 40, rows: 20)
        #expect(sitting.terminal.wait { $0.received.count > before })
        #expect(sitting.quit() == 0)
    }

    private func isCooked(_ terminal: PseudoTerminal) -> Bool {
        let descriptor = terminal.openProgramSide()
        defer { close(descriptor) }
        var modes = termios()
        return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }
}
