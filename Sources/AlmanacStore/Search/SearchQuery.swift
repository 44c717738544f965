import Text

/// What somebody typed to find something: folded words, of which the last may not be finished.
struct SearchQuery {
    let text: String
    let words: [String]

    /// Nil when there is no word in the text.
    init?(_ text: String) {
        let words = Folding.words(of: text)
        guard !words.isEmpty else { return nil }
        self.text = text
        self.words = words
    }

    /// For FTS5: every word, or all of them written as one; always quoted, so that nothing typed is an operator.
    var expression: String {
        let each = words.map { "\"\($0)\"" }.joined(separator: " AND ") + " *"
        return words.count == 1 ? each : "(\(each)) OR \"\(words.joined())\" *"
    }

    /// The text among these that matches best: that with most of the words, the first of equals.
    func best(among texts: [SearchText]) -> SearchText? {
        var best: (text: SearchText, hits: Int)?
        for text in texts where !text.text.isEmpty {
            let hits = hits(in: text.words)
            if hits > best?.hits ?? 0 { best = (text, hits) }
        }
        return best?.text
    }

    private func hits(in candidates: [String]) -> Int {
        let joined = words.joined()
        if words.count > 1, candidates.contains(where: { $0.hasPrefix(joined) }) { return words.count }
        return words.indices.count { index in
            candidates.contains { index == words.count - 1 ? $0.hasPrefix(words[index]) : $0 == words[index] }
        }
    }
}
