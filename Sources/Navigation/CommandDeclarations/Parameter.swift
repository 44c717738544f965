/// A positional parameter of a command.
public struct Parameter: Sendable {
    public enum Count: Hashable, Sendable { case one, optional, many, any }

    public let name: String
    public let count: Count
    // Commands are created for each line, but only the help and the completion need the kinds of their parameters.
    private let makeKind: @Sendable () -> ValueKind

    public init(_ name: String, _ kind: @autoclosure @escaping @Sendable () -> ValueKind, _ count: Count = .one) {
        self.name = name
        self.count = count
        makeKind = kind
    }

    public static func keyword(_ word: String, _ count: Count = .one) -> Parameter {
        Parameter(word, .keyword(word), count)
    }

    public var kind: ValueKind { makeKind() }

    public var isRequired: Bool { count == .one || count == .many }

    /// Whether the parameter accepts more than one word.
    public var isOpen: Bool { count == .many || count == .any }

    public var isKeyword: Bool { if case .keyword = kind { true } else { false } }

    /// Returns whether a word is the keyword of this parameter, ignoring case.
    func isKeyword(_ word: String) -> Bool { isKeyword && word.lowercased() == name }

    package var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many: name + "…"
        case .any: "[\(name)…]"
        }
    }
}
