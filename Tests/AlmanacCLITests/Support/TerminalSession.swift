import TestSupport

/// An interactive session that waits for the output of each line: `try session.enter("persons", until: "persons › ")`.
final class TerminalSession {
    let terminal: PseudoTerminal
    /// The home, which must outlive the program.
    private let home: Home
    private let columns: Int
    /// Whether the session uses the line editor.
    private let isEdited: Bool
    private var mark = 0

    /// Creates a session and waits until its output contains `text`.
    init(
        _ home: Home, _ words: [String] = [], until text: String, columns: Int = 80, rows: Int = 48,
        with variables: [String: String] = [:]
    ) throws {
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        self.home = home
        self.columns = columns
        let isPlain =
            ["--accessible", "--plain"].contains { words.contains($0) }
            || ["ALMANAC_PLAIN", "ACCESSIBLE"].contains { variables[$0] != nil }
        isEdited = !isPlain && !["dumb", ""].contains(variables["TERM"])
        try terminal.start(
            BuiltProgram.almanac, ["--no-animation"] + words,
            environment: home.environment.merging(variables) { _, given in given })
        try expect(text)
    }

    /// Types a line and waits until the output contains `text`.
    func enter(_ line: String, until text: String) throws {
        try press(line + "\r", until: text)
    }

    /// Presses keys and waits until the output contains `text`.
    ///
    /// - Parameter isAtPrompt: Whether the prompt, rather than another program on the terminal, reads the keys.
    func press(_ keys: String, until text: String, isAtPrompt: Bool = true) throws {
        if isAtPrompt { awaitPrompt() }
        mark = terminal.received.count
        terminal.type(keys)
        try expect(text)
    }

    /// Ends the session and returns the exit status.
    func quit() -> Int32? {
        awaitPrompt()
        terminal.type("quit\r")
        return terminal.finish()
    }

    /// The raw output since the last call to `enter` or `press`.
    var outputBytes: [UInt8] { Array(terminal.received[mark...]) }

    /// The visible output since the last call to `enter` or `press`.
    var output: String {
        var screen = ScreenEmulator(columns: columns, rows: 200)
        screen.show(String(decoding: outputBytes, as: UTF8.self))
        return screen.text
    }

    /// Waits until the line editor, if any, reads keys.
    private func awaitPrompt() {
        // Until then, the terminal itself handles Ctrl-C and Ctrl-D.
        terminal.wait(every: 5) { !isEdited || !$0.isCooked }
    }

    private func expect(_ text: String) throws {
        guard terminal.wait(until: { _ in output.contains(text) }) else {
            throw OutputTimeout(description: "Expected “\(text)”, found:\n\(output)")
        }
    }
}

struct OutputTimeout: Error, CustomStringConvertible {
    let description: String
}
