import TestSupport
import Testing

@Suite("Checklist: command-line arguments", .childProcesses)
struct ChecklistWordTests {
    private static let image = Array("GIF89a\u{1}\u{0}\u{1}\u{0}".utf8)

    @Test("C19 Commands cannot be abbreviated", arguments: ["pers", "del", "sho", "ed", "his"])
    func abbreviations(_ word: String) throws {
        #expect(try SeededHome.home().almanac(word, "persons/1").status == 2)
    }

    @Test("C19 Options are allowed anywhere before “--”")
    func order() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=--json")
        let ways = [
            ["--json", "show", "persons/1"], ["show", "--json", "persons/1"], ["show", "persons/1", "--json"],
            ["show", "--json", "--", "--json"],
        ]
        for words in ways { #expect(try home.run(words).json["given"]?.string == "--json", "\(words)") }
    }

    @Test("C19 “-” denotes standard input or output, but backup and salvage reject it")
    func dash() throws {
        let home = try SeededHome.home()
        let script = try home.run(["--file", "-"], input: "new person given=Leia\npersons --json\n")
        #expect(script.status == 0 && script.output.contains("\"given\":\"Leia\""))
        let imported = try home.shell("printf 'GIF89a\\001\\000\\001\\000' | almanac photo persons/1 -")
        #expect(imported.status == 0, "\(imported.errors)")
        let exported = try home.almanac("photo", "persons/1", "--save", "-")
        #expect(exported.outputBytes == Self.image && exported.errors == "")
        for words in [["backup", "-"], ["salvage", "x", "-"]] { #expect(try home.run(words).status == 2) }
        #expect(!home.exists(home.folder + "/-"))
    }
}
