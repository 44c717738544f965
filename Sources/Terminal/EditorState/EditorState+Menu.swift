extension EditorState {
    /// The menu of completion candidates below the line.
    public struct Menu: Hashable, Sendable {
        public let completions: Completions
        /// The index of the candidate inserted into the line, or `nil` if the line contains only typed text.
        public internal(set) var chosen: Int?
        /// The line before a candidate was inserted.
        let typed: EditBuffer

        var candidates: [Completions.Candidate] { completions.candidates }
    }

    /// Inserts the only candidate, or inserts the common prefix of several candidates and opens the menu.
    public mutating func complete(with completions: Completions, offering: Bool = true) -> Outcome {
        menu = nil
        guard !completions.candidates.isEmpty else { return .refused }
        let common = completions.commonPrefix
        let before = buffer
        var completions = completions
        let range = completions.range
        if completions.candidates.count == 1 || common.count >= range.count {
            buffer.replace(range, with: common)
            completions.range = range.lowerBound..<max(range.lowerBound, buffer.cursor)
        }
        if completions.candidates.count > 1, offering {
            menu = Menu(completions: completions, chosen: nil, typed: buffer)
        }
        remember(before, .tab)
        return .edited
    }

    /// Handles a key while the menu is open.
    ///
    /// - Returns: The effect of the key, or `nil` if the key closes the menu and must be handled as usual.
    mutating func pressInMenu(_ key: Key) -> Outcome? {
        guard var current = menu else { return nil }
        let count = current.candidates.count
        let before = buffer
        switch key {
        case .tab: current.chosen = current.chosen.map { ($0 + 1) % count } ?? 0
        case .backTab: current.chosen = ((current.chosen ?? 0) + count - 1) % count
        case .escape, .control("g"):
            buffer = current.typed
            menu = nil
            return .edited
        case .enter where current.chosen != nil:
            menu = nil
            return .edited
        default:
            menu = nil
            return nil
        }
        buffer = current.typed
        if let chosen = current.chosen {
            buffer.replace(current.completions.range, with: current.candidates[chosen].replacement)
        }
        menu = current
        remember(before, key)
        return .edited
    }
}
