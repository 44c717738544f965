import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Text

/// `ALMANAC_SOAK=N` asks for N kills instead of a few.
@Suite("kill -9 at any moment")
struct KillTests {
    private static let rounds = ProcessInfo.processInfo.environment["ALMANAC_SOAK"].flatMap { Int($0) } ?? 20

    @Test func everyAcknowledgedChangeIsThereAndNothingNeedsRepair() throws {
        let home = try Home()
        try home.almanac("new", "person", "given=First")
        var chance = Chance(seed: 7)
        var acknowledged: Set<String> = ["First"]
        for round in 0..<Self.rounds {
            let lines = (0..<300).map { "new person given=R\(round)N\($0) email.work=a@b.example --ndjson" }
            let child = try home.start("--file", try home.write(lines.joined(separator: "\n"), to: "script"))
            usleep(UInt32(chance.number(below: 400_000)))
            child.send(SIGKILL)
            // The last line may have been cut in the middle: it does not count as printed.
            let printed = try child.finish().output
            let whole = printed.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            for line in whole {
                let name = try #require(try JSONReader.value(of: Array(line.utf8))["name"]?.string)
                acknowledged.insert(name)
            }
            let check = try home.almanac("check")
            #expect(check.status == 0, "after round \(round): \(check.errors)")
        }
        let kept = Set(try home.almanac("persons", "--json").json.names)
        #expect(acknowledged.subtracting(kept) == [])
        #expect(acknowledged.count > Self.rounds, "The program was killed before it could do anything.")
    }

    @Test func seedsAreWholeOrNotThereAtAll() throws {
        for delay in [50_000, 200_000, 400_000, 700_000] as [UInt32] {
            let home = try Home()
            try home.almanac("new", "person", "given=First")
            let child = try home.start("seed", "congress")
            usleep(delay)
            child.send(SIGKILL)
            _ = try child.finish()
            let count = try home.almanac("persons", "--json").rows.count
            #expect([1, 538].contains(count))
            #expect(try home.almanac("check").status == 0)
            #expect(try home.almanac("seed", "congress").status == 0)
            #expect(try home.almanac("persons", "--json").rows.count == 538)
        }
    }

    @Test func aFirstStartThatIsKilledLeavesAStoreThatWorks() throws {
        for delay in stride(from: 0, to: 200_000, by: 20_000) {
            let home = try Home()
            let child = try home.start("new", "person", "given=Leia")
            usleep(UInt32(delay))
            child.send(SIGKILL)
            _ = try child.finish()
            #expect(try home.almanac("new", "person", "given=Luke").status == 0)
            #expect(try home.almanac("persons", "--json").json.names.last == "Luke")
            #expect(try home.almanac("check").status == 0)
        }
    }
}
