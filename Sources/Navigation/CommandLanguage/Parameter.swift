/// A word a command takes, as help and completion know it.
public struct Parameter: Hashable, Sendable {
    public enum Count: Hashable, Sendable { case one, optional, many, any }

    public let name: String
    public let kind: ValueKind
    public let count: Count

    public init(_ name: String, _ kind: ValueKind, _ count: Count = .one) {
        self.name = name
        self.kind = kind
        self.count = count
    }

    /// A word that is typed as it is.
    public static func keyword(_ word: String, _ count: Count = .one) -> Parameter {
        Parameter(word, .keyword(word), count)
    }

    /// Whether a line must have it.
    var isRequired: Bool { count == .one || count == .many }

    /// Whether it takes words until something else comes.
    public var isOpen: Bool { count == .many || count == .any }

    package var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many: name + "…"
        case .any: "[\(name)…]"
        }
    }
}
