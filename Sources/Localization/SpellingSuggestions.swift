/// A source of suggestions for misspelled words.
public enum SpellingSuggestions {
    /// Returns up to three known words that are similar to a word, ignoring case, closest first. Similar words start
    /// with the given word or differ from it by at most two edits (fewer for short words).
    public static func suggestions(for word: String, among known: some Sequence<String>) -> [String] {
        let letters = Array(word.lowercased().unicodeScalars)
        let ranked = Set(known).compactMap { candidate -> (edits: Int, word: String)? in
            let others = Array(candidate.lowercased().unicodeScalars)
            if letters.count > 1, others.starts(with: letters) { return (0, candidate) }
            let allowed = min(2, min(letters.count, others.count) / 2)
            return edits(from: letters, to: others, atMost: allowed).map { ($0, candidate) }
        }
        return ranked.sorted { ($0.edits, $0.word) < ($1.edits, $1.word) }.prefix(3).map(\.word)
    }

    /// Returns the Damerau–Levenshtein distance (optimal string alignment) between two words, or `nil` if it exceeds
    /// the limit.
    public static func edits(
        from source: [Unicode.Scalar], to target: [Unicode.Scalar], atMost allowed: Int
    ) -> Int? {
        guard abs(source.count - target.count) <= allowed else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for (row, letter) in source.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(target.count + 1)
            for (column, other) in target.enumerated() {
                var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == target[column - 1], source[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            // The minimum of a row is never less than the minimum of the two rows above it.
            guard last.contains(where: { $0 <= allowed }) || current.contains(where: { $0 <= allowed }) else {
                return nil
            }
            (beforeLast, last) = (last, current)
        }
        return last[target.count] <= allowed ? last[target.count] : nil
    }
}
