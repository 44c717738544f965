/// The folded words of a search within a list. Each word must be the start of a word in the searched text.
public struct WordBeginnings: Hashable, Sendable {
    private let words: [String]

    /// Creates the words of a search text, or returns `nil` if the text contains no words.
    public init?(_ text: String) {
        words = Folding.words(of: text)
        if words.isEmpty { return nil }
    }

    public func areIn(_ text: String) -> Bool {
        let others = Folding.words(of: text)
        return words.allSatisfy { word in others.contains { $0.hasPrefix(word) } }
    }
}
