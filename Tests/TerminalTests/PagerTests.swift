import Glibc
import Rendering
import TestSupport
import Testing

@testable import Terminal

@Suite("Pager")
struct PagerTests {
    private let size = TerminalSize(columns: 10, rows: 5)

    /// Returns the output when numbered lines are shown with a pager.
    private func shown(_ lines: Int, through command: [String]) throws -> String {
        try shown((0..<lines).map(\.description), through: command)
    }

    private func shown(_ lines: [String], through command: [String]) throws -> String {
        let file = TemporaryName()
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let output = Output(
            Pager(descriptor, Program(command, environment: ["OUT": file.path, "PATH": "/usr/bin:/bin"]), size))
        for line in lines { try output.writeLine(line) }
        try output.close()
        return try ChildProcess.run("/bin/cat", [file.path]).output
    }

    private let pager = ["sh", "-c", "sed s/^/paged:/ > $OUT"]

    @Test("Output is shown directly if at most two lines scroll off the screen, and longer output is paged")
    func whenPaged() throws {
        #expect(try shown(6, through: pager) == "0\n1\n2\n3\n4\n5\n")
        #expect(
            try shown(7, through: pager)
                == "paged:0\npaged:1\npaged:2\npaged:3\npaged:4\npaged:5\npaged:6\n")
    }

    @Test("Only visible characters take up space on the screen")
    func visibleWidth() throws {
        let line = "\u{1B}[1;38;5;208mÄÖÜäöü–…“”\u{1B}[0m"
        let lines = Array(repeating: line, count: 6)
        #expect(try shown(lines, through: pager) == lines.map { $0 + "\n" }.joined())
        #expect(try !shown(lines.dropLast(2) + [line + "ß"], through: pager).hasPrefix("paged:"))
        #expect(try shown(lines.dropLast(2) + [line + "ß", line], through: pager).hasPrefix("paged:"))
    }

    @Test("The less prompt shows the keys and, on a wide terminal, the position")
    func lessPrompt() throws {
        guard access("/usr/bin/less", X_OK) == 0 else { return }
        for (columns, expected) in [(60, "1-4  Space next, b back, q quit"), (20, "Space, b, q")] {
            let terminal = try PseudoTerminal(columns: columns, rows: 5)
            try terminal.start(
                "/bin/sh", ["-c", "seq 12 | less"],
                environment: [
                    "LESS": Pager.lessOptions(columns), "LESSCHARSET": "utf-8", "TERM": "xterm",
                    "PATH": "/usr/bin:/bin",
                ])
            #expect(
                terminal.wait(until: { $0.screen.lines.last?.hasPrefix(expected) ?? false }), "\(terminal.screen.text)")
            terminal.type("      ")
            #expect(terminal.finish() == 0)
            #expect(terminal.screen.text.contains("12"))
        }
    }

    @Test("Output is shown directly if the pager is missing")
    func missing() throws {
        #expect(try shown(6, through: ["no-such-pager"]) == "0\n1\n2\n3\n4\n5\n")
    }

    @Test("Quitting the pager early stops the output")
    func quitting() throws {
        signal(SIGPIPE, SIG_IGN)
        let output = Output(Pager(1, Program(["true"], environment: ["PATH": "/usr/bin:/bin"]), size))
        #expect(throws: OutputProblem.readerLeft) {
            for line in 0..<500_000 { try output.writeLine(String(line)) }
        }
    }

    @Test(
        "Environment variables select the pager",
        arguments: [
            ([:], ["less"]), (["PAGER": "more -d"], ["more", "-d"]),
            (["PAGER": "more", "ALMANAC_PAGER": "less -S"], ["less", "-S"]),
            (["PAGER": ""], []), (["PAGER": "less", "ALMANAC_PAGER": "cat"], []),
        ] as [([String: String], [String])])
    func command(environment: [String: String], words: [String]) {
        #expect(Pager.command(environment) { $0.split(separator: " ").map(String.init) } == words)
    }
}
