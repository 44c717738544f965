/// One workload done both ways, round after round: the ratio of a round is what noise spares.
struct Comparison {
    private let name: String
    private let operations: Int
    private let bar: Double
    private var swiftTimes: [Duration] = []
    private var cTimes: [Duration] = []

    init(_ name: String, of operations: Int, bar: Double) {
        self.name = name
        self.operations = operations
        self.bar = bar
    }

    /// Who goes first changes from round to round.
    mutating func measure(_ round: Int, swift: () throws -> Void, c: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        if round.isMultiple(of: 2) {
            swiftTimes.append(try clock.measure(swift))
            cTimes.append(try clock.measure(c))
        } else {
            cTimes.append(try clock.measure(c))
            swiftTimes.append(try clock.measure(swift))
        }
    }

    static let header = """
        | workload | C, ns each | Swift, ns each | Swift / C | goal |
        | --- | ---: | ---: | ---: | ---: |
        """

    private func nanoseconds(_ times: [Duration]) -> Int {
        Int(Self.median(times.map { $0 / .nanoseconds(1) }) / Double(operations))
    }

    private var ratio: Double {
        Self.median(zip(swiftTimes, cTimes).map { $0 / $1 })
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}

extension Comparison: CustomStringConvertible {
    var description: String {
        let rounded = (ratio * 100).rounded() / 100
        return "| \(name) | \(nanoseconds(cTimes)) | \(nanoseconds(swiftTimes)) | \(rounded) | ≤ \(bar) |"
    }
}
