import TestSupport
import Testing

@Suite("Suggestions and help", .childProcesses)
struct SuggestionTests {
    private static let leia = Result {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia", "family=Organa")
        return try HomeSnapshot(of: home)
    }

    @Test(arguments: [
        (["prsons"], "persons"), (["fnid", "x"], "find"),
        (["dleete", "persons/1", "--yes"], "delete"), (["Persons "], "persons"),
        (["sede", "flintstones"], "seed"),
    ])
    func `A mistyped command is not run, and a correction is suggested`(_ words: [String], _ meant: String) throws {
        let home = try Home(as: Self.leia.get())
        let ending = try home.run(words)
        #expect(ending.status == 2)
        #expect(ending.errors.contains("Did you mean \(meant)"), "\(ending.errors)")
        #expect(try home.almanac("persons", "--json").json.names == ["Leia Organa"])
    }

    @Test(arguments: ["fred", "leia", "Leia Organa"])
    func `The error for a name without a command suggests find`(_ name: String) throws {
        let ending = try Home().almanac(name)
        let quoted = name.contains(" ") ? "'\(name)'" : name
        #expect(ending.status == 2 && ending.errors.contains("Use “find \(quoted)” to search all records"))
    }

    @Test func `The error for an ID without a command suggests show`() throws {
        let ending = try Home().almanac("persons/1")
        #expect(ending.status == 2 && ending.errors.hasSuffix("Did you mean show persons/1?\n"))
    }

    @Test(arguments: ["leia orgna", "Liea Organa", "persons/leia orgaan", "Leya", "leja"])
    func `A similar record is suggested for a mistyped name but not selected`(_ name: String) throws {
        let home = try Home(as: Self.leia.get())
        for words in [["show", name], ["delete", name, "--yes"], ["edit", name, "nickname=L"]] {
            let ending = try home.run(words)
            #expect(ending.status == 3)
            #expect(ending.errors.contains("Did you mean Leia Organa (persons/1)?"), "\(ending.errors)")
        }
        #expect(try home.almanac("show", "persons/1", "--json").json["version"]?.integer == 1)
    }

    @Test func `The error for a mistyped field, option, format, or command suggests a correction`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia")
        #expect(try home.almanac("edit", "persons/1", "nicknam=L").errors.contains("nickname"))
        #expect(try home.almanac("persons", "--limt", "1").errors.contains("--limit"))
        #expect(try home.almanac("persons", "--format", "jsno").errors.contains("json"))
        #expect(try home.almanac("help", "persnos").errors.contains("Did you mean persons?"))
    }

    @Test func `help, --help, and -h print the same text`() throws {
        let home = try Home()
        let help = try home.almanac("help")
        #expect(help.status == 0)
        #expect(help.errors == "")
        #expect(try home.almanac("--help").output == help.output)
        #expect(try home.almanac("-h").output == help.output)
        let edit = try home.almanac("help", "edit")
        #expect(edit.output.contains("--if-version N"))
        #expect(try home.almanac("edit", "--help").output == edit.output)
    }
}
