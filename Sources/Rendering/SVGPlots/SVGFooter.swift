import Display
import Text

/// The lines at the bottom of an SVG document: a legend, notices, and the origin of the data.
struct SVGFooter {
    struct Entry {
        /// A symbol whose center is the origin.
        let symbol: String
        let name: String
    }

    let svg: SVG
    private let rows: [[(x: Double, entry: Entry)]]
    private let lines: [String]

    private static let left = 40.0
    private static let rowHeight = 18.0
    private static let lineHeight = 15.0
    /// The space between the legend and the notices.
    private static let gap = 3.0
    private static let maximumRows = 5
    private static let maximumLines = 5
    private static let widestFilter = 120

    init(_ entries: [Entry], _ notices: [String], _ origin: PictureOrigin?, svg: SVG) {
        self.svg = svg
        rows = Array(Self.rows(entries).prefix(Self.maximumRows))
        let wrapped = { (text: String) in SVGLabel.wrapped(text, to: SVG.width - Self.left * 2, size: 12) }
        let sources = origin.map { wrapped($0.with(filterUpTo: Self.widestFilter, .utf8).text) } ?? []
        let texts = notices.flatMap(wrapped)
        let room = max(0, Self.maximumLines - sources.count)
        lines =
            (texts.count > room
                ? texts.prefix(room).dropLast() + texts.prefix(room).suffix(1).map { $0 + " …" } : texts)
            + sources
    }

    /// Returns the legend entries in rows that fit the width of the document.
    private static func rows(_ entries: [Entry]) -> [[(x: Double, entry: Entry)]] {
        let room = SVG.width - left * 2
        var (rows, end) = ([[(x: Double, entry: Entry)]](), Double.infinity)
        for entry in entries {
            let name = SymbolSet.utf8.cut(VisibleText.line(entry.name), to: SVGLabel.columns(in: room - 30, size: 13))
            let width = 24 + SVGLabel.width(of: name, size: 13)
            if end + width > left + room {
                rows.append([])
                end = left
            }
            rows[rows.count - 1].append((end, Entry(symbol: entry.symbol, name: name)))
            end += width + 20
        }
        return rows
    }

    /// The vertical position at which the footer starts.
    var top: Double {
        SVG.height - 6 - Self.gap - Double(rows.count) * Self.rowHeight - Double(lines.count) * Self.lineHeight
    }

    var elements: [String] {
        let legend = rows.enumerated().flatMap { row, entries in
            entries.map { x, entry in
                let y = top + Double(row + 1) * Self.rowHeight - 5
                return XML.element(
                    "g", ["transform": "translate(\((x + 8).short) \((y - 5).short))"], [entry.symbol])
                    + svg.text(SVGLabel(entry.name, x: x + 22, y: y, size: 13))
            }
        }
        let start = top + Self.gap + Double(rows.count) * Self.rowHeight
        let notices = lines.enumerated().map { index, line in
            let y = start + Double(index + 1) * Self.lineHeight - 4
            return svg.text(SVGLabel(line, x: Self.left, y: y, size: 12), color: svg.theme.subdued)
        }
        return legend + notices
    }
}
