import TestSupport
import Testing

@Suite("Checklist: pasting and multi-line input", .childProcesses)
struct PasteTests {
    private static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

    @Test("C33, T9 A command hidden in pasted text is shown but not run")
    func hiddenCommand() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        let text = "show persons/1\ndelete persons/1 --yes\nquit\n"
        try session.press(Self.paste(text), until: "almanac › show persons/1⏎\ndelete persons/1 --yes⏎\nquit")
        try session.press("\u{3}", until: "quit\nalmanac ›")
        #expect(try home.almanac("show", "persons/1").status == 0)
        #expect(session.quit() == 0)
    }

    @Test("C33 Enter runs pasted lines in order up to the first line that fails")
    func script() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        try session.press(Self.paste("groups\n# that's all\nnonsense\ndelete persons/1 --yes\n"), until: "--yes")
        try session.press("\r", until: "1 remaining line was not run.\ngroups ›")
        #expect(session.output.contains("Unknown command “nonsense”."))
        try session.enter("show persons/1", until: "persons › Fred Flintstone ›")
        #expect(session.quit() == 0)
    }

    @Test("C33 A colon at the start of each pasted line is ignored")
    func colons() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        try session.press(Self.paste(":groups\n:persons\n:show persons/1\n"), until: ":show persons/1")
        try session.press("\r", until: "persons › Fred Flintstone ›")
        #expect(session.quit() == 0)
    }

    @Test(
        "T9 A paste of ten thousand lines or a megabyte can be edited and discarded")
    func largePastes() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        let lines = (1...10_000).map { "find line\($0)\n" }.joined()
        try session.press(Self.paste(lines) + "X", until: "find line10000X")
        try session.press("\u{3}", until: "almanac ›")
        try session.press(Self.paste(String(repeating: "漢x", count: 250_000)) + "END", until: "漢xEND")
        try session.press("\u{1}beginning", until: "beginning漢x")
        try session.press("\u{3}", until: "almanac ›")
        try session.enter("persons", until: "persons ›")
        #expect(session.quit() == 0)
    }

    @Test("T9 Plain mode rejects a line that the terminal truncated")
    func cutLine() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›", with: ["ALMANAC_PLAIN": "1"])
        session.terminal.type("new group name=" + String(repeating: "x", count: 6000) + "\n")
        #expect(session.terminal.wait { $0.text.contains("the terminal truncated it at 4095 bytes") })
        session.terminal.type("quit\n")
        #expect(session.terminal.finish() == 0)
        #expect(try home.almanac("find", "xxx", "--json").rows.isEmpty)
    }

    @Test("C33 Alt-Enter and an unclosed quote continue the line on the next row, and Ctrl-X Ctrl-E opens the editor")
    func rows() throws {
        let home = try HomeFixture.home()
        let editor = try home.write("#!/bin/sh\nsed -i s/Two/Three/ \"$1\"\n", to: "editor")
        _ = try home.shell("chmod +x '\(editor)'")
        let session = try TerminalSession(home, until: "almanac ›", with: ["EDITOR": editor])
        try session.press("note persons/1 --topic Plans 'One\r", until: "'One⏎")
        try session.press("Two'", until: "'One⏎\nTwo'")
        try session.press("\u{18}\u{5}", until: "'One⏎\nThree'")
        try session.press("\r", until: "notes › Plans ›")
        #expect(try home.almanac("show", "Plans", "--json").json["text"]?.string == "One\nThree")
        try session.press(
            "show\u{1B}\rpersons/1\u{1B}[A\u{1}\u{4}\u{4}\u{4}\u{4}\u{4}\r", until: "persons › Fred Flintstone ›")
        #expect(session.quit() == 0)
    }
}
