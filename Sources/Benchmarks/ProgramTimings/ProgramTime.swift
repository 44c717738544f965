import TestSupport

/// A response time of the program, measured from another process.
struct ProgramTime {
    let name: String
    let limit: Limit
    let run: () throws -> Duration
    private var times: [Double] = []
    /// The times of the command that the limit is relative to, measured in the same rounds.
    private var otherTimes: [Double] = []

    enum Limit {
        case milliseconds(Double)
        /// A limit given as a multiple of the time of another command.
        case times(Double, of: String, () throws -> Duration)
    }

    init(_ name: String, _ limit: Limit, run: @escaping () throws -> Duration) {
        self.name = name
        self.limit = limit
        self.run = run
    }

    private var problem: (any Error)?

    /// Measures one round. An error is shown in the table row and does not stop the other measurements.
    mutating func measure(round: Int) {
        guard problem == nil else { return }
        do {
            let isFirst = round.isMultiple(of: 2)
            if isFirst { times.append(try run() / .milliseconds(1)) }
            if case .times(_, _, let other) = limit { otherTimes.append(try other() / .milliseconds(1)) }
            if !isFirst { times.append(try run() / .milliseconds(1)) }
        } catch {
            problem = error
        }
    }

    /// A table row such as `| query | 9.8 ms | 3.1 ms sqlite3 | 3.16 | ≤ 4.0 |`.
    var row: String {
        if let problem { return "| \(name) | \(problem) | | | |" }
        let own = times.median
        switch limit {
        case .milliseconds(let most):
            return "| \(name) | \(Self.words(own)) | | \(Self.words(own)) | ≤ \(Self.words(most)) |"
        case .times(let most, let other, _):
            let theirs = otherTimes.median
            let ratio = (own / theirs * 100).rounded() / 100
            return "| \(name) | \(Self.words(own)) | \(Self.words(theirs)) \(other) | \(ratio) | ≤ \(most) |"
        }
    }

    private static func words(_ milliseconds: Double) -> String { "\((milliseconds * 100).rounded() / 100) ms" }
}
