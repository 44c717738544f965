/// A word a command takes.
public struct Parameter: Hashable, Sendable {
    /// What the word is, for help, completion and exploring.
    public enum Sort: Hashable, Sendable {
        case address, row, fields, text, file, command
        /// The number of a step of the history.
        case step
        /// A deleted record.
        case trash
        /// Just this word.
        case word(String)
        case choice([String])
    }

    public enum Count: Hashable, Sendable { case one, optional, many, any }

    public let name: String
    public let sort: Sort
    public let count: Count

    public init(_ name: String, _ sort: Sort, _ count: Count = .one) {
        self.name = name
        self.sort = sort
        self.count = count
    }

    /// A word that is typed as it is.
    public static func word(_ word: String) -> Parameter { Parameter(word, .word(word)) }

    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many: name + "…"
        case .any: "[\(name)…]"
        }
    }
}
