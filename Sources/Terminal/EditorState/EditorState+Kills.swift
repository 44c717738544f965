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

/// What was killed, the newest last: the newest is yanked, and the older ones take its place one after the other.
struct KillRing: Sendable {
    private var texts: [String] = []
    private static let limit = 60

    var isEmpty: Bool { texts.isEmpty }

    /// The text so many kills ago; behind the oldest comes the newest again.
    func text(_ age: Int) -> String {
        texts.isEmpty ? "" : texts[texts.count - 1 - age % texts.count]
    }

    mutating func add(_ text: String) {
        texts.append(text)
        texts.removeFirst(max(0, texts.count - Self.limit))
    }

    /// What is killed in a row comes back together.
    mutating func extend(with text: String, isBackward: Bool) {
        let last = texts.popLast() ?? ""
        texts.append(isBackward ? text + last : last + text)
    }
}
