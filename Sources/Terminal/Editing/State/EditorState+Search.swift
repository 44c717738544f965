extension EditorState {
    /// Looking for an older line by a part of it, letter by letter.
    public struct Search: Hashable, Sendable {
        public internal(set) var wanted = ""
        /// Whether nothing older contains what is wanted.
        public internal(set) var hasFailed = false
        let typed: LineBuffer
        /// Where the line that is shown stands.
        var index: Int
    }

    mutating func beginSearch() -> Outcome {
        search = Search(typed: buffer, index: past.count)
        return .edited
    }

    /// - Returns: nil if the key ends the search and is then done as usual.
    mutating func pressWhileSearching(_ key: Key) -> Outcome? {
        guard var current = search else { return nil }
        switch key {
        case .text(let text):
            current.wanted += text
            return look(for: current, from: min(current.index, past.count - 1))
        case .backspace:
            guard !current.wanted.isEmpty else { return .refused }
            current.wanted.removeLast()
            return look(for: current, from: past.count - 1)
        case .control("r"):
            return look(for: current, from: current.index - 1)
        case .control("g"), .escape:
            buffer = current.typed
            search = nil
            return .edited
        default:
            search = nil
            return nil
        }
    }

    private mutating func look(for search: Search, from newest: Int) -> Outcome {
        var found = search
        let wanted = Array(search.wanted.utf8)
        let older = past.prefix(max(0, newest + 1))
        let index = wanted.isEmpty ? nil : older.lastIndex { $0.contains(ignoringCase: wanted) }
        found.hasFailed = index == nil && !wanted.isEmpty
        if let index {
            found.index = index
            buffer = LineBuffer(past[index])
        }
        self.search = found
        return found.hasFailed ? .refused : .edited
    }
}

extension String {
    /// Whether the bytes occur, capital and small ASCII letters being the same.
    fileprivate func contains(ignoringCase wanted: [UInt8]) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            guard bytes.count >= wanted.count else { return false }
            return (0...bytes.count - wanted.count).contains { start in
                wanted.indices.allSatisfy { bytes[start + $0].lowercased == wanted[$0].lowercased }
            }
        }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
