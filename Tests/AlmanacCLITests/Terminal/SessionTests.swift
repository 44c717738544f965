import TestSupport
import Testing
import Text

@Suite("Sessions at a terminal", .childProcesses)
struct SessionTests {
    @Test func `A user can sign up, edit a person, quit, and resume the session`() throws {
        let home = try SeededHome.home("flintstones")
        let first = try TerminalSession(home, until: "almanac ›")
        try first.enter("signup", until: "Your name")
        try first.enter("Leia", until: "Passphrase")
        try first.enter("", until: "Given name: Leia")
        try first.enter("", until: "Family name")
        try first.enter("Organa", until: "Nickname")
        try first.enter(":save", until: "stop")
        try first.enter("stop", until: "almanac ›")
        try first.enter("find fred", until: "“fred” ›")
        try first.enter("1", until: "persons › Fred Flintstone ›")
        try first.enter("edit phone.home=+1-555-0199", until: "+1-555-0199\n")
        try first.enter("note --topic Plans Bring them back.", until: "notes › Plans ›")
        #expect(first.quit() == 0)

        let second = try TerminalSession(home, until: "notes › Plans ›")
        #expect(second.output.contains("Bring them back."))
        #expect(second.output.contains("About  Fred Flintstone"))
        #expect(second.quit() == 0)
        let fred = try home.almanac("show", "fred flintstone", "--json").json
        #expect(fred["phones"]?.array?.first?["value"]?.string == "+1-555-0199")
        #expect(fred["notes"]?.names.contains("Plans") == true)
        #expect(try home.almanac("show", "leia organa").status == 0)
        #expect(try home.almanac("-c", "favorites").status == 0)
    }

    @Test("C35 The prompt shows the current location, which changes with back, forward, and home")
    func navigation() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("persons", until: "persons ›")
        try session.enter("2", until: "persons › Fred Flintstone ›")
        try session.enter("back", until: "\npersons ›")
        try session.enter("forward", until: "persons › Fred Flintstone ›")
        try session.enter("home", until: "almanac ›")
        try session.enter("persons", until: "\npersons ›")
        #expect(session.quit() == 0)
    }

    @Test func `The number of a row on screen opens its record`() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("persons --sort -name", until: "persons ›")
        let line = try #require(session.output.split(separator: "\n").first { $0.contains("Betty Rubble") })
        let number = try #require(line.split(separator: " ").first)
        try session.enter(String(number), until: "persons › Betty Rubble ›")
        try session.enter("77", until: "There is no row 77 on this page.")
        try session.enter("delete 99", until: "99")
        #expect(session.quit() == 0)
    }

    @Test("C35 The prompt marks unsaved changes, which survive the end of the session")
    func unsavedChanges() throws {
        let home = try HomeFixture.home()
        let first = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name:")
        try first.enter(":more", until: "Prefix:")
        try first.enter("Sir", until: "Middle name")
        first.terminal.type("\u{4}")
        #expect(first.terminal.wait { $0.screen.text.contains("persons › Fred Flintstone ›") })
        #expect(first.quit() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"] == .null)

        let second = try TerminalSession(home, until: "persons › Fred Flintstone ›")
        try second.enter("edit", until: "Middle name")
        try second.enter(":review", until: "edit * ›")
        #expect(second.output.contains("Sir"))
        try second.enter("save", until: "persons › Fred Flintstone ›")
        #expect(second.quit() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"]?.string == "Sir")
    }

    @Test func `Without a line editor, Enter keeps the current value`() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(
            home, ["open", "persons/1/edit"], until: "Given name: (Fred)", with: ["TERM": "dumb"])
        try session.enter("", until: "Family name: (Flintstone)")
        try session.enter("Stone", until: "Phone · home:")
        try session.enter(":save", until: "persons › Fred Stone ›")
        #expect(session.quit() == 0)
    }

    @Test func `A draft is kept if the program is killed`() throws {
        let home = try HomeFixture.home()
        let first = try TerminalSession(home, ["open", "persons/1"], until: "persons › Fred Flintstone ›")
        try first.enter("edit", until: "Given name:")
        try first.enter(":more", until: "Prefix:")
        try first.enter("Sir", until: "Middle name")
        first.terminal.send(9)
        #expect(first.terminal.finish() == 137)
        let second = try TerminalSession(home, until: "Middle name")
        try second.enter(":review", until: "edit * ›")
        #expect(second.output.contains("Sir"))
        #expect(second.quit() == 0)
    }

    @Test func `Deletion asks for confirmation, and only the answer “yes” deletes the record`() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("delete 'betty rubble'", until: "no (n)\n?")
        try session.enter("n", until: "almanac ›")
        try session.enter("delete 'betty rubble'", until: "no (n)\n?")
        try session.press("\u{3}", until: "almanac ›")
        #expect(try home.almanac("show", "betty rubble").status == 0)
        try session.enter("delete 'betty rubble'", until: "no (n)\n?")
        try session.enter("y", until: "Deleted Betty Rubble")
        #expect(session.quit() == 0)
        #expect(try home.almanac("show", "betty rubble").status == 3)
    }

    @Test func `An ambiguous name prompts for the record`() throws {
        let home = try HomeFixture.home()
        try home.almanac(input: "new person given=Luke\nnew person given=Luke nickname=Other\n")
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("show luke", until: "cancel")
        try session.enter("2", until: "persons › Luke ›")
        #expect(session.output.contains("Other"))
        #expect(session.quit() == 0)
    }

    @Test func `The first session is a guest session and shows the next steps`() throws {
        let empty = try TerminalSession(try Home(), until: "almanac ›")
        #expect(empty.output.contains("import FILE") && empty.output.contains("signup"))
        #expect(empty.quit() == 0)
        let filled = try TerminalSession(try SeededHome.home("flintstones"), until: "almanac ›")
        #expect(filled.output.contains("find NAME") && filled.output.contains("signup"))
        try filled.enter("find fred", until: "“fred” ›")
        #expect(filled.quit() == 0)
    }

    @Test func `A session starts with sign-in if an account with a passphrase exists`() throws {
        let home = try SeededHome.home()
        #expect(try home.almanac("-c", "signup Leia", "-c", "logout").status == 0)
        try home.setPassphrase(of: "Leia")
        let session = try TerminalSession(home, until: "login ›")
        try session.enter("1", until: "Passphrase:")
        try session.enter("wrong", until: ":forgot")
        try session.enter(":forgot", until: "reset NAME")
        session.terminal.type("\u{4}")
    }

    @Test func `The sign-up form asks for the passphrase twice and accepts other commands`() throws {
        let home = try SeededHome.home("flintstones")
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("signup", until: "Your name")
        try session.enter("Leia", until: "Passphrase")
        try session.enter("open sesame", until: "Repeat the passphrase")
        try session.enter("open sesam", until: "The passphrases do not match.")
        try session.enter("open sesame", until: "Repeat the passphrase")
        try session.enter("open sesame", until: "Given name")
        try session.enter(":cancel", until: "stop")
        try session.enter("stop", until: "almanac ›")
        try session.enter("signup", until: "Your name")
        try session.enter("help find", until: "Search all records")
        session.terminal.type("\u{4}")
        #expect(try home.almanac("login", "Leia").status == 2)
    }

    @Test func `Signing up does not echo the passphrase, and signing in asks for it`() throws {
        let home = try SeededHome.home()
        let first = try TerminalSession(home, until: "almanac ›")
        try first.enter("signup", until: "Your name")
        try first.enter("Leia", until: "Passphrase")
        try first.enter("open sesame", until: "Repeat the passphrase")
        try first.enter("open sesame", until: "Given name")
        try first.enter(":cancel", until: "stop")
        try first.enter("stop", until: "almanac ›")
        try first.enter("notes", until: "notes ›")
        #expect(first.quit() == 0)
        #expect(!first.terminal.text.contains("sesame"))
        #expect(try home.almanac("account").output.contains("Leia"))

        let second = try TerminalSession(home, until: "login ›")
        try second.enter("1", until: "Passphrase")
        try second.enter("open sesame", until: "notes ›")
        #expect(second.quit() == 0)
        let files = try home.shell("cd; grep -rl sesame . || true")
        #expect(files.output == "")
    }

    @Test("open --help shows the help on a terminal, without a database")
    func openHelp() throws {
        let home = try Home()
        let terminal = try home.terminal(running: ["--no-pager", "open", "--help"])
        #expect(terminal.finish() == 0)
        #expect(terminal.text.contains("open ID"), "\(terminal.text)")
        #expect(!home.exists(home.store))
    }
}
