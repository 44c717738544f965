/// The words somebody may have meant.
enum Suggestions {
    /// At most three of the known words, nearest first: those it begins, or that are at most two edits away.
    static func nearest(to word: String, among known: [String]) -> [String] {
        let word = word.lowercased()
        let ranked = Set(known).compactMap { candidate -> (distance: Int, word: String)? in
            let distance =
                candidate.hasPrefix(word) && word.count > 1 ? 0 : distance(from: Array(word), to: Array(candidate))
            return distance <= min(2, candidate.count / 2) ? (distance, candidate) : nil
        }
        return ranked.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(3).map(\.word)
    }

    /// How many characters must be added, removed, changed or swapped with their neighbour (optimal string alignment).
    private static func distance(from left: [Character], to right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
