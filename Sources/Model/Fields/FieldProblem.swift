/// Why a value cannot stand in a field.
public enum FieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unknown(key: String, known: [String])
    case unreadable(field: String, value: String, expected: String)
    case notLabelled(field: String)
    case notSeveral(field: String)
    case required(field: String)
    /// A record that is named there is not found, or is one of several.
    case notFound(reason: String)
    /// A line of a text that sets no field.
    case notALine(String)
    case repeated(field: String)

    public var description: String {
        switch self {
        case .unknown(let key, _): "There is no field “\(key)”."
        case .unreadable(let field, let value, let expected): "\(field) cannot be “\(value)”: it takes \(expected)."
        case .notLabelled(let field): "\(field) has a single value, without a label."
        case .notSeveral(let field): "\(field) has a single value: use “=”, not “+=” or “-=”."
        case .required(let field): "\(field) is needed."
        case .notFound(let reason): reason
        case .notALine(let line): "“\(line)” is no line of the kind “field: value”."
        case .repeated(let field): "\(field) has a single value, and here are several."
        }
    }
}

/// Everything that is wrong with a record at once.
public struct FieldProblems: Error, Hashable, Sendable {
    public let all: [FieldProblem]

    public init(_ all: [FieldProblem]) { self.all = all }

    /// Each problem once, as a sentence.
    public var sentences: String {
        var seen: Set<FieldProblem> = []
        return all.filter { seen.insert($0).inserted }.map(\.description).joined(separator: " ")
    }
}
