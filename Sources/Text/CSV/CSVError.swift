/// What is wrong in a CSV text, and where.
public struct CSVError: Error, Hashable, Sendable, CustomStringConvertible {
    public let line: Int
    public let column: Int
    public let problem: CSVProblem

    public init(line: Int, column: Int, problem: CSVProblem) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    public var description: String { "line \(line), column \(column): \(problem)" }
}
