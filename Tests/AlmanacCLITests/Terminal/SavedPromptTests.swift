import Glibc
import TestSupport
import Testing

@Suite("Prompts that survive the end of a session", .childProcesses)
struct SavedPromptTests {
    private let question = "no (n)\n?"

    @Test func `A confirmation prompt is shown again after the program is killed`() throws {
        let home = try HomeFixture.home()
        let first = try TerminalSession(home, until: "almanac ›")
        try first.enter("delete 'betty rubble'", until: question)
        first.terminal.send(9)
        #expect(first.terminal.finish() == 137)
        let second = try TerminalSession(home, until: question)
        try second.enter("y", until: "Deleted Betty Rubble")
        #expect(second.quit() == 0)
        #expect(try home.almanac("show", "betty rubble").status == 3)
    }

    @Test func `The location is saved before the pager shows the screen`() throws {
        for line in ["show persons/1", "show persons/2"] {
            let home = try HomeFixture.home()
            let script = "grep -q Flintstone && echo PAGER IS OPEN && exec sleep 100\n"
            let pager = try home.write(script, to: "pager")
            let first = try TerminalSession(home, until: "›", rows: 5, with: ["PAGER": "/bin/sh '\(pager)'"])
            try first.enter(line, until: "PAGER IS OPEN")
            first.terminal.send(SIGKILL)
            #expect(first.terminal.finish() == 128 + SIGKILL)
            let second = try TerminalSession(
                home, until: line.hasSuffix("1") ? "Fred Flintstone ›" : "Wilma Flintstone ›")
            #expect(second.quit() == 0)
        }
    }

    @Test func `A confirmation prompt is shown again after “quit”, but not after Ctrl-C`() throws {
        let home = try HomeFixture.home()
        let first = try TerminalSession(home, until: "almanac ›")
        try first.enter("delete 'betty rubble'", until: question)
        #expect(first.quit() == 0)
        let second = try TerminalSession(home, until: question)
        try second.press("\u{3}", until: "almanac ›")
        #expect(second.quit() == 0)
        let third = try TerminalSession(home, until: "almanac ›")
        #expect(!third.output.contains("Delete Betty Rubble"))
        #expect(third.quit() == 0)
        #expect(try home.almanac("show", "betty rubble").status == 0)
    }

    @Test func `A command run from the shell neither shows nor discards saved prompts`() throws {
        let home = try HomeFixture.home()
        let first = try TerminalSession(home, until: "almanac ›")
        try first.enter("delete 'betty rubble'", until: question)
        #expect(first.quit() == 0)
        let shell = try home.terminal("show", "persons/1")
        #expect(shell.finish() == 0)
        #expect(!shell.text.contains("Delete Betty Rubble"))
        let second = try TerminalSession(home, ["open", "persons/1"], until: question)
        #expect(second.output.contains("Fred Flintstone"))
        #expect(second.quit() == 0)
    }

    @Test func `Saved prompts are shown again only to the account that left them unanswered`() throws {
        let home = try HomeFixture.home()
        #expect(try home.almanac("signup", "Leia").status == 0)
        #expect(try home.almanac("login", "Tester").status == 0)
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("delete 'betty rubble'", until: question)
        try session.enter("login Leia", until: "almanac ›")
        #expect(!session.output.contains("Delete Betty Rubble"))
        try session.enter("login Tester", until: question)
        try session.enter("n", until: "almanac ›")
        #expect(session.quit() == 0)
    }

    @Test func `The tour of a new account continues after a restart`() throws {
        let home = try SeededHome.home("flintstones")
        let first = try TerminalSession(home, until: "almanac ›")
        try first.enter("signup", until: "Your name")
        try first.enter("Leia", until: "Passphrase")
        try first.enter("", until: "Given name: Leia")
        try first.enter(":cancel", until: "stop (s)\n?")
        #expect(first.output.contains("1/6"))
        try first.enter("help", until: "almanac ›")
        try first.enter("groups", until: "2/6")
        try first.enter("home", until: "almanac ›")
        #expect(first.quit() == 0)
        let second = try TerminalSession(home, until: "almanac ›")
        #expect(!second.output.contains("1/6"))
        try second.enter("persons", until: "3/6")
        try second.enter("show 1", until: "4/6")
        try second.enter("stop", until: "persons ›")
        try second.enter("history", until: "history ›")
        #expect(second.quit() == 0)
    }

    @Test func `The tour of an account created from the shell starts in the first interactive session`() throws {
        let home = try SeededHome.home("flintstones")
        let shell = try TerminalSession(home, ["signup"], until: "Your name")
        try shell.enter("Leia", until: "Passphrase")
        try shell.enter("", until: "Given name: Leia")
        shell.terminal.type(":cancel\r")
        #expect(shell.terminal.finish() != nil)
        #expect(!shell.terminal.text.contains("1/6"))
        let session = try TerminalSession(home, until: "1/6")
        #expect(session.quit() == 0)
    }
}
