extension EditorState {
    /// Looking for an older line by a part of it, letter by letter, accents and capitals aside.
    public struct Search: Hashable, Sendable {
        public internal(set) var wanted = ""
        /// Whether nothing older contains what is wanted.
        public internal(set) var hasFailed = false
        let typed: EditBuffer
        let lines: FoldedLines
        /// Where the line that is shown stands.
        var index: Int
    }

    mutating func beginSearch() -> Outcome {
        search = Search(typed: buffer, lines: FoldedLines(history), index: history.count)
        return .edited
    }

    /// - Returns: nil if the key ends the search and is then done as usual.
    mutating func pressWhileSearching(_ key: Key) -> Outcome? {
        guard var current = search else { return nil }
        switch key {
        case .text(let text):
            current.wanted += text
            // What has no older line has none with a letter more.
            return current.hasFailed ? fail(current) : search(for: current, from: min(current.index, history.count - 1))
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
            // What was found can be undone like anything else.
            remember(current.typed, .unknown)
            return nil
        }
    }

    private mutating func search(for search: Search, from newest: Int) -> Outcome {
        guard !search.wanted.isEmpty else { return show(search, at: nil) }
        guard let index = search.lines.last(upTo: newest, containing: search.wanted) else { return fail(search) }
        return show(search, at: index)
    }

    private mutating func searchForward(for search: Search) -> Outcome {
        guard !search.wanted.isEmpty,
            let index = search.lines.first(from: search.index + 1, containing: search.wanted)
        else { return .refused }
        return show(search, at: index)
    }

    private mutating func show(_ search: Search, at index: Int?) -> Outcome {
        var found = search
        found.hasFailed = false
        if let index {
            found.index = index
            buffer = EditBuffer(history[index])
        }
        self.search = found
        return .edited
    }

    private mutating func fail(_ search: Search) -> Outcome {
        var failed = search
        failed.hasFailed = true
        self.search = failed
        return .refused
    }
}
