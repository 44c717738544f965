import TestSupport
import Testing

@Suite("Deletion", .childProcesses)
struct DeletionTests {
    private static func home() throws -> Home {
        let home = try SeededHome.home()
        try home.almanac(
            input: "signup Tester\nnew person given=Leia\nnew person given=Luke\nnote persons/1 --topic Plans text\n")
        return home
    }

    @Test func `delete requires --yes without a terminal, and the error names that option`() throws {
        let home = try Self.home()
        for ending in try [home.almanac("delete", "persons/1"), home.almanac(input: "delete persons/1")] {
            #expect(ending.status == 2)
            #expect(ending.errors.contains("Delete Leia (persons/1)"))
            #expect(ending.errors.hasSuffix("Cannot ask: this session is not interactive. Use --yes.\n"))
            #expect(ending.output == "")
        }
        #expect(try home.almanac("persons", "--json").rows.count == 2)
    }

    @Test func `Bulk deletion with --yes deletes either all of the records or none`() throws {
        let home = try Self.home()
        #expect(try home.almanac("delete", "persons/1", "persons/9", "--yes").status == 3)
        #expect(try home.almanac("persons", "--json").rows.count == 2)
        let ending = try home.almanac("delete", "persons/1", "persons/2", "--yes")
        #expect(ending.output.hasPrefix("Deleted Leia (persons/1)"))
        #expect(
            ending.output.contains(" Luke (persons/2). Use “undo” or “restore persons/1 persons/2” to restore them.\n"))
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
        #expect(try home.almanac("show", "persons/1").status == 3)
    }

    @Test func `A note is kept when its subject is deleted`() throws {
        let home = try Self.home()
        try home.almanac("delete", "persons/1", "--yes")
        let note = try home.almanac("show", "notes/1", "--json").json
        #expect(note["text"]?.string == "text")
        #expect(note["about"] == .null)
    }

    @Test func `The ID of a deleted record is not reused`() throws {
        let home = try Self.home()
        try home.almanac("delete", "persons/2", "--yes")
        #expect(try home.almanac("new", "person", "given=Han", "--json").json["id"]?.string == "persons/3")
    }

    @Test func `delete asks for confirmation at a terminal, and answering “yes” deletes the record`() throws {
        let home = try Self.home()
        let session = try TerminalSession(home, ["delete", "persons/1"], until: "no (n)\n?")
        #expect(session.output.contains("Delete Leia (persons/1)"))
        session.terminal.type("yes\r")
        #expect(session.terminal.finish() == 0)
        #expect(try home.almanac("show", "persons/1").status == 3)
    }

    @Test(arguments: ["no\r", "\u{4}", "\u{3}"]) func `Declining or interrupting the prompt cancels the deletion`(
        _ keys: String
    )
        throws
    {
        let home = try Self.home()
        let session = try TerminalSession(home, ["delete", "persons/1"], until: "no (n)\n?")
        session.terminal.type(keys)
        #expect(session.terminal.finish() == (keys == "\u{3}" ? 130 : 4))
        #expect(session.output.lowercased().contains("nothing was changed."))
        #expect(try home.almanac("persons", "--json").rows.count == 2)
    }

    @Test func `--no-input makes delete fail instead of prompting`() throws {
        let home = try Self.home()
        let terminal = try home.terminal("--no-input", "delete", "persons/1", columns: 200)
        #expect(terminal.finish() == 2)
        #expect(terminal.screen.text.contains("Use --yes."))
    }
}
