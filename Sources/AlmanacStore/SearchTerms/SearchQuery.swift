import Model
import Text

/// A search query of folded words. The last word may be incomplete.
struct SearchQuery {
    private static let wordLimit = 16

    let text: String
    let words: [String]
    let isFinished: Bool
    /// The end of a phone number, or `nil` if the query cannot be part of one.
    let phone: PhoneNumber.Ending?
}

extension SearchQuery {
    /// Creates a query from text. Returns `nil` if the text contains no words.
    init?(_ text: String) {
        let words = Folding.words(of: text)
        guard !words.isEmpty else { return nil }
        self.text = text
        self.words = Array(words.prefix(Self.wordLimit))
        isFinished = false
        phone = PhoneNumber.Ending(text)
    }

    /// Returns the query with some words replaced.
    /// - Parameter corrections: The corrected words, keyed by position.
    func replacing(_ corrections: [Int: String]) -> SearchQuery {
        let corrected = words.indices.map { corrections[$0] ?? words[$0] }
        return SearchQuery(
            text: corrected.joined(separator: " "), words: corrected, isFinished: corrections[words.count - 1] != nil,
            phone: nil)
    }

    /// Returns the text that matches the most words, or the first such text if there are several.
    func best(among texts: [SearchText]) -> SearchText? {
        var best: (text: SearchText, hits: Int)?
        for text in texts where !text.text.isEmpty {
            let hits = hits(in: text)
            if hits == words.count { return text }
            if hits > best?.hits ?? 0 { best = (text, hits) }
        }
        return best?.text
    }

    private func hits(in text: SearchText) -> Int {
        if let phone, let number = text.phoneNumber, phone.matches(number) { return words.count }
        let candidates = text.words
        let joined = words.joined()
        if words.count > 1, candidates.contains(where: { $0.hasPrefix(joined) }) { return words.count }
        return words.indices.count { index in
            candidates.contains { index == words.count - 1 ? $0.hasPrefix(words[index]) : $0 == words[index] }
        }
    }
}
