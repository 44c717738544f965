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
            "quote in an unquoted field; quote the field and double the quote"
        case .textAfterQuote:
            "unexpected text after a closing quote; double quotes inside a quoted field"
        case .unclosedQuote:
            "unclosed quote; add the closing quote"
        case .invalidUTF8:
            "the field is not valid UTF-8; save the file as UTF-8"
        case .nul:
            "NUL byte found; save the file as CSV in UTF-8"
        case .tooManyFields:
            "the row has more than \(CSVReader.maximumFields) fields; check the separator"
        case .recordTooLong:
            "the row is longer than \(CSVSplitter.maximumRecord >> 20) MB; check its quotes"
        case .fieldCount(let expected, let found):
            "the row has \(Message(found, "field")), but the header has \(expected); add or remove separators"
        }
    }
}

public typealias CSVError = SyntaxError<CSVProblem>
