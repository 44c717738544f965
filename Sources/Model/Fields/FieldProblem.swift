import Localization

/// An error in an assignment to a field.
public enum FieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unknown(key: String, known: [String])
    case unreadable(field: Title, value: String, expected: Message)
    case notLabeled(field: Title)
    case notSeveral(field: Title)
    case required(field: Title)
    /// An invalid filter, or a value that names an unknown or ambiguous record.
    case notFound(reason: Message)
    /// A line of an edited text that does not have the form `field: value`.
    case invalidLine(String)
    case repeated(field: Title)

    public var description: String { sentence.description }

    public var sentence: Message {
        switch self {
        case .unknown(let key, _): "Unknown field “\(key)”."
        case .unreadable(let field, let value, let expected):
            "\(title: field): invalid value “\(value)”; expected \(expected)."
        case .notLabeled(let field): "\(title: field) does not accept a label."
        case .notSeveral(let field): "\(title: field) has a single value. Use “=” instead of “+=” or “-=”."
        case .required(let field): "\(title: field) is required."
        case .notFound(let reason): reason
        case .invalidLine(let line): "Invalid line “\(line)”: expected “field: value”."
        case .repeated(let field): "\(title: field) accepts only one value."
        }
    }
}

/// All errors in assignments to a record.
public struct FieldProblems: Error, Hashable, Sendable {
    public let all: [FieldProblem]

    public init(_ all: [FieldProblem]) { self.all = all }

    /// The error messages, without duplicates.
    public var sentences: Message {
        all.unique.map(\.sentence).joined()
    }
}
