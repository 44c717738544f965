/// A comparison of one workload in Swift and C by the ratio of the times in each round, which varies less than the
/// times themselves.
struct Comparison {
    let workload: any Workload
    private var times: [Side: [Duration]] = [:]

    enum Side: CaseIterable {
        case swift, c, byHand
    }

    init(_ workload: any Workload) {
        self.workload = workload
    }

    /// Measures all sides on one thread, in an order that changes from round to round.
    mutating func measure(round: Int) throws {
        try workload.prepare()
        let sides = Side.allCases
        for place in sides.indices {
            try measure(sides[(place + round) % sides.count])
        }
        guard try workload.isEqual() else { throw WrongResult(workload: workload.name) }
    }

    private mutating func measure(_ side: Side) throws {
        let workload = workload
        var isDone = true
        let time = try ContinuousClock().measure {
            switch side {
            case .swift: try workload.runSwift()
            case .c: try workload.runC()
            case .byHand: isDone = try workload.runByHand()
            }
        }
        if isDone { times[side, default: []].append(time) }
        try workload.settle()
    }

    private func nanoseconds(_ side: Side) -> Int {
        Int(times[side, default: []].map { $0 / .nanoseconds(1) }.median / Double(workload.operations))
    }

    /// Returns the median of the times relative to C, rounded to two decimal places, or `nil` if the side was not
    /// measured.
    private func ratio(_ side: Side) -> Double? {
        guard let times = times[side], let cTimes = self.times[.c] else { return nil }
        return (zip(times, cTimes).map { $0 / $1 }.median * 100).rounded() / 100
    }
}

extension [Double] {
    var median: Double { sorted()[count / 2] }
}

struct WrongResult: Error, CustomStringConvertible {
    let workload: String
    var description: String { "\(workload): Swift and C have different results, so their times cannot be compared." }
}

// MARK: - Reports

extension Comparison {
    static func table(_ comparisons: [Comparison]) -> String {
        """
        | workload | C, ns each | Swift, ns each | Swift / C | goal | unwrapped Swift / C |
        | --- | ---: | ---: | ---: | ---: | ---: |

        """ + comparisons.map(\.row).joined(separator: "\n")
    }

    static func json(_ comparisons: [Comparison]) -> String {
        "[\n" + comparisons.map { "  " + $0.json }.joined(separator: ",\n") + "\n]"
    }

    private var row: String {
        let goal = workload.goal.map { "≤ \($0)" } ?? ""
        let byHand = ratio(.byHand).map { "\($0)" } ?? ""
        return """
            | \(workload.name) | \(nanoseconds(.c)) | \(nanoseconds(.swift)) | \(ratio(.swift) ?? 0) | \(goal) | \(byHand) |
            """
    }

    private var json: String {
        """
        {"workload": "\(workload.name)", "rounds": \(times[.c, default: []].count), \
        "operations": \(workload.operations), "cNanoseconds": \(nanoseconds(.c)), \
        "swiftNanoseconds": \(nanoseconds(.swift)), "ratio": \(ratio(.swift) ?? 0), \
        "goal": \(workload.goal.map { "\($0)" } ?? "null"), \
        "byHandRatio": \(ratio(.byHand).map { "\($0)" } ?? "null")}
        """
    }
}
