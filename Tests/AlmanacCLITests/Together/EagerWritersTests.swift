import Glibc
import TestSupport
import Testing

@Suite("Eight programs that write at the same time")
struct EagerWritersTests {
    /// `ALMANAC_SOAK=N` asks for N edits in all; three in four are optimistic ones of four shared records.
    @Test func loseNoUpdateAndKnowNoErrorButTheConflict() throws {
        let home = try Home()
        let counters = 4
        for number in 1...counters { try home.almanac("new", "person", "given=Counter\(number)") }
        let edits = try Soak.times(else: 400) / 8
        let writers = try (0..<8).map { try EagerWriter($0, in: home, edits: edits, counters: counters) }
        while !writers.allSatisfy(\.isDone) {
            for (writer, heard) in zip(writers, ChildProcess.listen(to: writers.map(\.child))) {
                try writer.hear(heard)
            }
        }
        for writer in writers { try writer.finish() }

        for number in 1...counters {
            let counter = try home.almanac("show", "persons/\(number)", "--json").json
            let acknowledged = writers.reduce(0) { $0 + ($1.acknowledged[number] ?? 0) }
            #expect(counter["nickname"]?.string == String(acknowledged))
            #expect(counter["version"]?.integer == acknowledged + 1)
        }
        let made = writers.reduce(0) { $0 + $1.made }
        #expect(try home.almanac("persons", "--json").rows.count == made + counters)
        #expect(try home.almanac("check").status == 0)
        let others = writers.flatMap { unexpected($0.told) }
        #expect(others == [])
        #expect(made > edits, "They wrote next to nothing.")
    }

    /// What was said that does not belong to a conflict.
    private func unexpected(_ told: [UInt8]) -> [String] {
        String(decoding: told, as: UTF8.self).split(separator: "\n").map(String.init).filter { line in
            !["standard input:", "Counter", "Two versions", "  "].contains { line.hasPrefix($0) }
                || line.contains("in use") || line.contains("unexpected")
        }
    }
}
