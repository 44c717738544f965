import Glibc
import SQLite
import TestSupport
import Testing

/// Programs that are killed at random times. `ALMANAC_SOAK=N` runs N kills, 50 per database.
@Suite("Kills at random times", .childProcesses, .long("kills programs"))
struct KillTests {
    @Test(
        "D1 After a kill, acknowledged changes remain, the current one is complete or absent, and no repair is needed",
        arguments: Array(stride(from: 0, to: try Soak.times(atLeast: 8, byDefault: 3), by: 50)))
    func mixedEdits(first: Int) throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=First")
        var chance = SeededGenerator(seed: UInt64(11 + first))
        var edits = MixedEdits(from: MixedEdits.Content(), count: 0, chance: &chance)
        let rounds = min(50, try Soak.times(atLeast: 8, byDefault: 3) - first)
        let loop = KillLoop(rounds: rounds, seed: UInt64(7 + first)) { round in
            edits = MixedEdits(from: try MixedEdits.Content(of: home.store), count: 300, chance: &chance)
            if round % 4 == 0 {
                let seeds = (0..<40).map { "Seed\(round)P\($0)" }
                edits.seed(try Self.writeSet("set\(round)", seeds, in: home), seeds)
            }
            let lines = edits.lines.map { $0 + " --ndjson" }.joined(separator: "\n")
            return try home.start("--file", try home.write(lines, to: "script"))
        } problem: { _, acknowledged in
            let check = try home.almanac("check")
            guard check.status == 0 else { return check.errors }
            // “undo” also prints the step and its changes.
            let done = acknowledged.count { !$0.hasPrefix("{\"number\"") && !$0.contains("\"action\":") }
            let isPossible = try edits.contents.dropFirst(done).prefix(2).contains(MixedEdits.Content(of: home.store))
            return isPossible ? nil : "The database does not match the \(done) acknowledged lines"
        }
        let (problem, acknowledged) = try loop.run()
        #expect(problem == nil)
        #expect(acknowledged > loop.rounds, "The program was killed before it could do anything.")
    }

    private static func writeSet(_ name: String, _ persons: [String], in home: Home) throws -> String {
        let title = #"{"name":"\#(name)","title":"T","summary":"S","license":"L","source":"M"}"#
        try home.write(title, to: "\(name)/set.json")
        let rows = persons.map { "\($0),\($0)\n" }.joined()
        try home.write("key,given\n" + rows, to: "\(name)/persons.csv")
        return "\(home.folder)/\(name)"
    }

    @Test func `A writer that reports success before its commit is detected`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=First")
        let loop = KillLoop(rounds: 40, lifetime: 60_000) { _ in
            try Connection(at: home.store, mode: .readWrite).execute("DELETE FROM person")
            return try ChildProcess(BuiltProgram.seededBugs, ["hasty", home.store])
        } problem: { _, acknowledged in
            let kept = try MixedEdits.Content(of: home.store).nicknames
            return acknowledged.allSatisfy { kept[String($0)] != nil } ? nil : "lost"
        }
        #expect(try loop.run().problem != nil)
    }

    @Test func `A kill leaves sample data loaded completely or not at all`() throws {
        let persons = (0..<(Soak.isOn ? 500 : 50)).map { "P\($0)" }
        for delay in Soak.isOn ? [200_000, 50_000, 400_000, 700_000] : [60_000] {
            let home = try SeededHome.home()
            let set = try Self.writeSet("many", persons, in: home)
            let child = try home.start("seed", set)
            child.kill(after: delay)
            _ = try child.finish()
            let count = try home.almanac("persons", "--json").rows.count
            #expect([0, persons.count].contains(count))
            #expect(try home.almanac("check").status == 0)
            #expect(try home.almanac("seed", set).status == 0)
            #expect(try home.almanac("persons", "--json").rows.count == persons.count)
        }
    }

    @Test func `After a kill during the first start, the next command succeeds, and the database is intact`() throws {
        let delays = Array(stride(from: 0, to: 200_000, by: 20_000))
        for delay in try Soak.isOn ? Array(delays.prefix(Soak.times(atLeast: 4))) : [100_000] {
            let home = try Home()
            let child = try home.start("new", "person", "given=Leia")
            child.kill(after: delay)
            _ = try child.finish()
            #expect(try home.almanac("new", "person", "given=Luke").status == 0)
            #expect(try home.almanac("persons", "--json").json.names.last == "Luke")
            #expect(try home.almanac("check").status == 0)
        }
    }
}
