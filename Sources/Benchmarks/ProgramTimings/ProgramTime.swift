import TestSupport

/// What somebody waits for at a terminal, measured from outside, round after round.
struct ProgramTime {
    let name: String
    /// What it may take.
    let bar: Bar
    /// Does it once.
    let run: () throws -> Duration
    private var times: [Double] = []
    /// The other program's, in the same rounds.
    private var otherTimes: [Double] = []

    enum Bar {
        case milliseconds(Double)
        /// So many times as long as another program takes for the same.
        case times(Double, of: String, () throws -> Duration)
    }

    init(_ name: String, _ bar: Bar, run: @escaping () throws -> Duration) {
        self.name = name
        self.bar = bar
        self.run = run
    }

    /// What kept it from being measured.
    private var problem: (any Error)?

    /// Does it once; what cannot be done is said in its row, and spares the others.
    mutating func measure(round: Int) {
        guard problem == nil else { return }
        do {
            let isFirst = round.isMultiple(of: 2)
            if isFirst { times.append(try run() / .milliseconds(1)) }
            if case .times(_, _, let other) = bar { otherTimes.append(try other() / .milliseconds(1)) }
            if !isFirst { times.append(try run() / .milliseconds(1)) }
        } catch {
            problem = error
        }
    }

    /// `| query | 9.8 ms | 3.1 ms of sqlite3 | 3.2 | ≤ 4 |`
    var row: String {
        if let problem { return "| \(name) | \(problem) | | | |" }
        let own = times.median
        switch bar {
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
