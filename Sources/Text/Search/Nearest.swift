/// The words somebody may have meant who mistyped one.
public enum Nearest {
    /// At most three candidates, best first: those within two edits of the word, or that the word begins.
    ///
    /// Case and accents do not count; a word of up to three letters may be one edit away.
    public static func suggestions(for word: String, among candidates: some Sequence<String>) -> [String] {
        let word = Array(Folding.fold(word).unicodeScalars)
        guard !word.isEmpty else { return [] }
        let allowed = word.count > 3 ? 2 : 1
        var seen: Set<String> = []
        var ranked: [(candidate: String, rank: Int)] = []
        for candidate in candidates where seen.insert(candidate).inserted {
            let letters = Array(Folding.fold(candidate).unicodeScalars)
            let isBeginning = letters.starts(with: word)
            if let edits = edits(from: word, to: letters, atMost: allowed) {
                ranked.append((candidate, isBeginning ? min(edits, 1) : edits))
            } else if isBeginning {
                ranked.append((candidate, 1))
            }
        }
        let best = ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        return best.prefix(3).map(\.element.candidate)
    }

    /// Damerau-Levenshtein distance (optimal string alignment): letters inserted, removed, changed or swapped;
    /// nil for more than are allowed.
    static func edits(from source: [Unicode.Scalar], to target: [Unicode.Scalar], atMost allowed: Int) -> Int? {
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
            // No row goes below both rows before it.
            guard last.contains(where: { $0 <= allowed }) || current.contains(where: { $0 <= allowed }) else { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[target.count] <= allowed ? last[target.count] : nil
    }
}
