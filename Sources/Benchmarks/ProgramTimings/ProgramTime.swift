import TestSupport

/// What somebody waits for at a terminal, measured from outside, round after round.
struct ProgramTime {
    let name: String
    /// What it may take.
    let bar: Bar
    /// Does it once.
    let run: () throws -> Duration
    private var times: [Duration] = []
    /// The other program's, in the same rounds.
    private var otherTimes: [Duration] = []

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
            try time(round)
        } catch {
            problem = error
        }
    }

    /// Who goes first changes from round to round.
    private mutating func time(_ round: Int) throws {
        guard case .times(_, _, let other) = bar else { return times.append(try run()) }
        if round.isMultiple(of: 2) {
            times.append(try run())
            otherTimes.append(try other())
        } else {
            otherTimes.append(try other())
            times.append(try run())
        }
    }

    /// `| query | 9.8 ms | 3.1 ms of sqlite3 | 3.2 | ≤ 4 |`
    var row: String {
        if let problem { return "| \(name) | \(problem) | | | |" }
        let own = Self.median(times)
        switch bar {
        case .milliseconds(let most):
            return "| \(name) | \(Self.words(own)) | | \(Self.words(own)) | ≤ \(Self.words(most)) |"
        case .times(let most, let other, _):
            let ratio = own / Self.median(otherTimes)
            let short = (ratio * 100).rounded() / 100
            return
                "| \(name) | \(Self.words(own)) | \(Self.words(Self.median(otherTimes))) \(other) | \(short) | ≤ \(most) |"
        }
    }

    private static func median(_ times: [Duration]) -> Double {
        times.map { $0 / .milliseconds(1) }.sorted()[times.count / 2]
    }

    private static func words(_ milliseconds: Double) -> String { "\((milliseconds * 100).rounded() / 100) ms" }
}
