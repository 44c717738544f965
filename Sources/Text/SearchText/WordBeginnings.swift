/// The words that somebody looks for in a list, each the beginning of a word; folded, as in a search.
public struct WordBeginnings: Hashable, Sendable {
    private let words: [String]

    /// Nil when there is no word in the text.
    public init?(_ text: String) {
        words = Folding.words(of: text)
        if words.isEmpty { return nil }
    }

    public func areIn(_ text: String) -> Bool {
        let others = Folding.words(of: text)
        return words.allSatisfy { word in others.contains { $0.hasPrefix(word) } }
    }
}
