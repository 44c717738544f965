import Localization

/// A syntax error in CSV, with a hint.
public enum CSVProblem: Hashable, Sendable, CustomStringConvertible {
    case loneQuote
    case textAfterQuote
    case unclosedQuote
    case invalidUTF8
    case nul
    case tooManyFields
    case recordTooLong
    case fieldCount(expected: Int, found: Int)

    public var description: String { sentence.description }

    public var sentence: Message {
        switch self {
        case .loneQuote:
            "a quote stands in a field that is not quoted; quote the field and write the quote twice"
        case .textAfterQuote:
            "text follows the closing quote of a field; a quote inside a quoted field is written twice"
        case .unclosedQuote:
            "the quote opened here is never closed; add the closing quote"
        case .invalidUTF8:
            "the field that begins here is not valid UTF-8; save the file as UTF-8"
        case .nul:
            "there is a NUL byte here, so this is not a text file; save it as CSV in UTF-8"
        case .tooManyFields:
            "the row has more than \(CSVReader.maximumFields) fields; check the separator"
        case .recordTooLong:
            "the row is longer than \(CSVSplitter.maximumRecord >> 20) MB; check its quotes"
        case .fieldCount(let expected, let found):
            "the row has \(Message(found, "field")) where the header has \(expected); add or remove separators"
        }
    }
}

/// A syntax error in CSV and its location.
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
