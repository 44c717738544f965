import TestSupport

/// Somebody at a terminal who types on only when the answer has come: `try sitting.say("persons", until: "persons › ")`.
final class Sitting {
    let terminal: PseudoTerminal
    /// Gone behind the program, which would make its folders again.
    private let home: Home
    private let columns: Int
    /// Whether lines are edited, and keys therefore read as they come.
    private let isEdited: Bool
    private var mark = 0

    /// - Parameter text: What is there before anything is typed.
    init(
        _ home: Home, _ words: [String] = [], until text: String, columns: Int = 80,
        with variables: [String: String] = [:]
    ) throws {
        terminal = try PseudoTerminal(columns: columns, rows: 40)
        self.home = home
        self.columns = columns
        let isPlain = words.contains("--plain") || ["ALMANAC_PLAIN", "ACCESSIBLE"].contains { variables[$0] != nil }
        isEdited = !isPlain && !["dumb", ""].contains(variables["TERM"])
        try terminal.start(
            BuiltProgram.almanac, ["--no-animation"] + words,
            environment: home.environment.merging(variables) { _, given in given })
        try expect(text)
    }

    /// Types a line and waits for what comes of it.
    func say(_ line: String, until text: String) throws {
        try press(line + "\r", until: text)
    }

    /// Presses keys and waits for what comes of them.
    ///
    /// - Parameter isAtPrompt: Whether they are for the prompt rather than for a program that has the terminal.
    func press(_ keys: String, until text: String, isAtPrompt: Bool = true) throws {
        if isAtPrompt { awaitPrompt() }
        mark = terminal.received.count
        terminal.type(keys)
        try expect(text)
    }

    /// Leaves, and tells the status of the program.
    func quit() -> Int32? {
        awaitPrompt()
        terminal.type("quit\r")
        return terminal.finish()
    }

    /// What has come since the last line was typed, as it was written.
    var answerBytes: [UInt8] { Array(terminal.received[mark...]) }

    /// What has come since the last line was typed, as it is seen.
    var answer: String {
        var screen = ScreenEmulator(columns: columns, rows: 200)
        screen.show(String(decoding: answerBytes, as: UTF8.self))
        return screen.text
    }

    /// What a command shows is there before the next prompt is: until then Ctrl-C and Ctrl-D are the terminal's own.
    private func awaitPrompt() {
        terminal.wait(every: 5) { !isEdited || !$0.isCooked }
    }

    private func expect(_ text: String) throws {
        guard terminal.wait(until: { _ in answer.contains(text) }) else {
            throw NoAnswer(description: "“\(text)” did not come. This did:\n\(answer)")
        }
    }
}

struct NoAnswer: Error, CustomStringConvertible {
    let description: String
}
