import Localization

/// An error in an assignment to a field.
public enum FieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A key that names no field. The titles of similar fields contain it as a word, such as “Given name” for `name`.
    case unknown(key: String, known: [String], similar: [String] = [])
    case unreadable(field: Title, value: String, expected: Message)
    case notLabeled(field: Title)
    case notSeveral(field: Title)
    case required(field: Title)
    /// An invalid filter, or a value that names an unknown or ambiguous record.
    case notFound(reason: Message)
    /// A line of an edited text that does not have the form `field: value`.
    case invalidLine(String)
    case repeated(field: Title)
    /// A value with several meanings, such as the date 5/6/1980.
    case ambiguous(FieldAssignment, field: Title, values: [String])
    /// A part of an address, if the label does not identify one address.
    case severalAddresses(field: Title)

    public var description: String { sentence.description }

    public var sentence: Message {
        switch self {
        case .unknown(let key, _, _): "Unknown field “\(key)”."
        case .unreadable(let field, let value, let expected):
            "\(title: field): invalid value “\(value)”; expected \(expected)."
        case .notLabeled(let field): "\(title: field) does not accept a label. Remove the label."
        case .notSeveral(let field): "\(title: field) has a single value. Use “=” instead of “+=” or “-=”."
        case .required(let field): "\(title: field) is required."
        case .notFound(let reason): reason
        case .invalidLine(let line): "Invalid line “\(line)”: expected “field: value”."
        case .repeated(let field): "\(title: field) accepts only one value. Remove the others."
        case .ambiguous(let assignment, let field, let values):
            "\(title: field): “\(assignment.value)” can mean \(values.joined(separator: " or ")). Use one of them."
        case .severalAddresses(let field):
            "\(title: field): several addresses match. Specify a label that only one of them has."
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
