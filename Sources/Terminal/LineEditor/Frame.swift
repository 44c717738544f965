import Localization
import Rendering
import Text

/// The prompt and the edited line as displayed: rows that fit the terminal, and the cursor position.
struct Frame: Hashable {
    let rows: [Line]
    let cursor: Position

    struct Position: Hashable {
        let row: Int
        let column: Int
    }

    /// The display settings of a frame.
    struct Setting {
        let prompt: Line
        let size: TerminalSize
        var charset = SymbolSet.utf8
        var showsSuggestions = true
        var isSecret = false
        var highlights: [(range: Range<Int>, style: Style)] = []

        func style(at index: Int) -> Style? { highlights.last { $0.range.contains(index) }?.style }

        /// Returns the range of the line to display. In a long line, the range contains the cursor and moves in steps.
        func extent(of buffer: EditBuffer) -> Range<Int> {
            let chunk = size.columns * size.rows * 2
            let count = buffer.characters.count
            guard count > chunk * 3 else { return 0..<count }
            let start = max(0, buffer.cursor / chunk - 1) * chunk
            return start..<min(count, start + chunk * 3)
        }
    }

    /// Creates the frame for an editor state.
    ///
    /// - Parameter isFinal: Whether editing has ended. The suggestion and the menu are then hidden.
    init(_ state: EditorState, _ setting: Setting, isFinal: Bool = false) {
        var layout = RowLayout(setting)
        layout.add(Self.prompt(state, setting, isFinal))
        var cursor: Position?
        if !setting.isSecret {
            let extent = setting.extent(of: state.buffer)
            if extent.lowerBound > 0 { layout.add(setting.charset.ellipsis, .dim) }
            for index in extent {
                let character = state.buffer.characters[index]
                if index == state.buffer.cursor { cursor = layout.nextPosition(for: character) }
                layout.add(character, setting.style(at: index))
            }
            if extent.upperBound < state.buffer.characters.count { layout.add(setting.charset.ellipsis, .dim) }
        }
        let end = layout.end()
        if !isFinal, !setting.isSecret {
            if setting.showsSuggestions, let suggestion = state.suggestion { layout.add(suggestion, .dim) }
            if let menu = state.menu { layout.addBelow(menu) }
        }
        // Only the rows around the cursor may fit the terminal.
        let (shown, height) = (cursor ?? end, setting.size.rows)
        let first = max(0, min(shown.row - height / 2, layout.rows.count - height))
        rows = Array(layout.rows.dropFirst(first).prefix(height))
        self.cursor = Position(row: shown.row - first, column: shown.column)
    }

    private static let searchTitle: Title = "search"
    private static let notFound: Title = "not found"

    private static func prompt(_ state: EditorState, _ setting: Setting, _ isFinal: Bool) -> Line {
        guard let search = state.search, !isFinal else { return setting.prompt }
        let colon = search.hasFailed ? " (\(notFound.localized)): " : ": "
        return Line(searchTitle.localized, .prompt) + Line(colon) + Line(search.wanted, .strong) + "  "
    }
}
