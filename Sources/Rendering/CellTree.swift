import Display
import Localization
import Text

/// A tree drawn in terminal cells. Its lists are drawn next to the tree if there is enough space, and below it
/// otherwise.
struct CellTree: CellPicture {
    let tree: Tree
    let settings: RenderSettings

    private static let usualWidth = 80
    private static let gap = 3
    /// The minimum width of a row’s text.
    private static let narrowest = 12

    private var width: Int { settings.width ?? settings.pictureWidth ?? Self.usualWidth }

    var lines: [Line] {
        let besides = tree.lists.flatMap { section($0, in: nil) }
        let side = besides.map(\.width).max() ?? 0
        let whole = tree.rows.flatMap { lines(of: $0, in: .max) }
        let widest = whole.map(\.width).max() ?? 0
        guard side > 0 else { return tree.rows.flatMap { lines(of: $0, in: width) } }
        guard widest > 0, widest + Self.gap + side <= width else {
            let rows = tree.rows.flatMap { lines(of: $0, in: width) }
            return rows + (rows.isEmpty ? [] : [Line()]) + tree.lists.flatMap { section($0, in: width) }
        }
        return (0..<max(whole.count, besides.count)).map { index in
            let row = index < whole.count ? whole[index] : Line()
            guard index < besides.count, besides[index].width > 0 else { return row }
            return row.padded(to: widest + Self.gap) + besides[index]
        }
    }

    var accessibleLines: [Line] {
        let rows = tree.rows.flatMap { row -> [Line] in
            let text: Message = "Generation \(row.generation): \(row.text)"
            return Line(VisibleText.line(text.localized)).wrapped(to: settings.width)
        }
        return rows + tree.lists.flatMap { section($0, in: settings.width) }
    }

    /// Returns the lines of a list. All lines of its entries are indented.
    private func section(_ list: Tree.List, in width: Int?) -> [Line] {
        let title = Line(VisibleText.line(Message(title: list.title).localized), .label)
        let entries = list.entries.map { Line(VisibleText.line($0.localized)) }
        return title.wrapped(to: width)
            + entries.flatMap { $0.wrapped(to: width.map { max(1, $0 - 2) }) }.map { Line.space(2) + $0 }
    }

    /// Returns the lines of a row: the generation, the branches, and the wrapped text.
    private func lines(of row: Tree.Row, in width: Int) -> [Line] {
        let numerals = tree.rows.map { $0.numeral.count }.max() ?? 0
        let numeral = Line(row.numeral, .dim).padded(to: numerals + 1)
        let room = width == .max ? Int.max : max(1, width - numerals - 1 - Self.narrowest)
        // In deep trees, only the last branches are drawn.
        let shown = row.ends.dropFirst().suffix(room == .max ? row.ends.count : room / 3)
        let first =
            shown.dropLast().map { $0 ? "   " : branches.passed }
            + shown.suffix(1).map { $0 ? branches.last : branches.next }
        let rest = shown.map { $0 ? "   " : branches.passed }
        let text = Line(VisibleText.line(row.text), row.isSubject ? .strong : nil)
        let parts = width == .max ? [text] : text.wrapped(to: max(1, width - numerals - 1 - shown.count * 3))
        return parts.enumerated().map { index, part in
            let (start, branch) = index == 0 ? (numeral, first) : (Line.space(numerals + 1), rest)
            return start + Line(branch.joined(), .dim) + part
        }
    }

    private var branches: (next: String, last: String, passed: String) {
        settings.charset == .utf8 ? ("├─ ", "└─ ", "│  ") : ("|- ", "`- ", "|  ")
    }
}
