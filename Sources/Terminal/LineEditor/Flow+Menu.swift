import Localization
import Rendering

extension Flow {
    /// The choices in columns below the line, as many as half a screen holds, and how many there are.
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

    /// The chosen one has a sign before it, for whoever sees no colour.
    private func cell(_ menu: EditorState.Menu, _ index: Int) -> Line {
        let isChosen = index == menu.chosen
        let mark = Line(isChosen ? setting.charset.trail : " ", .prompt)
        return mark + Line(menu.candidates[index].title, isChosen ? .strong : .dim).cut(to: usable - 2, setting.charset)
    }

    private func count(of menu: EditorState.Menu, _ shown: Range<Int>) -> Message {
        let all = "\(menu.completions.total)" + (menu.completions.isCapped ? "+" : "")
        if let chosen = menu.chosen { return "\(chosen + 1) of \(all)" }
        return shown.count < menu.completions.total ? "\(shown.count) of \(all)" : "\(all) choices"
    }
}
