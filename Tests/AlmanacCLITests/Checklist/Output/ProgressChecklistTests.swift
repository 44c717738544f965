import TestSupport
import Testing

@Suite("Checklist: progress and file reads", .childProcesses)
struct ProgressChecklistTests {
    /// Writes a data set with persons and planets that contain the given text, and returns its folder.
    private static func writeSet(persons: Int, planets: Int = 0, text: String = "", in home: Home) throws -> String {
        try home.write(
            #"{"name":"many","title":"T","summary":"S","license":"L","source":"M"}"#, to: "many/set.json")
        let rows = (0..<persons).map { "P\($0),P\($0),\(text)\n" }
        try home.write("key,given,nickname\n" + rows.joined(), to: "many/persons.csv")
        let others = (0..<planets).map { "Planet \($0),exoplanet,\(text)\n" }
        try home.write("name,kind,discoverer\n" + others.joined(), to: "many/planets.csv")
        return home.folder + "/many"
    }

    @Test("C16 A long operation shows its progress, rate, and completion on a terminal")
    func longWork() throws {
        let home = try SeededHome.home()
        let terminal = try home.terminal("seed", Self.writeSet(persons: 1500, in: home))
        #expect(terminal.finish() == 0)
        // A fast machine may finish before any progress is shown.
        guard terminal.text.contains("seed  ") else { return }
        #expect(terminal.text.contains(#/ of \d+/#))
        #expect(terminal.text.contains("/s, ") && terminal.text.contains(" left"))
        #expect(terminal.screen.text.contains("seed: done in "))
        #expect(!terminal.screen.text.contains("seed  "))
    }

    @Test("C16 Progress is not written to a pipe and is not redrawn in plain mode", .long("loads many persons twice"))
    func quiet() throws {
        let home = try SeededHome.home()
        let set = try Self.writeSet(persons: 1500, in: home)
        let other = try Home(copying: home)
        let ending = try home.almanac("seed", set)
        #expect(ending.status == 0 && ending.errors == "")
        guard Soak.isOn else { return }
        let terminal = try other.terminal("--plain", "seed", set)
        #expect(terminal.finish() == 0)
        #expect(!OutputFixture.uncolored(terminal.text).contains("\u{1B}"))
        #expect(terminal.text.contains("1500"))
    }

    @Test("C46 The number of file reads per command hardly depends on the number of records")
    func noGrowth() throws {
        guard try Home().shell("command -v strace").status == 0 else { return }
        let small = try SeededHome.home()
        try small.almanac("new", "planet", "name=Arda")
        let large = try SeededHome.home()
        // If a command read all records, it would read at least one page for each.
        let text = String(repeating: "x", count: 4000)
        try large.almanac("seed", Self.writeSet(persons: 100, planets: 100, text: text, in: large))
        try large.almanac("new", "planet", "name=Arda")
        for line in ["show planets/arda --json", "planets --limit 10 --json", "persons --limit 10 --json", "version"] {
            let reads = try [small, large].map { home in
                let ending = try home.shell(
                    "cd; strace -f -e trace=pread64,mmap -o calls almanac \(line); wc -l <calls")
                return Int(ending.lines.last?.filter(\.isNumber) ?? "") ?? 0
            }
            #expect(reads[0] > 0 && reads[1] <= reads[0] + 60, "\(line): \(reads)")
        }
    }
}
