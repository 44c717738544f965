/// A filter for a search within a list. Each word of the search must be the start of a word in the text.
public struct WordPrefixFilter: Hashable, Sendable {
    private let words: [String]

    /// Creates a filter for a search text, or returns `nil` if the text contains no words.
    public init?(_ text: String) {
        words = Folding.words(of: text)
        if words.isEmpty { return nil }
    }

    /// Returns whether a text matches.
    public func matches(_ text: String) -> Bool {
        let others = Folding.words(of: text)
        return words.allSatisfy { word in others.contains { $0.hasPrefix(word) } }
    }
}
