import Localization

/// A syntax error in JSON, with a hint.
public enum JSONProblem: Hashable, Sendable, CustomStringConvertible {
    case unexpectedEnd
    case unexpected(expected: Message)
    case trailingText
    case tooDeep
    case invalidNumber
    case numberTooLarge
    case controlCharacter
    case invalidEscape
    case loneSurrogate
    case invalidUTF8

    public var description: String { sentence.description }

    public var sentence: Message {
        switch self {
        case .unexpectedEnd: "the text ends too early; it may have been cut off"
        case .unexpected(let expected): "\(expected) should stand here"
        case .trailingText: "there is more text after the end of the value; remove it"
        case .tooDeep: "lists and objects are nested more than \(JSONReader.maximumDepth) deep; flatten the file"
        case .invalidNumber: "this is not a number as JSON writes it, such as -1.5e3"
        case .numberTooLarge: "this number is too large to be kept exactly enough; write it as text"
        case .controlCharacter: "a control character stands in a text; write it as an escape such as \\n"
        case .invalidEscape: "this is not an escape that JSON knows; a backslash itself is written twice"
        case .loneSurrogate: "this \\u escape is half of a pair; write both halves"
        case .invalidUTF8: "this text is not valid UTF-8; save the file as UTF-8"
        }
    }
}

/// A syntax error in JSON and its location. Lines and columns count from 1; columns count characters.
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
