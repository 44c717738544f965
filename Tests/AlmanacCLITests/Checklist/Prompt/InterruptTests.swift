import Glibc
import TestSupport
import Testing

@Suite("Checklist: Ctrl-C and quitting", .childProcesses)
struct InterruptTests {
    @Test("C29, T1 Ctrl-C at the prompt discards the line but leaves it on screen, and the session continues")
    func atThePrompt() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        try session.press("delete 'betty rubble' --yes\u{3}", until: "--yes\nalmanac ›")
        try session.enter("show 'betty rubble'", until: "persons › Betty Rubble ›")
        #expect(session.quit() == 0)
    }

    @Test("C29 Repeated Ctrl-C at the prompt does not end the session")
    func oftenAtThePrompt() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        for _ in 0..<200 { session.terminal.type("\u{3}") }
        try session.enter("persons", until: "persons ›")
        #expect(session.quit() == 0)
    }

    @Test("C29, T1 Ctrl-C cancels a running command without a partial change, and the session continues")
    func inACommand() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        let before = try home.almanac("persons", "--json").rows.count
        session.terminal.type("seed congress\r")
        #expect(session.terminal.wait { $0.text.contains("seed  ") })
        try session.press("\u{3}", until: "almanac ›", isAtPrompt: false)
        try session.enter("persons", until: "persons ›")
        #expect(session.quit() == 0)
        // On a fast machine, the command may have finished before it was interrupted.
        let count = try home.almanac("persons", "--json").rows.count
        #expect(count == before || count == before + 537)
        #expect(session.terminal.text.contains("Interrupted") == (count == before))
        #expect(try home.almanac("check", "--deep").status == 0)
    }

    @Test("C29 Ctrl-C in a form goes back and keeps the draft")
    func inAForm() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name:")
        try session.enter(":more", until: "Prefix:")
        try session.enter("Sir", until: "Middle name")
        try session.press("Frederic\u{3}", until: "persons › Fred Flintstone ›")
        #expect(session.output.contains("Kept your unsaved changes as a draft."))
        #expect(session.quit() == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["prefix"] == .null)
        let again = try TerminalSession(home, ["open", "persons/1/edit"], until: "Middle name:")
        try again.press("\u{3}", until: "persons › Fred Flintstone ›")
        #expect(again.quit() == 0)
    }

    @Test("C30 Ctrl-D deletes a character, or exits with status 0 on an empty line")
    func endOfInput() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.press("xpersons\u{1}\u{4}\r", until: "persons ›")
        session.terminal.type("\u{4}")
        #expect(session.terminal.finish() == 0)
    }

    @Test("C30 “quit” and “exit” end the session with status 0", arguments: ["quit", "exit"])
    func leaving(_ word: String) throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        session.terminal.type(word + "\r")
        #expect(session.terminal.finish() == 0)
    }

    @Test("T1 The external editor for the command line handles Ctrl-C")
    func inTheEditor() throws {
        let home = try HomeFixture.home()
        let script =
            "trap 'printf \"show persons/4\" >\"$1\"; exit 0' INT\nprintf 'editing\\n'\nsleep 30 & wait\n"
        let editor = try home.write(script, to: "editor")
        let session = try TerminalSession(home, until: "almanac ›", with: ["EDITOR": "/bin/sh '\(editor)'"])
        try session.press("show 1\u{18}\u{5}", until: "editing")
        try session.press("\u{3}", until: "almanac › show persons/4", isAtPrompt: false)
        try session.enter("", until: "persons › Barney Rubble ›")
        #expect(session.quit() == 0)
    }

    @Test("C29 Ctrl-C stops a running list command at any time", .long("interrupts a program at many points"))
    func inAList() throws {
        let home = try SeededHome.home("solar")
        for milliseconds in Soak.sample(Array(stride(from: UInt32(10), through: 200, by: 10)), 5) {
            // The program cannot end before the signal, because its output is not read.
            let list = try home.start(
                "-c", "planets --json", "-c", "planets --json", "-c", "planets --json", "-c", "planets --json")
            usleep(milliseconds * 1000)
            list.send(SIGINT)
            #expect(try list.finish().status == 130, "after \(milliseconds) ms")
        }
    }
}
