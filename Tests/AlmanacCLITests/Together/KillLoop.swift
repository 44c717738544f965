import Glibc
import TestSupport

/// Starts a writer again and again, and kills each at a random moment.
struct KillLoop {
    var rounds: Int
    /// In microseconds; the longest that a writer lives after it has begun to speak. One in four is not waited for.
    var lifetime = 400_000
    var seed: UInt64 = 7
    let start: (Int) throws -> ChildProcess
    /// What is lost or broken after a round in which the writer printed these whole lines; nil when nothing is.
    let problem: (Int, [Substring]) throws -> String?

    /// The problems found, and how many lines were printed in all.
    func run() throws -> (problems: [String], acknowledged: Int) {
        var chance = SeededGenerator(seed: seed)
        var problems: [String] = []
        var acknowledged = 0
        for round in 0..<rounds {
            let child = try start(round)
            let beginning = chance.happens(oneIn: 4) ? [] : Self.beginning(of: child)
            usleep(UInt32(chance.number(below: lifetime)))
            child.send(SIGKILL)
            let output = String(decoding: try beginning + child.finish().outputBytes, as: UTF8.self)
            // The last line may have been cut in the middle: it does not count as printed.
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            acknowledged += lines.count
            if let problem = try problem(round, Array(lines)) { problems.append("round \(round): \(problem)") }
        }
        return (problems, acknowledged)
    }

    /// The first that it says.
    private static func beginning(of child: ChildProcess) -> [UInt8] {
        while let heard = ChildProcess.listen(to: [child]).first {
            if !heard.output.isEmpty || heard.isOver { return heard.output }
        }
        return []
    }
}
