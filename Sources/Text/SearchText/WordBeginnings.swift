/// The folded words of a search within a list. Each must be the start of a word.
public struct WordBeginnings: Hashable, Sendable {
    private let words: [String]

    /// Returns `nil` if the text contains no words.
    public init?(_ text: String) {
        words = Folding.words(of: text)
        if words.isEmpty { return nil }
    }

    public func areIn(_ text: String) -> Bool {
        let others = Folding.words(of: text)
        return words.allSatisfy { word in others.contains { $0.hasPrefix(word) } }
    }
}
