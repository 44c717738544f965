import TestSupport
import Testing

@Suite("Checklist: environment", .childProcesses)
struct ChecklistEnvironmentTests {
    private static let configuration = ".config/almanac/config"

    @Test(
        "C40 “paths” lists the XDG folders or their defaults, and no files are created outside the default folders"
    )
    func places() throws {
        let home = try Home()
        try home.almanac("new", "person", "given=Leia")
        let usual = try home.almanac("paths", "--json").json
        let fallbacks = [
            "store": ".local/share/almanac/almanac.db", "configuration": Self.configuration,
            "state": ".local/state/almanac", "cache": ".cache/almanac",
        ]
        for (name, path) in fallbacks { #expect(usual[name]?.string == "\(home.folder)/\(path)") }
        let variables = [
            "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k",
        ]
        let moved = try home.run(["paths", "--json"], with: variables).json
        #expect(
            moved["store"]?.string == "/d/almanac/almanac.db" && moved["configuration"]?.string == "/c/almanac/config")
        #expect(moved["state"]?.string == "/s/almanac" && moved["cache"]?.string == "/k/almanac")
        #expect(Set(home.names(in: home.folder)).isSubset(of: [".local", ".config", ".cache"]))
    }

    @Test(
        "C41 Color flags override the environment, which overrides the configuration file",
        arguments: [
            ("always", [:], [], true), ("auto", [:], [], false), ("always", ["NO_COLOR": "1"], [], false),
            ("always", ["ALMANAC_COLOR": "never"], [], false), ("never", ["ALMANAC_COLOR": "always"], [], true),
            ("never", ["CLICOLOR_FORCE": "1"], [], true), ("always", ["TERM": "dumb"], [], false),
            ("always", [:], ["--color=never"], false), ("never", [:], ["--color=always"], true),
            ("never", ["NO_COLOR": "1"], ["--color=always"], true), ("always", [:], ["--no-config"], false),
        ] as [(String, [String: String], [String], Bool)])
    func precedence(setting: String, variables: [String: String], flags: [String], isColored: Bool) throws {
        let home = try Home()
        try home.write("color = \(setting)\n", to: Self.configuration)
        let ending = try home.run(flags + ["help", "find", "--table"], with: variables)
        #expect(ending.hasEscapes == isColored)
    }

    @Test("C41 An unknown key in the configuration file causes a warning with a suggestion")
    func unknownKey() throws {
        let home = try Home()
        try home.write("colr = never\n", to: Self.configuration)
        let ending = try home.almanac("version")
        #expect(ending.status == 0 && ending.errors.contains("Did you mean color?"), "\(ending.errors)")
        #expect(try home.almanac("--no-config", "version").errors == "")
    }

    @Test("C41 A non-UTF-8 configuration file or a folder in its place causes a warning, and the file is not changed")
    func broken() throws {
        let home = try Home()
        try home.write([0xFF, 0xFE, 0x00, 0x0A], to: Self.configuration)
        let ending = try home.almanac("version")
        #expect(
            ending.status == 0 && ending.errors.contains("It is not UTF-8 text.")
                && ending.errors.contains("--no-config"))
        #expect(try home.almanac("--no-config", "version").errors == "")
        #expect(try home.bytes(of: home.folder + "/" + Self.configuration) == [0xFF, 0xFE, 0x00, 0x0A])
        let other = try Home()
        try other.write("", to: Self.configuration + "/inside")
        #expect(try other.almanac("version").errors.contains("not a regular file"))
    }

    @Test("C47 An error message is one line and contains no internal names")
    func sentences() throws {
        let home = try Home()
        for words in [
            ["show", "nobody"], ["shwo"], ["edit", "persons/1", "x=y"], ["--database", "/none/x", "persons"],
        ] {
            let ending = try home.run(words)
            #expect(ending.status != 0 && ending.output == "")
            #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
            for word in ["Problem", "Error", "Swift", "SQLITE_", "Optional("] { #expect(!ending.errors.contains(word)) }
        }
    }

    @Test("C48 A missing file, a newer database, and a text file cause specific errors, and no file is changed")
    func stores() throws {
        let home = try SeededHome.home()
        let text = try home.write("This is a letter.", to: "letter.db")
        let newer = home.folder + "/newer.db"
        try home.almanac("--database", newer, "new", "person", "given=Leia")
        _ = try home.shell("sqlite3 '\(newer)' 'PRAGMA user_version = 999'")
        let sentences = try [home.folder + "/missing.db", text, newer].map { path in
            let before = try? home.bytes(of: path)
            let ending = try home.almanac("--database", path, "persons")
            #expect(ending.status == 1 && ending.output == "")
            #expect((try? home.bytes(of: path)) == before)
            return ending.errors.replacing(path, with: "")
        }
        #expect(Set(sentences).count == 3)
    }
}
