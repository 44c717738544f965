import Glibc
import TestSupport

/// A loop that repeatedly starts a writer and kills it at a random time.
struct KillLoop {
    var rounds: Int
    /// The maximum time in microseconds until the kill, counted from the first output or, in about one of four rounds,
    /// from the start.
    var lifetime = 400_000
    var seed: UInt64 = 7
    let start: (Int) throws -> ChildProcess
    /// A closure that returns the problem after a round, if any, given the number of the round and the complete lines
    /// of its output.
    let problem: (Int, [Substring]) throws -> String?

    /// Runs rounds until a problem is found.
    ///
    /// - Returns: The problem, and the number of lines printed in all rounds.
    func run() throws -> (problem: String?, acknowledged: Int) {
        var chance = SeededGenerator(seed: seed)
        var acknowledged = 0
        for round in 0..<rounds {
            let child = try start(round)
            let beginning = chance.happens(oneIn: 4) ? [] : Self.firstOutput(of: child)
            child.kill(after: chance.number(below: lifetime))
            let output = String(decoding: try beginning + child.finish().outputBytes, as: UTF8.self)
            // The last line may be incomplete.
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            acknowledged += lines.count
            if let problem = try problem(round, Array(lines)) { return ("round \(round): \(problem)", acknowledged) }
        }
        return (nil, acknowledged)
    }

    private static func firstOutput(of child: ChildProcess) -> [UInt8] {
        while let new = ChildProcess.readAvailable(from: [child]).first {
            if !new.output.isEmpty || new.isOver { return new.output }
        }
        return []
    }
}
