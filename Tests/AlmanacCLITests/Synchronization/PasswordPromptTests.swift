import TestSupport
import Testing

@Suite(
    "Passwords at the terminal", .childProcesses,
    .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"))
struct PasswordPromptTests {
    private let server: CardDAVServer
    private let home: Home

    init() throws {
        server = try CardDAVServer(.radicale)
        home = try HomeFixture.home()
    }

    private var addition: [String] {
        ["remote", "add", "home", server.bookURL, "--user", CardDAVServer.user, "--allow-http"]
    }

    /// A command that reads the password from its own prompt, as pinentry does.
    private static let prompt = "printf 'PIN: ' >&2; stty -echo; read -r pin; stty echo; echo \"$pin\""

    @Test("A password is requested once, without echo")
    func once() throws {
        let terminal = try home.terminal(running: ["--no-pager"] + addition, columns: 120)
        #expect(terminal.wait { $0.text.contains("Password for leia on http://127.0.0.1:") && !$0.isCooked })
        terminal.type(CardDAVServer.password + "\r")
        #expect(terminal.wait(for: "Synchronize home now?"), "\(terminal.screen.text)")
        terminal.type("yes\r")
        #expect(terminal.finish() == 0, "\(terminal.screen.text)")
        #expect(terminal.isCooked)
        #expect(!terminal.text.contains("Alderaan"))
    }

    @Test("After a password is rejected, the next command asks for it again")
    func rejected() throws {
        let session = try TerminalSession(home, ["--no-pager"], until: "almanac ›", columns: 120)
        try session.enter(addition.joined(separator: " "), until: "Password for leia on")
        try session.enter("wrong", until: "The server rejected the user name or password.")
        try session.enter(addition.joined(separator: " "), until: "Password for leia on")
        try session.enter(CardDAVServer.password, until: "Synchronize home now?")
        try session.enter("not now", until: "almanac ›")
        #expect(session.quit() == 0)
    }

    @Test("Ctrl-C at the prompt ends the command with status 130", arguments: [nil, prompt])
    func interruption(command: String?) throws {
        let options = command.map { ["--password-command", $0] } ?? []
        let terminal = try home.terminal(running: ["--no-pager"] + addition + options, columns: 120)
        #expect(terminal.wait { $0.text.contains(command == nil ? "\u{1B}[?2004h" : "PIN: ") && !$0.isCooked })
        terminal.type("\u{3}")
        #expect(terminal.finish() == 130, "\(terminal.screen.text)")
        #expect(terminal.isCooked)
        #expect(try home.almanac("remotes", "--json").rows.isEmpty)
    }

    @Test("A password command can use the terminal while progress is hidden")
    func command() throws {
        let terminal = try home.terminal(
            running: ["--no-pager"] + addition + ["--password-command", "sleep 0.7; " + Self.prompt], columns: 120)
        #expect(terminal.wait(for: "PIN:"))
        #expect(terminal.wait { !$0.isCooked })
        terminal.type(CardDAVServer.password + "\r")
        #expect(terminal.wait(for: "Synchronize home now?"), "\(terminal.screen.text)")
        terminal.type("not now\r")
        #expect(terminal.finish() == 0)
        #expect(!terminal.text.contains("Alderaan"))
    }

    @Test("Ctrl-D at the prompt ends the command with status 4")
    func declined() throws {
        let terminal = try home.terminal(running: ["--no-pager"] + addition, columns: 120)
        #expect(terminal.wait { $0.text.contains("\u{1B}[?2004h") && !$0.isCooked })
        terminal.type("\u{4}")
        #expect(terminal.finish() == 4, "\(terminal.screen.text)")
        #expect(terminal.text.contains("No password was entered for 127.0.0.1."))
    }
}
