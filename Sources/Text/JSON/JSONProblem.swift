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
        case .unexpectedEnd: "unexpected end of the text; it may be truncated"
        case .unexpected(let expected): "expected \(expected)"
        case .trailingText: "unexpected text after the value; remove it"
        case .tooDeep: "lists and objects are nested more than \(JSONReader.maximumDepth) levels deep; flatten them"
        case .invalidNumber: "invalid number; use a form such as -1.5e3"
        case .numberTooLarge: "the number is too large; write it as a string"
        case .controlCharacter: "control character in a string; use an escape such as \\n"
        case .invalidEscape: "invalid escape; double a literal backslash"
        case .loneSurrogate: "incomplete surrogate pair in a \\u escape; write both halves"
        case .invalidUTF8: "the string is not valid UTF-8; save the file as UTF-8"
        }
    }
}

public typealias JSONError = SyntaxError<JSONProblem>
