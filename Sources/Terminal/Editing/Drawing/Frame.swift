import Text

/// What the prompt looks like at one moment: rows that fit the terminal, and where the cursor stands.
public struct Frame: Hashable, Sendable {
    public let rows: [Line]
    public let cursor: Position

    public struct Position: Hashable, Sendable {
        public let row: Int
        public let column: Int
    }

    /// What stands around the line that is edited.
    public struct Setting: Hashable, Sendable {
        let prompt: Line
        let size: TerminalSize
        let charset: Charset
        /// Whether dim text can be told from typed text.
        let showsSuggestions: Bool
        /// Whether what is typed stays unseen.
        let isSecret: Bool

        public init(
            prompt: Line, size: TerminalSize, charset: Charset = .utf8,
            showsSuggestions: Bool = true, isSecret: Bool = false
        ) {
            self.prompt = prompt
            self.size = size
            self.charset = charset
            self.showsSuggestions = showsSuggestions
            self.isSecret = isSecret
        }
    }

    /// - Parameter isFinal: The line is done: only it remains on the screen.
    public init(_ state: EditorState, _ setting: Setting, isFinal: Bool = false) {
        var flow = Flow(setting)
        flow.add(Self.prompt(state, setting, isFinal))
        var cursor: Position?
        if !setting.isSecret {
            for (index, character) in state.buffer.characters.enumerated() {
                if index == state.buffer.cursor { cursor = flow.nextPosition(for: character) }
                flow.add(character, nil)
            }
        }
        let end = flow.end()
        if !isFinal, !setting.isSecret {
            if setting.showsSuggestions { state.suggestion?.forEach { flow.add($0, .dim) } }
            flow.addBelow(state.offered)
        }
        let window = Window(rows: flow.rows, around: cursor ?? end, height: setting.size.rows)
        rows = window.rows
        self.cursor = window.cursor
    }

    private static func prompt(_ state: EditorState, _ setting: Setting, _ isFinal: Bool) -> Line {
        guard let search = state.search, !isFinal else { return setting.prompt }
        let colon = Line(search.hasFailed ? " (not found): " : ": ")
        return Line("search", .prompt) + colon + Line(search.wanted, .strong) + "  "
    }
}

/// The rows around the cursor, where there are more than the terminal can show.
private struct Window {
    let rows: [Line]
    let cursor: Frame.Position

    init(rows: [Line], around cursor: Frame.Position, height: Int) {
        let first = rows.count <= height ? 0 : min(max(0, cursor.row - height / 2), rows.count - height)
        self.rows = Array(rows.dropFirst(first).prefix(height))
        self.cursor = Frame.Position(row: cursor.row - first, column: cursor.column)
    }
}
