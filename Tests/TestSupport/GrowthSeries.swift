import Glibc

/// The costs of an operation on data of three sizes, each twice as large as the previous one.
///
///     let series = try await GrowthSeries(from: 100) { size in … }
///     #expect(series.exponent < 1.2, "\(series)")
public struct GrowthSeries: CustomStringConvertible {
    private let costs: [(size: Int, cost: Int)]

    /// Creates a series by running an operation on each size.
    /// - Parameter cost: A closure that returns the cost of the operation, such as the number of virtual machine steps.
    public init(from size: Int, cost: (Int) async throws -> Int) async throws {
        var costs: [(Int, Int)] = []
        for size in [size, 2 * size, 4 * size] { costs.append((size, try await cost(size))) }
        self.costs = costs
    }

    /// The exponent of the growth without the fixed costs: about 1 for linear and 2 for quadratic growth.
    public var exponent: Double {
        let (first, second) = (costs[1].cost - costs[0].cost, costs[2].cost - costs[1].cost)
        return second <= 0 ? 0 : log2(Double(second) / Double(max(1, first)))
    }

    public var description: String {
        costs.map { "\($0.size): \($0.cost)" }.joined(separator: ", ") + ", exponent \(exponent)"
    }
}

extension StatementRecorder {
    /// Returns the number of virtual machine steps of all statements that the body runs.
    public func cost(_ body: () async throws -> Void) async throws -> Int {
        try await steps(body).values.reduce(0, +)
    }
}
