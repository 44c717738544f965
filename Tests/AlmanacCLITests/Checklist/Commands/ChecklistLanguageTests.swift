import TestSupport
import Testing

@Suite("Checklist: command language", .childProcesses)
struct ChecklistLanguageTests {
    @Test(
        "C26 A command has the same output whether it comes from arguments, -c, a file, or a pipe",
        arguments: ["persons --json", "show persons/1", "help edit"])
    func oneLanguage(_ line: String) throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia")
        let words = line.split(separator: " ").map(String.init)
        let expected = try home.run(words).output
        let path = try home.write(line + "\n", to: "script")
        #expect(!expected.isEmpty)
        #expect(try home.almanac("-c", line).output == expected)
        #expect(try home.almanac("--file", path).output == expected)
        #expect(try home.almanac(input: line).output == expected)
    }

    @Test("C27 A script stops at the first failing line and reports that line, but --keep-going runs all lines")
    func stopping() throws {
        let home = try SeededHome.home()
        let lines = "new person given=A\nshow persons/9\nshwo\nnew person given=B\n"
        let stopped = try home.almanac(input: lines)
        #expect(stopped.status == 3 && stopped.errors.contains("standard input:2: show persons/9"))
        #expect(try home.almanac("persons", "--json").rows.count == 1)
        #expect(try home.almanac("--keep-going", input: lines).status == 3)
        #expect(try home.almanac("persons", "--json").rows.count == 3)
        #expect(try home.almanac("-c", "shwo", "-c", "persons").status == 2)
    }

    @Test(
        "C28 A script runs without a banner, prompt, colors, or line history, and its last line may lack a line ending"
    )
    func quiet() throws {
        let home = try SeededHome.home()
        let ending = try home.almanac(input: "new person given=Leia\npersons --json")
        #expect(ending.status == 0 && ending.errors == "" && !ending.hasEscapes)
        #expect(ending.output.hasSuffix("]\n") && !ending.output.contains("›"))
        #expect(!home.exists(home.folder + "/.local/state/almanac/history"))
    }
}
