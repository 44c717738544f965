import Glibc
import TestSupport
import Testing

@Suite("The passphrase prompt", .childProcesses)
struct PassphrasePromptTests {
    /// The terminals with and without line editing.
    enum Mode: CaseIterable {
        case edited, plain, dumb

        var options: [String] { self == .plain ? ["--plain"] : [] }
        var variables: [String: String] { self == .dumb ? ["TERM": "dumb"] : [:] }
    }

    enum Ending: CaseIterable {
        case right, ctrlC, ctrlD, ctrlBackslash, terminate, hangUp, interrupt, alarm, timeLimit, powerFailure

        func perform(on terminal: PseudoTerminal) {
            switch self {
            case .right: terminal.type("open sesame\r")
            case .ctrlC: terminal.type("\u{3}")
            case .ctrlD: terminal.type("\u{4}")
            case .ctrlBackslash: terminal.type("\u{1C}")
            case .terminate: terminal.send(SIGTERM)
            case .hangUp: terminal.send(SIGHUP)
            case .interrupt: terminal.send(SIGINT)
            case .alarm: terminal.send(SIGALRM)
            case .timeLimit: terminal.send(SIGXCPU)
            case .powerFailure: terminal.send(SIGPWR)
            }
        }

        /// Returns whether the ending ends the prompt in a mode. The line editor ignores Ctrl-\.
        func ends(_ mode: Mode) -> Bool { self != .ctrlBackslash || mode != .edited }
    }

    private static func home() throws -> Home {
        let home = try Home()
        let ending = try home.almanac("signup", "Leia", "--passphrase-fd", "0", input: "open sesame\n")
        try #require(ending.status == 0, "\(ending.errors)")
        try home.almanac("logout")
        return home
    }

    @Test(
        "The echo is restored however the passphrase prompt ends, even after a wrong passphrase",
        arguments: Mode.allCases, Ending.allCases)
    func endings(_ mode: Mode, _ ending: Ending) throws {
        guard ending.ends(mode) else { return }
        let home = try Self.home()
        for wrong in 0...1 {
            let terminal = try home.terminal(running: mode.options + ["login", "Leia"], with: mode.variables)
            for index in 0..<wrong {
                try waitForPrompt(number: index + 1, on: terminal, mode)
                terminal.type("close sesame\r")
            }
            try waitForPrompt(number: wrong + 1, on: terminal, mode)
            ending.perform(on: terminal)
            _ = terminal.finish()
            #expect(terminal.isCooked, "wrong passphrases: \(wrong)")
            #expect(!terminal.text.contains("sesame"), "\(terminal.text)")
        }
    }

    @Test(
        "The echo is restored in a session after a wrong passphrase and after a correct passphrase",
        arguments: Mode.allCases)
    func session(_ mode: Mode) throws {
        let session = try TerminalSession(Self.home(), mode.options, until: "login ›", with: mode.variables)
        try session.enter("1", until: "Passphrase")
        try session.enter("close sesame", until: "Passphrase:")
        try session.enter("open sesame", until: "almanac ›")
        #expect(session.quit() == 0)
        #expect(session.terminal.isCooked)
        #expect(!session.terminal.text.contains("sesame"))
    }

    private func waitForPrompt(number: Int, on terminal: PseudoTerminal, _ mode: Mode) throws {
        try #require(isShown(number: number, on: terminal, mode), "\(terminal.text)")
    }

    /// Waits until the prompt is shown and reads without echo.
    ///
    /// - Returns: Whether this happened before the program ended.
    private func isShown(number: Int, on terminal: PseudoTerminal, _ mode: Mode) -> Bool {
        // The line editor repaints its prompt, and enables bracketed paste once.
        let sign = mode == .edited ? "\u{1B}[?2004h" : "Passphrase:"
        return terminal.wait(every: 5) { $0.text.ranges(of: sign).count >= number && !$0.isCooked }
    }

    @Test("Ctrl-C and Ctrl-D end the repetition of a new passphrase", arguments: ["\u{3}", "\u{4}"])
    func repetition(key: String) throws {
        let home = try Home()
        let terminal = try home.terminal("signup")
        for (prompt, answer) in [("Your name", "Leia\r"), ("Passphrase", "open sesame\r"), ("Repeat", key)] {
            #expect(terminal.wait { $0.text.contains(prompt) && !$0.isCooked }, "\(terminal.text)")
            terminal.type(answer)
        }
        let status = terminal.finish()
        #expect(status == (key == "\u{3}" ? 130 : 4), "\(terminal.text)")
        #expect(terminal.isCooked && !terminal.text.contains("do not match"))
        #expect(try home.almanac("login", "Leia").status == 3)
    }
}
