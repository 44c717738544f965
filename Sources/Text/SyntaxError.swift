/// A syntax error and its location. Lines and columns count from 1. Columns count characters.
public struct SyntaxError<Problem: Hashable & Sendable & CustomStringConvertible>: Error, Hashable, Sendable,
    CustomStringConvertible
{
    public let line: Int
    public let column: Int
    public let problem: Problem

    public init(line: Int, column: Int, problem: Problem) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    public var description: String { "line \(line), column \(column): \(problem)" }
}
