import TestSupport
import Testing
import Text

@Suite("Checklist: formats", .childProcesses)
struct FormatChecklistTests {
    @Test("C09 Output in a requested format is the same on a terminal as in a pipe")
    func sameBytes() throws {
        let home = try SeededHome.home("solar", "flintstones")
        let words = ["-c", "planets --limit 20", "-c", "show persons/1", "-c", "notes"]
        for format in ["table", "plain", "json", "ndjson", "csv", "markdown", "vertical"] {
            let inPipe = try home.run(words + ["--format", format]).output
            let onTerminal = try OutputFixture.onTerminal(home, words + ["--format=\(format)"], columns: 20)
            #expect(onTerminal == inPipe.replacing("\r\n", with: "\n"), "\(format)")
            #expect(inPipe.contains("Flintstone"), "\(format)")
        }
    }

    @Test("C09 A page with several parts becomes one CSV table with the part name in the first column")
    func csvOfSeveralParts() throws {
        let home = try SeededHome.home("flintstones")
        try home.almanac("edit", "persons/1", "title=Foreman, retired", "nickname=Freddy")
        for words in [["history", "2"], ["undo", "--show"], ["help"]] {
            let output = try home.run(words + ["--csv"]).output
            let records = try CSVReader.records(of: Array(output.utf8))
            #expect(records.count > 2)
            #expect(Set(records.map(\.fields.count)).count == 1, "\(output)")
            #expect(records[0].fields[0].text == "part", "\(output)")
            let keys = records[0].fields.map(\.text)
            #expect(Set(keys).count == keys.count)
        }
        let step = try home.almanac("history", "2", "--csv").lines
        #expect(step.count == 3 && step[1].hasPrefix("steps,2,") && step[2].hasPrefix("changes,"), "\(step)")
    }

    @Test("C09 The plain format is the default for piped output and separates values with tabs")
    func plain() throws {
        let home = try OutputFixture.planets()
        let lines = try home.almanac("planets").lines
        #expect(lines.count == 110)
        #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 7 })
        #expect(try home.almanac("planets", "--format", "plain").lines == lines)
    }

    @Test("C11 On a terminal, hidden rows and columns are reported, and “last” shows all data")
    func last() throws {
        let home = try OutputFixture.planets()
        try home.almanac("signup", "Tester")
        let session = try TerminalSession(home, until: "almanac ›", columns: 60, rows: 40, with: ["PAGER": "cat"])
        try session.enter("planets --sort -mass", until: "planets ›")
        #expect(session.output.contains("32 of 110"))
        #expect(session.output.contains("columns hidden: "))
        #expect(!session.output.contains("planets/69"))
        let rows = try home.almanac("planets", "--sort", "-mass", "--json").rows
        let lightest = try #require(rows.last?["id"]?.string)
        try session.enter("last", until: lightest)
        let shown = String(decoding: session.outputBytes, as: UTF8.self)
        #expect(rows.count == 110 && rows.allSatisfy { shown.contains($0["id"]?.string ?? "?") })
        #expect(shown.contains("Discovered") && !shown.contains("hidden"))
        try session.enter("last --ndjson", until: "planets ›")
        #expect(session.quit() == 0)
    }

    @Test("C11 Piped output does not hide rows or columns or truncate values")
    func pipesAreWhole() throws {
        let home = try OutputFixture.planets()
        for format in ["table", "vertical", "plain", "markdown"] {
            let output = try home.almanac("planets", "--format", format, with: ["COLUMNS": "20"]).output
            #expect(output.contains("planets/69") && !output.contains("hidden") && !output.contains("…"))
        }
    }

    @Test("C45 Dates are numeric in machine-readable output and follow the settings in human-readable output")
    func dates() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia", "birthday=1977-05-25")
        for format in ["json", "ndjson", "csv", "plain"] {
            #expect(
                try home.almanac("show", "persons/1", "--format", format).output.contains("1977-05-25"), "\(format)")
        }
        #expect(try home.almanac("show", "persons/1", "--vertical").output.contains("25 May 1977 · "))
        try home.write("dates = iso\n", to: ".config/almanac/config")
        #expect(try home.almanac("show", "persons/1", "--vertical").output.contains("1977-05-25 · "))
        #expect(try home.almanac("history", "--table").output.firstMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d/) != nil)
    }

    @Test("C45 Month names are in the language of the locale if the locale is installed")
    func localDates() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia", "birthday=1977-05-25")
        // The locale defines only dates, because compiling a collation takes a second.
        try home.write(
            """
            comment_char %
            escape_char /
            LC_CTYPE
            copy "POSIX"
            END LC_CTYPE
            LC_TIME
            copy "de_DE"
            END LC_TIME

            """, to: "dates")
        let compilation = "localedef -c -i ~/dates -f UTF-8 ~/de_DE.UTF-8 2>/dev/null; test -e ~/de_DE.UTF-8/LC_TIME"
        guard try home.shell(compilation).status == 0 else { return }
        let german = ["LOCPATH": home.folder, "LC_TIME": "de_DE.UTF-8", "LANG": "C.UTF-8"]
        #expect(try home.almanac("show", "persons/1", "--vertical", with: german).output.contains("25 Mai 1977"))
        #expect(try home.almanac("show", "persons/1", "--json", with: german).output.contains("\"1977-05-25\""))
        try home.write("dates = english\n", to: ".config/almanac/config")
        #expect(try home.almanac("show", "persons/1", "--vertical", with: german).output.contains("25 May 1977"))
        let unknown = ["LC_TIME": "xx_XX.UTF-8"]
        #expect(try home.almanac("show", "persons/1", "--vertical", with: unknown).output.contains("25 May 1977"))
    }

    @Test(arguments: [
        "persons", "groups", "planets", "notes", "persons --columns name,birthday", "trash", "history", "duplicates",
        "birthdays", "backups", "query fred",
    ])
    func `An empty list has the same CSV header as a list with rows`(list: String) throws {
        let words = list.split(separator: " ").map(String.init) + ["--format", "csv"]
        let empty = try Self.emptyHome.get().run(words)
        let full = try Self.filledHome.get().run(words)
        #expect(full.output.split(separator: "\n").count > 1)
        #expect(empty.output.split(separator: "\n").first == full.output.split(separator: "\n").first)
    }

    private static let emptyHome = Result { try SeededHome.home() }

    /// A home in which every list has at least one row.
    private static let filledHome = Result {
        let home = try SeededHome.home("flintstones")
        try home.run(["new", "planet", "name=Hoth"])
        try home.run([
            "new", "person", "given=Fred", "family=Flintstone", "email.home=a@b.example", "birthday=1960-02-29",
        ])
        try home.run(["new", "person", "given=Fred", "family=Flintstone", "email.home=a@b.example"])
        try home.run(["delete", "persons/2", "--yes"])
        try home.run(["import", "-"], input: "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Wilma\r\nEND:VCARD\r\n")
        return home
    }
}
