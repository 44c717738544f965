import Glibc
import TestSupport
import Testing

/// An interactive shell on a terminal, in a home folder, with completion of `almanac`.
final class ShellSession {
    enum Shell: String {
        case bash, zsh, fish

        var isInstalled: Bool { access("/usr/bin/\(rawValue)", X_OK) == 0 }

        fileprivate var options: [String] {
            switch self {
            case .bash: ["--norc", "-i"]
            case .zsh: ["-f", "-i"]
            case .fish: ["--no-config", "-i"]
            }
        }

        fileprivate var setup: String {
            switch self {
            case .bash: "eval \"$(almanac completion bash)\""
            case .zsh:
                "setopt interactivecomments; autoload -Uz compinit; compinit -u; eval \"$(almanac completion zsh)\""
            case .fish: "almanac completion fish | source"
            }
        }

        /// A function that records all calls of the program except those for completion.
        fileprivate var recorder: String {
            let record = "printf '%s\\0' "
            return switch self {
            case .bash, .zsh:
                """
                almanac() { if [[ $1 == complete ]]; then command almanac "$@"; \
                else \(record)"$*" >> ~/calls; fi; }
                """
            case .fish:
                """
                function almanac; if test $argv[1] = complete; command almanac $argv; \
                else; \(record)"$argv" >> ~/calls; end; end
                """
            }
        }
    }

    private static let prompt = "ready> "
    private static let secondPrompt = "more> "

    private let shell: Shell
    private let terminal: PseudoTerminal
    private let home: Home

    init(_ shell: Shell, in home: Home) throws {
        (self.shell, self.home) = (shell, home)
        terminal = try PseudoTerminal(columns: 200, rows: 20)
        let path = String(BuiltProgram.almanac.dropLast("/almanac".count))
        try terminal.start(
            "/usr/bin/\(shell.rawValue)", shell.options,
            environment: home.environment.merging([
                "PATH": "\(path):/usr/bin:/bin", "PS1": Self.prompt, "PS2": Self.secondPrompt,
            ]) { $1 })
        // History expansion can repeat this command.
        terminal.type("cd; touch pwned; rm pwned\r")
        terminal.type("\(shell.setup); \(shell.recorder); echo set''up\r")
        try #require(terminal.wait(for: "\nsetup"), "\(terminal.screen.text)")
    }

    /// Types the beginning of a line, presses Tab, and returns the completed line.
    func line(completing beginning: String) throws -> String {
        terminal.type("\u{C}" + beginning + "\tX")
        func lines() -> [Substring] { terminal.screen.text.split(separator: "\n").filter { $0.contains(Self.prompt) } }
        try #require(terminal.wait { _ in lines().last?.contains("X") == true }, "\(terminal.screen.text)")
        return String((lines().last ?? "").drop { $0 != " " }.dropFirst())
    }

    /// Types a line, presses Tab and Enter, and returns the arguments of the recorded call of `almanac`.
    ///
    /// - Parameter other: The line that ends the command if the shell expects another line.
    func arguments(completing line: String, then other: String) throws -> String {
        let count = calls.count
        let mark = terminal.received.count
        func isRecorded() -> Bool { calls.count > count }
        terminal.type(line + "\t\r")
        // The prompt does not mark the end, because completion also draws it. Fish has no second prompt.
        if shell != .fish {
            let second = Array(Self.secondPrompt.utf8)
            _ = terminal.wait(every: 5) { isRecorded() || $0.received[mark...].firstRange(of: second) != nil }
        }
        if !isRecorded() { terminal.type(other + "\r") }
        try #require(terminal.wait(every: 5) { _ in isRecorded() }, "\(line): \(terminal.screen.text)")
        return calls[count]
    }

    private var calls: [String] {
        let bytes = (try? home.bytes(of: home.folder + "/calls")) ?? []
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
