import TestSupport
import Testing

@Suite("Streams", .childProcesses)
struct StreamTests {
    private static func home() throws -> Home {
        let home = try SeededHome.home("flintstones", "solar")
        return home
    }

    @Test(
        "C03, T4 Writing to a full device fails with one error message in every format",
        arguments: ["table", "plain", "json", "ndjson", "csv", "markdown", "vertical"])
    func fullDevice(_ format: String) throws {
        let ending = try Self.home().almanac("persons", "--format", format, output: .file("/dev/full"))
        #expect(ending.status == 1)
        #expect(ending.errors.split(separator: "\n").count == 1)
    }

    @Test(
        "C03, T4 A closed standard output is an error in every format", .long("checks the database after each format"),
        arguments: ["table", "plain", "json", "ndjson", "csv", "markdown", "vertical"])
    func closedOutput(_ format: String) throws {
        let home = try Self.home()
        let ending = try home.almanac("persons", "--format", format, output: .closed)
        #expect(ending.status != 0)
        #expect(ending.errors.split(separator: "\n").count == 1)
        if Soak.isOn || format == "json" { #expect(try home.almanac("check").status == 0) }
    }

    @Test func `Colors can be forced and disabled`() throws {
        let home = try Self.home()
        #expect(try home.almanac("show", "persons/1", "--table", "--color=always").hasEscapes)
        #expect(try home.almanac("show", "persons/1", "--table", with: ["CLICOLOR_FORCE": "1"]).hasEscapes)
        let both = ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]
        #expect(try !home.almanac("show", "persons/1", "--table", with: both).hasEscapes)
        let unknown = try home.almanac("persons", "--color", "sometimes")
        #expect(unknown.status == 2 && unknown.errors.hasPrefix("Invalid value “sometimes” for --color. Use one of: "))
    }

    @Test(
        "T6 Output on a terminal is colored unless NO_COLOR is set or TERM is “dumb”",
        arguments: [[:], ["NO_COLOR": "1"], ["TERM": "dumb"]] as [[String: String]])
    func colors(_ variables: [String: String]) throws {
        let home = try Self.home()
        let terminal = try home.terminal("show", "persons/1", with: variables)
        #expect(terminal.finish() == 0)
        #expect(terminal.screen.text.contains("Fred Flintstone"))
        #expect(terminal.text.contains("\u{1B}[") == variables.isEmpty)
    }

    @Test func `Piped commands print neither a prompt nor a banner and are not saved in the line history`() throws {
        let home = try Self.home()
        let ending = try home.almanac(input: "show persons/1 --json\n")
        #expect(ending.output.hasPrefix("{\n"))
        #expect(ending.output.hasSuffix("}\n"))
        #expect(!home.exists(home.folder + "/.local/state/almanac/history"))
    }

    @Test func `Output is UTF-8 even in locales with other encodings`() throws {
        let home = try Self.home()
        try home.almanac("new", "person", "given=Ёжик")
        for language in ["C", "de_DE.ISO-8859-1", ""] {
            #expect(
                try home.almanac("find", "ежик", with: ["LANG": language, "LC_ALL": language]).output.contains("Ёжик"))
        }
    }

    @Test func `Python accepts the JSON output`() throws {
        let home = try Self.home()
        for list in ["persons", "planets", "find fred", "show persons/1"] {
            let python =
                "command -v python3 >/dev/null || exit 77; almanac \(list) --json | python3 -m json.tool >/dev/null"
            let ending = try home.shell(python)
            #expect([0, 77].contains(ending.status), "\(list): \(ending.errors)")
        }
    }
}
