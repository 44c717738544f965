import Glibc
import TestSupport
import Testing

@Suite("Checklist: streams and exit statuses", .childProcesses)
struct ExitStatusTests {
    private static let snapshot = Result {
        let home = try SeededHome.home()
        try home.almanac(input: "new person given=Leia\nnew person given=Twin\nnew person given=Twin\n")
        return try HomeSnapshot(of: home)
    }

    /// Returns a home with Leia and two persons of the same name.
    private static func twins() throws -> Home { try Home(as: snapshot.get()) }

    @Test(
        "C01 Standard output is valid JSON if --json is given",
        arguments: [
            ["persons", "--json"], ["edit", "persons/1", "title=Boss", "--json"], ["show", "persons/1", "--json"],
            ["edit", "persons/1", "title=Chief", "--dry-run", "--json"], ["history", "--json"], ["help", "--json"],
        ])
    func json(_ words: [String]) throws {
        let ending = try Self.twins().run(words)
        #expect(ending.status == 0)
        #expect(throws: Never.self) { try ending.json }
    }

    @Test(
        "C02 The exit status distinguishes success, failure, usage errors, and unknown or ambiguous records",
        arguments: [
            (["persons"], 0), (["find", "nobody"], 0), (["photo", "persons/1", "/none"], 1),
            (["shwo", "persons/1"], 2), (["delete", "persons/1"], 2), (["show", "persons/9"], 3),
            (["show", "Twin"], 3),
        ] as [([String], Int32)])
    func status(_ words: [String], _ status: Int32) throws {
        #expect(try Self.twins().run(words).status == status)
    }

    @Test("C02 The exit status is 4 if a prompt is declined and 130 after Ctrl-C")
    func statusAtATerminal() throws {
        let home = try Self.twins()
        for (key, status) in [("n\r", Int32(4)), ("\u{4}", 4), ("\u{3}", 130)] {
            let terminal = try home.terminal("delete", "persons/1")
            #expect(terminal.wait(for: "Delete Leia"))
            #expect(!terminal.isCooked)
            terminal.type(key)
            #expect(terminal.finish() == status)
        }
        #expect(try home.almanac("persons", "--json").rows.count == 3)
    }

    @Test("C02 Help and the manual page list every exit status")
    func statusesAreDocumented() throws {
        let home = try Home()
        let (help, manual) = (try home.almanac("help").output, try home.almanac("man").output)
        for status in ["0", "1", "2", "3", "4", "130"] {
            #expect(help.contains("\(status)\u{A0}"))
            #expect(manual.contains("\\fB\(status)\\fR"))
        }
    }

    @Test(
        "C04, T3 A closed output pipe is not an error",
        arguments: [
            "almanac planets --json", "almanac -c 'planets --json'", "echo 'planets --json' | almanac",
            "printf '%s\\n' 'planets --json' 'planets --json' | almanac --keep-going",
        ])
    func closedPipe(command: String) throws {
        // The list does not fit in the buffer of a pipe.
        let home = try SeededHome.home("solar")
        let ending = try home.shell("\(command) | head -n 1; echo \"${PIPESTATUS[@]: -2:1}\"")
        #expect(ending.errors == "")
        #expect(["0", "141"].contains(ending.lines.last ?? ""))
    }
}
