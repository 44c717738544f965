extension EditorState {
    /// The state of history recall, limited to lines that start with the typed text.
    struct HistoryRecall: Hashable, Sendable {
        let typed: EditBuffer
        var index: Int
    }

    /// The remaining text of the newest history line that starts with the typed text.
    public var suggestion: String? {
        guard search == nil, menu == nil, buffer.isAtEnd, !buffer.isEmpty,
            buffer.characters.count < Self.longestSuggestion
        else { return nil }
        let typed = buffer.text
        let line = history.last(before: history.count, beginningWith: typed, otherThan: typed)
        return line.map { String(decoding: history[$0].utf8.dropFirst(typed.utf8.count), as: UTF8.self) }
    }

    /// The line length, in characters, at which suggestions stop.
    private static let longestSuggestion = 1000

    mutating func acceptSuggestion() -> Outcome {
        guard let suggestion else { return .refused }
        buffer = edited { $0.insert(suggestion) }
        return .edited
    }

    mutating func recallOlder() -> Outcome {
        let walk = recall ?? HistoryRecall(typed: buffer, index: history.count)
        let older = history.last(before: walk.index, beginningWith: walk.typed.text, otherThan: buffer.text)
        guard let index = older else { return .refused }
        return show(history[index], HistoryRecall(typed: walk.typed, index: index))
    }

    mutating func recallNewer() -> Outcome {
        guard let walk = recall else { return .refused }
        if let index = history.first(from: walk.index + 1, beginningWith: walk.typed.text, otherThan: buffer.text) {
            return show(history[index], HistoryRecall(typed: walk.typed, index: index))
        }
        buffer = walk.typed
        recall = nil
        return .edited
    }

    private mutating func show(_ line: String, _ walk: HistoryRecall) -> Outcome {
        buffer = EditBuffer(line)
        recall = walk
        return .edited
    }
}

extension EditorState {
    /// An incremental search of the history that ignores case and accents.
    public struct Search: Hashable, Sendable {
        public internal(set) var wanted = ""
        public internal(set) var hasFailed = false
        let typed: EditBuffer
        let lines: FoldedLines
        var index: Int
    }

    mutating func beginSearch() -> Outcome {
        search = Search(typed: buffer, lines: FoldedLines(history), index: history.count)
        return .edited
    }

    /// Handles a key during a search.
    ///
    /// - Returns: The effect of the key, or `nil` if the key ends the search and must be handled as usual.
    mutating func pressWhileSearching(_ key: Key) -> Outcome? {
        guard var current = search else { return nil }
        switch key {
        case .text(let text):
            current.wanted += text
            // If the search text has no match, a longer text has none either.
            return current.hasFailed
                ? show(current, at: nil, hasFailed: true)
                : search(for: current, from: min(current.index, history.count - 1))
        case .backspace, .control("h"):
            guard !current.wanted.isEmpty else { return .refused }
            current.wanted.removeLast()
            return search(for: current, from: history.count - 1)
        case .control("r"), .up:
            return search(for: current, from: current.index - 1)
        case .control("s"), .down:
            return searchForward(for: current)
        case .control("g"), .escape:
            buffer = current.typed
            search = nil
            return .edited
        default:
            search = nil
            // Undo then restores the line typed before the search.
            remember(current.typed, .unknown)
            return nil
        }
    }

    private mutating func search(for search: Search, from newest: Int) -> Outcome {
        guard !search.wanted.isEmpty else { return show(search, at: nil) }
        let index = search.lines.last(upTo: newest, containing: search.wanted)
        return show(search, at: index, hasFailed: index == nil)
    }

    private mutating func searchForward(for search: Search) -> Outcome {
        guard !search.wanted.isEmpty,
            let index = search.lines.first(from: search.index + 1, containing: search.wanted)
        else { return .refused }
        return show(search, at: index)
    }

    private mutating func show(_ search: Search, at index: Int?, hasFailed: Bool = false) -> Outcome {
        var found = search
        found.hasFailed = hasFailed
        if let index {
            found.index = index
            buffer = EditBuffer(history[index])
        }
        self.search = found
        return hasFailed ? .refused : .edited
    }
}
