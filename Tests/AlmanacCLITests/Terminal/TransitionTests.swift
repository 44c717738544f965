import TestSupport
import Testing

/// Transitions between screens of the built program.
@Suite(.childProcesses)
struct TransitionTests {
    /// Returns the output of each line that is typed at the prompt.
    private func outputs(
        of lines: [(line: String, prompt: String)], _ options: [String] = [], with variables: [String: String] = [:]
    ) throws -> [String] {
        let home = try HomeFixture.home(.bedrock)
        let terminal = try PseudoTerminal(columns: 80, rows: 40)
        try terminal.start(
            BuiltProgram.almanac, options, environment: home.environment.merging(variables) { _, given in given })
        #expect(terminal.wait { $0.screen.text.contains("almanac ›") })
        return lines.map { line, prompt in
            let mark = terminal.received.count
            terminal.type(line + "\r")
            #expect(terminal.wait { $0.screen.lines.last { !$0.isEmpty }?.trimmed == prompt }, "\(terminal.text)")
            return String(decoding: terminal.received[mark...], as: UTF8.self)
        }
    }

    @Test func `The flow determines the transition, and the action determines its direction`() throws {
        let outputs = try outputs(of: [
            ("settings", "settings ›"), ("persons", "persons ›"), ("1", "persons › Dino Flintstone ›"),
            ("back", "persons ›"),
        ])
        // The settings cover the screen: their lines appear in four steps, while other flows slide in three.
        for count in [1, 3, 4, 6] { #expect(outputs[0].contains("\u{1B}[\(count)A\r\u{1B}[J")) }
        #expect(!outputs[1].contains("\u{1B}[4A\r\u{1B}[J"))
        #expect(outputs[2].contains(String(repeating: " ", count: 12) + "\u{1B}[2mDino Flintstone"))
        #expect(outputs[3].contains("\u{1B}[6A\r\u{1B}[J"))
        for (output, title) in zip(outputs.dropFirst(), ["persons", "Dino Flintstone", "persons"]) {
            var screen = ScreenEmulator(columns: 80, rows: 100)
            screen.show(output)
            #expect(screen.lines.count { $0 == title || $0.hasPrefix(title + "  ") } == 1, "No frame remains.")
        }
    }

    @Test(arguments: [(["--plain"], "xterm"), (["--no-animation"], "xterm"), ([], "dumb")])
    func `Transitions are not shown in plain mode, with --no-animation, or on dumb terminals`(
        options: [String], term: String
    ) throws {
        let outputs = try outputs(of: [("persons", "persons ›")], options, with: ["TERM": term])
        #expect(!outputs[0].contains("A\r\u{1B}[J"))
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
