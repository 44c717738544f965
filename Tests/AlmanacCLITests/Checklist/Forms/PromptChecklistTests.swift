import TestSupport
import Testing

@Suite("Checklist: prompts", .childProcesses)
struct PromptChecklistTests {
    /// Commands that prompt at a terminal, with the exit status and the suggestion in a non-interactive session.
    private static let asking: [(line: String, status: Int32, instead: String)] = [
        ("delete persons/1", 2, "--yes"), ("purge --all", 2, "--yes"), ("restore BACKUP", 2, "--yes"),
        ("new person", 2, "field=value"), ("edit persons/1", 2, "field=value"),
        ("note persons/1", 2, "note persons/1 TEXT"),
        ("edit persons/1 --editor", 2, "field=value"), ("new note --editor", 2, "field=value"),
        ("signup", 2, "signup NAME"), ("login", 2, "login NAME"), ("login Guarded", 2, "--passphrase-fd"),
        ("show 'the slates'", 3, "persons/"),
    ]

    @Test("C21 A command that needs a prompt fails in a non-interactive session and names an alternative")
    func nonInteractivePrompts() throws {
        let home = try HomeFixture.home(
            .after([
                "new person given=The family=Slates", "new person given=The family=Slates", "new note topic=gone",
                "delete notes/1 --yes", "backup ~/BACKUP",
            ]))
        #expect(try home.almanac("-c", "signup Guarded", "-c", "login Tester").status == 0)
        try home.setPassphrase(of: "Guarded")
        let before = try home.almanac("history", "--json").output
        for (line, status, instead) in Self.asking {
            let words = line.replacing("BACKUP", with: home.folder + "/BACKUP")
            let piped = try home.almanac("-c", words)
            #expect(piped.status == status, "\(line): \(piped.errors)")
            #expect(piped.errors.contains(instead), "\(line): \(piped.errors)")
            #expect(piped.output == "", "\(line)")
            let terminal = try home.terminal("--no-input", "-c", words, columns: 400)
            #expect(terminal.finish() == status, "\(line): \(terminal.screen.text)")
            #expect(terminal.screen.text.contains(instead), "\(line): \(terminal.screen.text)")
        }
        #expect(try home.almanac("history", "--json").output == before)
    }

    @Test("C21 No command waits for input in a non-interactive session", .long("every command with each argument"))
    func noCommandWaits() throws {
        let home = try HomeFixture.home(.bedrock)
        let names = try home.almanac("help", "--json").json["commands"]?.names ?? []
        #expect(names.count > 40)
        // These commands run separately, because they could end the run or change the user of later commands.
        let ending: Set = ["quit", "signup", "login", "logout"]
        // Drawing the graph takes longer than all other commands.
        let others = names.filter { !ending.contains($0) && (Soak.isOn || $0 != "graph") }
        for arguments in Soak.sample(["", " persons/1", " persons/1 persons/2"], 1) {
            for names in [others] + ending.map({ [$0] }) {
                let lines = names.flatMap { ["-c", $0 + arguments] }
                let terminal = try home.terminal(running: ["--no-input", "--keep-going"] + lines, columns: 200)
                #expect(terminal.finish().map { (0...4).contains($0) } == true, "\(lines)")
                #expect(!terminal.text.contains("\n? "), "\(lines)")
            }
        }
    }

    @Test("C21, A4 A passphrase is read from a file descriptor and is not saved in plain text")
    func passphrase() throws {
        let home = try SeededHome.home()
        #expect(try home.almanac("signup", "Leia", "--passphrase-fd", "0", input: "open sesame\nrest").status == 0)
        #expect(try home.almanac("logout").status == 0)
        let right = try home.shell("almanac login Leia --passphrase-fd 3 3<<<'open sesame'")
        #expect(right.status == 0 && right.output == "You are signed in as Leia.\n")
        // The wrong passphrase comes last, because it delays the next sign-in.
        let wrong = try home.shell("almanac login Leia --passphrase-fd 3 3<<<'open barley'")
        #expect(wrong.status == 1 && wrong.errors.hasPrefix("Wrong passphrase for “Leia”."))
        #expect(try home.shell("almanac login Leia --passphrase-fd 7").status == 1)
        #expect(try home.almanac("login", "Leia", "--passphrase-fd", "x").status == 2)
        #expect(try home.shell("cd; grep -rlE 'sesame' . || true").output == "")
    }

    @Test("C22 End of input declines a prompt", arguments: ["delete persons/1", "tutorial"])
    func endOfInput(line: String) throws {
        let home = try HomeFixture.home(.bedrock)
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter(line, until: "\n?")
        try session.press("\u{4}", until: "almanac ›")
        #expect(!session.output.contains("(n)"), "\(session.output)")
        session.terminal.type("\u{4}")
        #expect(session.terminal.finish() == 0)
        #expect(try home.almanac("show", "persons/1").status == 0)
    }

    @Test("C22 End of input closes a form and keeps the answers")
    func endOfInputInAForm() throws {
        let home = try HomeFixture.home(.bedrock)
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name:")
        try session.enter(":more", until: "Prefix:")
        try session.enter("Mr.", until: "Middle name:")
        try session.press("\u{15}\u{4}", until: "persons › Fred Flintstone ›")
        session.terminal.type("\u{4}")
        #expect(session.terminal.finish() == 0)
        let again = try TerminalSession(home, ["open", "persons/1/edit"], until: "Middle name:")
        try again.enter(":cancel", until: "persons › Fred Flintstone ›")
        #expect(again.quit() == 0)
    }
}
