/// Text that is taken out, and comes back elsewhere.
extension EditorState {
    /// A text that was just yanked, as long as an older one may still take its place.
    struct Yank: Sendable {
        /// The line without it.
        let before: EditBuffer
        /// How many kills ago it was killed.
        let age: Int
    }

    mutating func kill(to target: Int) -> Outcome {
        let isBackward = target < buffer.cursor
        var removed = ""
        let outcome = edit { removed = $0.remove(to: target) }
        guard !removed.isEmpty else { return outcome }
        if lastWasKill { ring.extend(with: removed, isBackward: isBackward) } else { ring.add(removed) }
        lastWasKill = true
        return outcome
    }

    mutating func yank() -> Outcome {
        guard !ring.isEmpty else { return .refused }
        return insert(Yank(before: buffer, age: 0))
    }

    /// What was killed before the text that was just yanked, in its place.
    mutating func yankOlder() -> Outcome {
        guard let yanked else { return .refused }
        return insert(Yank(before: yanked.before, age: yanked.age + 1))
    }

    private mutating func insert(_ yank: Yank) -> Outcome {
        buffer = yank.before
        buffer.insert(ring.text(yank.age))
        yanked = yank
        return .edited
    }
}
