import Glibc
import TestSupport
import Testing

@Suite("Eight simultaneous writers", .childProcesses)
struct ConcurrentWritersTests {
    /// Makes 80 edits, or at least 200 with `ALMANAC_SOAK=N`. Three in four update one of four shared records.
    @Test(.long("eight programs race")) func `No acknowledged update is lost, and edit conflicts are the only errors`()
        throws
    {
        let home = try SeededHome.home()
        let counters = 4
        try home.almanac(input: (1...counters).map { "new person given=Counter\($0)\n" }.joined())
        let edits = try Soak.times(atLeast: 200, byDefault: 80) / 8
        let writers = try (0..<8).map { try ConcurrentWriter($0, in: home, edits: edits, counters: counters) }
        while !writers.allSatisfy(\.isDone) {
            for (writer, output) in zip(writers, ChildProcess.readAvailable(from: writers.map(\.child))) {
                try writer.receive(output)
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
        let others = writers.flatMap { unexpected($0.errors) }
        #expect(others == [])
        #expect(made > edits, "The writers created too few records.")
    }

    /// Returns the error lines that do not belong to an edit conflict.
    private func unexpected(_ errors: [UInt8]) -> [String] {
        String(decoding: errors, as: UTF8.self).split(separator: "\n").map(String.init).filter { line in
            !["standard input:", "Edit conflict:", "  "].contains { line.hasPrefix($0) }
                || line.contains("locked by another program") || line.contains("Unexpected error")
        }
    }
}
