/// A minimal set of changes between two lists.
struct ListChanges {
    enum Change: Hashable {
        case same
        /// A value that is replaced by another old value.
        case moved(from: Int)
        /// A value that is replaced by a new value.
        case changed(to: Int)
        case removed
        /// A value that moves to another position. It is listed in `added`.
        case left
    }

    private(set) var kept: [Change]
    /// The added values: the old value that precedes the addition, the index of the new value, and its old index if it
    /// was moved.
    private(set) var added: [(after: Int?, new: Int, from: Int?)] = []

    init<Value: Hashable>(from old: [Value], to new: [Value]) {
        kept = Array(repeating: .same, count: old.count)
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
        }

        var (from, to) = (start, start)
        for (sameOld, sameNew) in Self.common(old, start..<oldEnd, new, start..<newEnd) + [(oldEnd, newEnd)] {
            fill(from..<sameOld, to..<sameNew, old, new)
            (from, to) = (sameOld + 1, sameNew + 1)
        }
        for (number, addition) in added.enumerated() {
            let place = old.indices.first { kept[$0] == .removed && old[$0] == new[addition.new] }
            if let place { (kept[place], added[number].from) = (.left, place) }
        }
    }

    /// Pairs the old and new values between two unchanged values.
    private mutating func fill<Value: Hashable>(_ gap: Range<Int>, _ values: Range<Int>, _ old: [Value], _ new: [Value])
    {
        for offset in 0..<max(gap.count, values.count) {
            let place = gap.lowerBound + offset
            let value = values.lowerBound + offset
            if offset >= values.count {
                kept[place] = .removed
            } else if offset >= gap.count {
                let last = gap.upperBound - 1
                added.append((last >= 0 ? last : nil, value, nil))
            } else if let other = old.firstIndex(of: new[value]) {
                kept[place] = .moved(from: other)
            } else {
                kept[place] = .changed(to: value)
            }
        }
    }

    /// Returns the unchanged values. They are a longest common subsequence, or none if the lists are very long.
    private static func common<Value: Hashable>(
        _ old: [Value], _ oldRange: Range<Int>, _ new: [Value], _ newRange: Range<Int>
    ) -> [(Int, Int)] {
        guard !oldRange.isEmpty, !newRange.isEmpty, oldRange.count * newRange.count <= 250_000 else { return [] }
        let width = newRange.count + 1
        var lengths = [Int](repeating: 0, count: (oldRange.count + 1) * width)
        for row in oldRange.indices.reversed() {
            for column in newRange.indices.reversed() {
                let (i, j) = (row - oldRange.lowerBound, column - newRange.lowerBound)
                lengths[i * width + j] =
                    old[row] == new[column]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (i, j) = (0, 0)
        while i < oldRange.count, j < newRange.count {
            if old[oldRange.lowerBound + i] == new[newRange.lowerBound + j] {
                pairs.append((oldRange.lowerBound + i, newRange.lowerBound + j))
                (i, j) = (i + 1, j + 1)
            } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return pairs
    }
}
