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
        // If the terminal is too small for all rows, those around the cursor are shown.
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

/// A painter that generates the terminal output for frames. Each frame replaces the previous one.
struct FramePainter {
    private let palette: Palette
    private var shown: Frame?

    init(_ palette: Palette) { self.palette = palette }

    /// Returns the output that replaces the displayed frame with a new one.
    mutating func paint(_ frame: Frame) -> String {
        let painted =
            toTop + frame.rows.map(palette.paint).joined(separator: "\r\n")
            + Self.up(frame.rows.count - 1 - frame.cursor.row) + "\r" + Self.right(frame.cursor.column)
        shown = frame
        return painted
    }

    /// Returns the output that moves the cursor to a new row below the frame, which stays on screen.
    mutating func leave() -> String {
        guard let frame = shown else { return "" }
        shown = nil
        return Self.down(frame.rows.count - 1 - frame.cursor.row) + "\r\n"
    }

    mutating func clearScreen() -> String {
        shown = nil
        return "\u{1B}[H\u{1B}[2J"
    }

    /// Returns the output that erases the frame after the terminal has rewrapped the rows to a new width.
    mutating func reflow(to size: TerminalSize) -> String {
        guard let frame = shown else { return "" }
        let rowsAbove = frame.rows.prefix(frame.cursor.row).reduce(0) { $0 + Self.breaks(in: $1, size) + 1 }
        let breaks = Self.breaks(in: frame.rows[frame.cursor.row], upTo: frame.cursor.column, size)
        shown = nil
        return Self.up(rowsAbove + breaks) + "\r\u{1B}[J"
    }

    /// Returns how many times the terminal wraps a row before a column. Wide characters are not split.
    private static func breaks(in line: Line, upTo target: Int = .max, _ size: TerminalSize) -> Int {
        var start = 0
        let widths = (line.text.map { DisplayWidth.width(of: $0) } + (target < .max ? [1] : [])).prefix { width in
            defer { start += width }
            return start <= target
        }
        var (breaks, column) = (0, 0)
        for width in widths {
            if column + width > size.columns { (breaks, column) = (breaks + 1, 0) }
            column += width
        }
        return breaks
    }

    /// The control sequences that move the cursor to the start of the first row and erase everything after it.
    private var toTop: String { Self.up(shown?.cursor.row ?? 0) + "\r\u{1B}[J" }

    private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
    private static func down(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)B" : "" }
    private static func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }
}

/// A layout that wraps text into rows. Rows are broken between grapheme clusters.
struct RowLayout {
    private(set) var rows = [Line()]
    private var column = 0
    let setting: Frame.Setting
    /// The number of columns that a row may use.
    let usable: Int

    init(_ setting: Frame.Setting) {
        self.setting = setting
        // The last column stays empty because terminals differ in how they wrap after a full row.
        usable = max(1, setting.size.columns - 1)
    }

    /// Adds the prompt. The start of a long prompt is truncated to leave space for the line.
    mutating func add(_ prompt: Line) {
        let kept = prompt.endFitting(usable * 2 / 3, setting.charset)
        rows[rows.count - 1] = kept
        column = kept.width
    }

    mutating func add(_ text: String, _ style: Style?) {
        for character in text { add(character, style) }
    }

    /// Adds a character. A line end is shown as a symbol and starts a new row.
    mutating func add(_ character: Character, _ style: Style?) {
        let span = shown(character, style)
        if column + span.width > usable { breakRow() }
        rows[rows.count - 1] += Line([span])
        column += span.width
        if character == "\n" { breakRow() }
    }

    /// Returns the position at which a character would be added.
    func nextPosition(for character: Character) -> Frame.Position {
        column + shown(character, nil).width > usable
            ? Frame.Position(row: rows.count, column: 0) : Frame.Position(row: rows.count - 1, column: column)
    }

    /// Ends the text and returns the cursor position after it.
    mutating func end() -> Frame.Position {
        if column >= setting.size.columns { breakRow() }
        return Frame.Position(row: rows.count - 1, column: column)
    }

    /// Adds a row below all other rows.
    mutating func add(row: Line) {
        rows.append(row.cut(to: usable, setting.charset))
    }

    private mutating func breakRow() {
        rows.append(Line())
        column = 0
    }

    /// Returns the displayed form of a character. A character wider than a row becomes an ellipsis.
    private func shown(_ character: Character, _ style: Style?) -> Span {
        let span = character == "\n" ? Span(setting.charset.lineEnd, .dim) : Span(String(character), style)
        return span.width > usable ? Span(setting.charset.ellipsis, style) : span
    }
}

extension Line {
    /// Returns the end of the line that fits a width, with an ellipsis in place of omitted text.
    fileprivate func endFitting(_ columns: Int, _ charset: SymbolSet) -> Line {
        guard width > columns else { return self }
        guard columns > 1 else { return Line() }
        var kept: [Span] = []
        var room = columns - 1
        for span in spans.reversed() {
            let tail = String(
                span.text.reversed().prefix { cluster in
                    room -= DisplayWidth.width(of: cluster)
                    return room >= 0
                }.reversed())
            kept.insert(Span(tail, span.style), at: 0)
            if tail.count < span.text.count { break }
        }
        return Line(charset.ellipsis) + Line(kept)
    }
}

extension RowLayout {
    /// Adds a menu: the candidates in columns, followed by a line with the count. The menu fills at most half of the
    /// screen.
    mutating func addBelow(_ menu: EditorState.Menu) {
        let cells = menu.candidates.indices.map { cell(menu, $0) }
        let width = min(usable, (cells.map(\.width).max() ?? 0) + 1)
        let perRow = max(1, usable / max(1, width))
        let perPage = perRow * max(1, setting.size.rows / 2 - 1)
        let first = (menu.chosen ?? 0) / perPage * perPage
        let shown = first..<min(first + perPage, cells.count)
        for start in stride(from: shown.lowerBound, to: shown.upperBound, by: perRow) {
            let row = cells[start..<min(start + perRow, shown.upperBound)]
            add(row: row.reduce(Line()) { $0 + $1.padded(to: width) })
        }
        add(row: Line(count(of: menu, shown).localized, .dim))
    }

    // A symbol marks the chosen candidate even without colors.
    private func cell(_ menu: EditorState.Menu, _ index: Int) -> Line {
        let isChosen = index == menu.chosen
        let mark = Line(isChosen ? setting.charset.trail : " ", .prompt)
        return mark + Line(menu.candidates[index].title, isChosen ? .strong : .dim).cut(to: usable - 2, setting.charset)
    }

    private func count(of menu: EditorState.Menu, _ shown: Range<Int>) -> Message {
        let all = menu.completions.total.grouped + (menu.completions.isCapped ? "+" : "")
        if let chosen = menu.chosen { return "\(chosen + 1) of \(all)" }
        return shown.count < menu.completions.total ? "\(shown.count) of \(all)" : "\(all) choices"
    }
}
