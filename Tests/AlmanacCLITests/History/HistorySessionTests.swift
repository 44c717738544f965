import TestSupport
import Testing

@Suite("History at a terminal", .childProcesses)
struct HistorySessionTests {
    @Test func `undo redraws the screen and closes the page of a record that no longer exists`() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        try session.enter("show 'fred flintstone'", until: "persons › Fred Flintstone ›")
        try session.enter("edit title=Boss", until: "Title         Boss")
        try session.enter("undo --yes", until: "Title         Dino-crane operator")
        #expect(session.output.contains("Undid step 3 (edit persons/1 title=Boss)"))
        try session.enter("persons", until: "persons ›")
        try session.enter("new person given=Dino", until: "persons › Dino ›")
        try session.enter("undo --yes", until: "Barney Rubble")
        #expect(session.quit() == 0)
    }

    @Test func `The trash accepts row numbers, and the history accepts step numbers`() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        try session.enter("delete 'betty rubble' --yes", until: "“restore persons/5” to restore")
        try session.enter("trash", until: "trash ›")
        #expect(session.output.contains("Betty Rubble"))
        try session.enter("restore 1", until: "The trash is empty.")
        try session.enter("history", until: "history ›")
        try session.enter("3", until: "history › step 3 ›")
        #expect(session.output.contains("Step 3: delete 'betty rubble' --yes") && session.output.contains("Betty"))
        #expect(session.quit() == 0)
    }

    @Test func `Tab completes step numbers and the IDs of deleted records`() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        try session.enter("delete 'betty rubble' --yes", until: "“restore persons/5” to restore")
        try session.press("restore bet\t", until: "restore persons/5")
        try session.press("\u{3}undo 3\t--s\t", until: "undo 3 --show")
        try session.press("\u{3}", until: "almanac ›")
        #expect(session.quit() == 0)
    }

    @Test func `Undoing a step that changed many records asks for confirmation`() throws {
        let session = try TerminalSession(try HomeFixture.home(), until: "almanac ›")
        try session.enter("undo 1", until: "no (n)\n?")
        #expect(session.output.contains("seed flintstones") && session.output.contains("21 records"))
        try session.enter("y", until: "Undid step 1 (seed flintstones)")
        #expect(session.quit() == 0)
    }
}
