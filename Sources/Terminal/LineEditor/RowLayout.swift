import Localization
import Rendering
import Text

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
    /// Adds a menu: the candidates in columns, followed by their number. The menu fills at most half of the screen.
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
