import Display
import Localization
import Text

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
