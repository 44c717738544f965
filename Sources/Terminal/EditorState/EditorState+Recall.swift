extension EditorState {
    /// Walking through older lines that begin like the one that was being typed.
    struct Recall: Hashable, Sendable {
        let typed: EditBuffer
        var index: Int
    }

    /// An older line that begins with what is typed: shown behind it, taken with the right arrow.
    public var suggestion: String? {
        guard search == nil, menu == nil, buffer.isAtEnd, !buffer.isEmpty,
            buffer.characters.count < Self.longestSuggestion
        else { return nil }
        let typed = buffer.text
        let line = history.last(before: history.count, beginningWith: typed, otherThan: typed)
        return line.map { String(decoding: history[$0].utf8.dropFirst(typed.utf8.count), as: UTF8.self) }
    }

    /// A line that is longer is not typed from memory.
    private static let longestSuggestion = 1000

    mutating func acceptSuggestion() -> Outcome {
        guard let suggestion else { return .refused }
        buffer = edited { $0.insert(suggestion) }
        return .edited
    }

    mutating func recallOlder() -> Outcome {
        let walk = recall ?? Recall(typed: buffer, index: history.count)
        let older = history.last(before: walk.index, beginningWith: walk.typed.text, otherThan: buffer.text)
        guard let index = older else { return .refused }
        return show(history[index], Recall(typed: walk.typed, index: index))
    }

    mutating func recallNewer() -> Outcome {
        guard let walk = recall else { return .refused }
        if let index = history.first(from: walk.index + 1, beginningWith: walk.typed.text, otherThan: buffer.text) {
            return show(history[index], Recall(typed: walk.typed, index: index))
        }
        buffer = walk.typed
        recall = nil
        return .edited
    }

    private mutating func show(_ line: String, _ walk: Recall) -> Outcome {
        buffer = EditBuffer(line)
        recall = walk
        return .edited
    }
}
