/// The commands that kill (cut) and yank (paste) text.
extension EditorState {
    /// The most recent yank. Its text can be replaced with an earlier killed text.
    struct Yank: Sendable {
        /// The line before the yank.
        let before: EditBuffer
        /// The position of the yanked text in the kill ring, counted from the newest text.
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

    /// Replaces the yanked text with the text killed before it.
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

/// A ring of killed texts, stored oldest first.
struct KillRing: Sendable {
    private var texts: [String] = []
    private static let limit = 60

    var isEmpty: Bool { texts.isEmpty }

    /// Returns the text killed `age` kills before the newest text, wrapping around after the oldest text.
    func text(_ age: Int) -> String {
        texts.isEmpty ? "" : texts[texts.count - 1 - age % texts.count]
    }

    mutating func add(_ text: String) {
        texts.append(text)
        texts.removeFirst(max(0, texts.count - Self.limit))
    }

    /// Appends text to the newest killed text, or prepends it after a backward kill.
    mutating func extend(with text: String, isBackward: Bool) {
        let last = texts.popLast() ?? ""
        texts.append(isBackward ? text + last : last + text)
    }
}
