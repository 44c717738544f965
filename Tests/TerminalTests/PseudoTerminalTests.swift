import Glibc
import TestSupport
import Testing

@Suite("Pseudo-terminals and child processes")
struct PseudoTerminalTests {
    @Test("A program in a pseudo-terminal receives the terminal size and typed input")
    func session() throws {
        let terminal = try PseudoTerminal(columns: 50, rows: 7)
        try terminal.start("/bin/sh", ["-c", "stty size; read -r name; echo \"hello $name\"; read -r name; exit 3"])
        #expect(terminal.wait(for: "7 50"))
        terminal.type("Leia\r")
        #expect(terminal.wait(for: "hello Leia"))
        terminal.type("\r")
        #expect(terminal.finish() == 3)
        #expect(terminal.screen.lines.prefix(3) == ["7 50", "Leia", "hello Leia"])
    }

    @Test("Ctrl-C in a pseudo-terminal sends a signal to the program")
    func interruption() throws {
        let terminal = try PseudoTerminal()
        try terminal.start("/bin/cat")
        terminal.type("ready\r")
        #expect(terminal.wait(for: "ready\nready"))
        terminal.type("\u{3}")
        #expect(terminal.finish() == 128 + SIGINT)
    }

    @Test("Running a child process returns its output, errors, and exit status")
    func child() throws {
        let script = "cat; echo oops >&2; test \"$NAME\" = Leia && exit 4"
        let input = String(repeating: "漢字\n", count: 100_000)
        let ending = try ChildProcess.run(
            "/bin/sh", ["-c", script], input: input, environment: ["NAME": "Leia", "PATH": "/bin"])
        #expect(ending.output == input && ending.errors == "oops\n" && ending.status == 4)
    }

    @Test("A child process can be killed, and its output can be closed or sent to a file")
    func endings() throws {
        let child = try ChildProcess("/bin/sleep", ["60"])
        child.send(SIGKILL)
        #expect(try child.finish().status == 128 + SIGKILL)
        #expect(try ChildProcess.run("/bin/sh", ["-c", "echo lost 2>/dev/null"], output: .closed).status != 0)
        #expect(try ChildProcess.run("/bin/echo", ["lost"], output: .file("/dev/full")).status != 0)
    }

    @Test("The program almanac is built with the tests")
    func builtProgram() {
        #expect(access(BuiltProgram.almanac, X_OK) == 0)
    }
}
