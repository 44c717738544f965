/// What is wrong in a JSON text, and where: line and column, counted from 1, columns in characters.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    public let line: Int
    public let column: Int
    public let problem: JSONProblem

    public init(line: Int, column: Int, problem: JSONProblem) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    public var description: String { "line \(line), column \(column): \(problem)" }
}
