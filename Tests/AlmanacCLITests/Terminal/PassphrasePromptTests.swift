import Glibc
import TestSupport
import Testing

@Suite("The passphrase prompt", .childProcesses)
struct PassphrasePromptTests {
    /// A terminal with or without line editing.
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

    /// A prompt that is ended after a number of wrong passphrases, which may be 0.
    struct Prompt: Sendable, CustomTestStringConvertible {
        let mode: Mode
        let ending: Ending
        let wrong: Int
        var testDescription: String { "\(mode), \(ending), wrong passphrases: \(wrong)" }

        private static let all = Mode.allCases.flatMap { mode in
            Ending.allCases.filter { $0.ends(mode) }.flatMap { ending in
                (0...1).map { Prompt(mode: mode, ending: ending, wrong: $0) }
            }
        }

        /// All prompts, or by default a key and a signal in each state of the terminal.
        static let tested =
            Soak.isOn
            ? all
            : [
                Prompt(mode: .edited, ending: .right, wrong: 0), Prompt(mode: .edited, ending: .ctrlC, wrong: 0),
                Prompt(mode: .edited, ending: .terminate, wrong: 1), Prompt(mode: .plain, ending: .ctrlD, wrong: 0),
                Prompt(mode: .plain, ending: .ctrlBackslash, wrong: 0), Prompt(mode: .dumb, ending: .hangUp, wrong: 0),
            ]
    }

    private static let signedUp = Result {
        let home = try SeededHome.home()
        let ending = try home.almanac("-c", "signup Leia", "-c", "logout")
        try #require(ending.status == 0, "\(ending.errors)")
        try home.setPassphrase(of: "Leia")
        return try HomeSnapshot(of: home)
    }

    private static func home() throws -> Home { try Home(as: signedUp.get()) }

    @Test(
        "The echo is restored however the passphrase prompt ends, even after a wrong passphrase",
        .long("every mode and ending"), arguments: Prompt.tested)
    func endings(_ prompt: Prompt) throws {
        let mode = prompt.mode
        let terminal = try Self.home().terminal(running: mode.options + ["login", "Leia"], with: mode.variables)
        for number in 1...prompt.wrong + 1 {
            try #require(isShown(number: number, on: terminal, mode), "\(terminal.text)")
            if number <= prompt.wrong { terminal.type("close sesame\r") }
        }
        prompt.ending.perform(on: terminal)
        _ = terminal.finish()
        #expect(terminal.isCooked)
        #expect(!terminal.text.contains("sesame"), "\(terminal.text)")
    }

    @Test(
        "The echo is restored in a session after a wrong passphrase and after a correct passphrase",
        .long("every mode"), arguments: Soak.sample(Mode.allCases, 1))
    func session(_ mode: Mode) throws {
        let home = try Self.home()
        let session = try TerminalSession(home, mode.options, until: "login ›", with: mode.variables)
        try session.enter("1", until: "Passphrase")
        try session.enter("close sesame", until: "Passphrase:")
        try home.endSignInDelay()
        try session.enter("open sesame", until: "almanac ›")
        #expect(session.quit() == 0)
        #expect(session.terminal.isCooked)
        #expect(!session.terminal.text.contains("sesame"))
    }

    /// Waits until the prompt is shown and reads without echo.
    ///
    /// - Returns: Whether this happened before the program ended.
    private func isShown(number: Int, on terminal: PseudoTerminal, _ mode: Mode) -> Bool {
        // The line editor can repaint a prompt, but it enables bracketed paste only once per prompt.
        let sign = mode == .edited ? "\u{1B}[?2004h" : "Passphrase:"
        return terminal.wait(every: 5) { $0.text.ranges(of: sign).count >= number && !$0.isCooked }
    }

    @Test("Ctrl-C or Ctrl-D at the prompt to repeat a new passphrase cancels sign-up", arguments: ["\u{3}", "\u{4}"])
    func repetition(key: String) throws {
        let home = try SeededHome.home()
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
