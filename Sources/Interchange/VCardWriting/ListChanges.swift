/// A set of changes that turns one list into another.
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
    /// The added values, each with the index of the preceding old value, its index in the new list, and its old index
    /// if it was moved.
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
        for (sameOld, sameNew) in Self.common(old[start..<oldEnd], new[start..<newEnd]) + [(oldEnd, newEnd)] {
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

    /// Returns the index pairs of a longest common subsequence, or none if the lists are very long.
    private static func common<Value: Hashable>(_ old: ArraySlice<Value>, _ new: ArraySlice<Value>) -> [(Int, Int)] {
        guard old.count + new.count <= 2_000 || old.count * new.count <= 250_000 else { return [] }
        let changes = new.difference(from: old)
        var (kept, unchanged) = (Array(old.indices), Array(new.indices))
        for case .remove(let offset, _, _) in changes.removals.reversed() { kept.remove(at: offset) }
        for case .insert(let offset, _, _) in changes.insertions.reversed() { unchanged.remove(at: offset) }
        return Array(zip(kept, unchanged))
    }
}
