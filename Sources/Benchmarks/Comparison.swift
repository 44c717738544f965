/// One workload done both ways, round after round: the ratio of a round is what noise spares.
struct Comparison {
    let workload: any Workload
    private var swiftTimes: [Duration] = []
    private var cTimes: [Duration] = []

    init(_ workload: any Workload) {
        self.workload = workload
    }

    /// Who goes first changes from round to round.
    mutating func measure(round: Int) async throws {
        let clock = ContinuousClock()
        let workload = workload
        try workload.prepare()
        if round.isMultiple(of: 2) {
            swiftTimes.append(try await clock.measure { try await workload.runSwift() })
            cTimes.append(try clock.measure { try workload.runC() })
        } else {
            cTimes.append(try clock.measure { try workload.runC() })
            swiftTimes.append(try await clock.measure { try await workload.runSwift() })
        }
        guard try workload.isEqual() else { throw WrongResult(workload: workload.name) }
    }

    private func nanoseconds(_ times: [Duration]) -> Int {
        Int(Self.median(times.map { $0 / .nanoseconds(1) }) / Double(workload.operations))
    }

    /// To two places, as it is shown.
    private var ratio: Double {
        (Self.median(zip(swiftTimes, cTimes).map { $0 / $1 }) * 100).rounded() / 100
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}

struct WrongResult: Error, CustomStringConvertible {
    let workload: String
    var description: String { "\(workload): Swift and C did not do the same work, so their times mean nothing." }
}

// MARK: - Reports

extension Comparison {
    static func table(_ comparisons: [Comparison]) -> String {
        """
        | workload | C, ns each | Swift, ns each | Swift / C | goal |
        | --- | ---: | ---: | ---: | ---: |

        """ + comparisons.map(\.row).joined(separator: "\n")
    }

    static func json(_ comparisons: [Comparison]) -> String {
        "[\n" + comparisons.map { "  " + $0.json }.joined(separator: ",\n") + "\n]"
    }

    private var row: String {
        let goal = workload.goal.map { "≤ \($0)" } ?? ""
        return "| \(workload.name) | \(nanoseconds(cTimes)) | \(nanoseconds(swiftTimes)) | \(ratio) | \(goal) |"
    }

    private var json: String {
        """
        {"workload": "\(workload.name)", "rounds": \(cTimes.count), "operations": \(workload.operations), \
        "cNanoseconds": \(nanoseconds(cTimes)), "swiftNanoseconds": \(nanoseconds(swiftTimes)), \
        "ratio": \(ratio), "goal": \(workload.goal.map { "\($0)" } ?? "null")}
        """
    }
}
