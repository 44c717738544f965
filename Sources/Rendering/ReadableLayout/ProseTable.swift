import Display

/// A table in Markdown: a row of titles, a delimiter row, and rows of cells. Long cells are wrapped.
struct ProseTable {
    private let titles: [String]
    private let rows: [[String]]

    /// Creates a table from its lines, or returns `nil` if the second line is not a delimiter row with a cell for each
    /// title.
    init?(_ lines: [String]) {
        guard lines.count > 1 else { return nil }
        titles = Self.cells(of: lines[0])
        let delimiters = Self.cells(of: lines[1])
        guard delimiters.count == titles.count, delimiters.allSatisfy({ $0.wholeMatch(of: /:?-+:?/) != nil }) else {
            return nil
        }
        let count = titles.count
        rows = lines.dropFirst(2).map { line in
            let cells = Self.cells(of: line).prefix(count)
            return cells + Array(repeating: "", count: count - cells.count)
        }
    }

    /// Returns the cells of a line. A bar after a backslash belongs to a cell.
    private static func cells(of line: String) -> [String] {
        let escapedBar = "\u{0}"
        var cells = line.replacing("\\|", with: escapedBar).split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().map { cell in
                cell.split(separator: " ").joined(separator: " ").replacing(escapedBar, with: "|")
            }
        if cells.last == "" { cells.removeLast() }
        return cells
    }

    /// Returns the lines of the table, or `nil` if the table is too wide.
    func lines(_ inline: InlineMarkdown, width: Int?, _ charset: SymbolSet) -> [Line]? {
        let heads = titles.map { Line(inline.line($0).text, .heading) }
        let cells = rows.map { $0.map(inline.line) }
        let columns = titles.map { Column($0, $0, isProse: true) }
        let all = [heads] + cells
        let natural = titles.indices.map { column in all.map { $0[column].width }.max() ?? 0 }
        let words = titles.indices.map { column in all.map { $0[column].longestWord }.max() ?? 0 }
        guard let layout = TableLayout(columns, natural: natural, words: words, numberWidth: 0, room: width),
            layout.hidden.isEmpty, layout.folded.isEmpty
        else { return nil }
        return all.flatMap { layout.lines(number: Line(), cells: $0, charset).lines }
    }

    /// The rows as cards, with a title before each value.
    func cards(_ inline: InlineMarkdown, _ settings: RenderSettings) -> [Line] {
        let titles = titles.map { inline.line($0).text }
        let cards = rows.map { row in
            RecordLayout(settings: settings).lines(zip(titles, row).map { Field($0, $0, .prose($1)) })
        }
        return Array(cards.joined(separator: [Line()]))
    }
}
