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

/// A renderer that draws a tree as SVG, with its lists next to it.
struct SVGTree {
    let tree: Tree
    let svg: SVG

    private static let top = 64.0
    private static let left = 40.0
    private static let bottom = 620.0
    private static let tallestRow = 26.0
    private static let largestText = 14
    private static let smallestText = 6
    /// The fraction of the width that the tree occupies if it has lists.
    private static let share = 0.62

    var text: String {
        svg.document(tree.title.localized, rows + lists)
    }

    private var listTexts: [(text: String, isTitle: Bool)] {
        tree.lists.flatMap { list in
            [(Message(title: list.title).localized, true)] + list.entries.map { ($0.localized, false) }
        }
    }

    /// Returns the height of the lines and the size of their text, chosen so that the given number of lines fits on the
    /// page.
    private func line(of count: Int) -> (height: Double, size: Int) {
        let height = min(Self.tallestRow, (Self.bottom - Self.top) / Double(max(1, count)))
        return (height, max(Self.smallestText, min(Self.largestText, Int(height * 0.62))))
    }

    private var rows: [String] {
        let (height, size) = line(of: tree.rows.count)
        let step = Double(size) * 1.7
        let end = tree.lists.isEmpty ? SVG.width - SVG.margin : SVG.width * Self.share - Double(size)
        let start = Self.left + Double(size) * 2
        /// The vertical position of the last row at each level.
        var above: [Double] = []
        return tree.rows.enumerated().flatMap { index, row -> [String] in
            let y = Self.top + Double(index) * height
            let depth = row.ends.count - 1
            let x = start + Double(max(0, depth)) * step
            above = Array(above.prefix(max(0, depth))) + [y]
            let numeral = SVGLabel(row.numeral, x: SVG.margin * 2, y: y, size: size)
            let columns = max(1, Int((end - x) / (Double(size) * 0.6)))
            let name = SVGLabel(SymbolSet.utf8.cut(VisibleText.line(row.text), to: columns), x: x, y: y, size: size)
            var branch: [String] = []
            if depth > 0, depth - 1 < above.count {
                let (from, level) = (above[depth - 1], y - Double(size) * 0.35)
                branch = [
                    SVG.path(
                        "M\((x - step * 0.75).short) \((from + Double(size) * 0.3).short)V\(level.short)H\((x - 3).short)",
                        ["fill": "none", "stroke": svg.theme.subdued])
                ]
            }
            let mark =
                row.isSubject
                ? [
                    SVG.path(
                        "M\(x.short) \((y + 3).short)h\((Double(name.text.count) * Double(size) * 0.55).short)",
                        ["stroke": svg.theme.ink])
                ] : []
            return branch + mark + [svg.text(numeral, color: svg.theme.subdued), svg.text(name)]
        }
    }

    private var lists: [String] {
        let texts = listTexts
        let (height, size) = line(of: texts.count)
        let x = tree.rows.isEmpty ? Self.left : SVG.width * Self.share
        let columns = max(1, Int((SVG.width - SVG.margin - x) / (Double(size) * 0.6)))
        return texts.enumerated().map { index, text in
            let label = SVGLabel(
                SymbolSet.utf8.cut(VisibleText.line(text.text), to: columns), x: x + (text.isTitle ? 0 : Double(size)),
                y: Self.top + Double(index) * height, size: size)
            return svg.text(label, color: text.isTitle ? svg.theme.subdued : nil)
        }
    }
}
