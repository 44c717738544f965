import TestSupport
import Testing

@Suite("Checklist: progress and file reads", .childProcesses)
struct ProgressChecklistTests {
    @Test("C16 A long operation shows its progress, rate, and completion on a terminal")
    func longWork() throws {
        let home = try Home()
        let terminal = try home.terminal("seed", "congress")
        #expect(terminal.finish() == 0)
        // A fast machine may finish before any progress is shown.
        guard terminal.text.contains("seed  ") else { return }
        #expect(terminal.text.contains(#/ of \d+/#))
        #expect(terminal.text.contains("/s, ") && terminal.text.contains(" left"))
        #expect(terminal.screen.text.contains("seed: done in "))
        #expect(!terminal.screen.text.contains("seed  "))
    }

    @Test("C16 Progress is not written to a pipe and is not redrawn in plain mode")
    func quiet() throws {
        let home = try Home()
        let ending = try home.almanac("seed", "congress")
        #expect(ending.status == 0 && ending.errors == "")
        let terminal = try Home().terminal("--plain", "seed", "congress")
        #expect(terminal.finish() == 0)
        #expect(!OutputFixture.uncolored(terminal.text).contains("\u{1B}"))
        #expect(terminal.text.contains("537"))
    }

    @Test("C46 The number of file reads per command hardly depends on the number of records")
    func noGrowth() throws {
        guard try Home().shell("command -v strace").status == 0 else { return }
        let small = try Home()
        try small.almanac("new", "planet", "name=Arda")
        let large = try SeededHome.home("exoplanets", "congress")
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
