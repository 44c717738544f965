import TestSupport
import Testing

/// Checks of the sections “Text” and “Accounts” in `Tests/Checklist.md`.
@Suite("Checklist: names and passphrases", .childProcesses)
struct NameChecklistTests {
    @Test("N6 Group names may look like options, IDs, or shell syntax and may be 64 KB long")
    func oddNames() throws {
        let home = try SeededHome.home()
        let names = [
            "--help", "-rf", ";", "a; b", "*", "~", "$HOME", "\"", "'", "\\", "#1", "persons/1", "1", "=", "-", "--",
            " ",
            String(repeating: "x", count: 65_536),
        ]
        for name in names {
            let made = try home.almanac("new", "group", "name=\(name)")
            #expect(made.status == 0, "\(name.prefix(20)): \(made.errors)")
        }
        #expect(Set(try home.almanac("groups", "--json").json.names) == Set(names))
        #expect(try home.almanac("check").status == 0)
    }

    @Test(
        "N6 An empty name and a name over 64 KB are rejected",
        arguments: ["", String(repeating: "x", count: 65_537)])
    func invalidNames(_ name: String) throws {
        let home = try SeededHome.home()
        let ending = try home.almanac("new", "group", "name=\(name)")
        #expect(ending.status != 0)
        #expect(ending.errors.split(separator: "\n").count == 1)
        #expect(try home.almanac("groups", "--json").rows.isEmpty)
    }

    @Test("A4 A passphrase is not accepted as an argument and does not appear on screen or in files")
    func passphrase() throws {
        let home = try SeededHome.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("signup", until: "Your name")
        try session.enter("Leia", until: "Passphrase")
        try session.enter("open sesame", until: "Repeat the passphrase")
        try session.enter("open sesame", until: "Given name")
        try session.enter(":cancel", until: "stop")
        try session.enter("stop", until: "almanac ›")
        #expect(session.quit() == 0)
        #expect(try home.shell("cd; grep -rlE 'sesame' . || true").output == "")
        #expect(try home.almanac("login", "Leia", "open sesame").status == 2)
        #expect(!session.terminal.text.contains("sesame"))
    }

    @Test("A5 Sign-up and help state that accounts do not encrypt data")
    func encryption() throws {
        let home = try SeededHome.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("signup", until: "it does not encrypt")
        session.terminal.type("\u{4}")
        #expect(try home.almanac("help", "signup").output.contains("nothing is encrypted"))
    }
}
