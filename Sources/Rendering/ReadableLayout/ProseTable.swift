import Display

/// A table in Markdown: a row of titles, a delimiter row, and rows of cells. Long cells are wrapped.
struct ProseTable {
    private let titles: [String]
    private let rows: [[String]]

    /// Creates a table from its lines, or returns `nil` if the second line is not a delimiter row.
    init?(_ lines: [String]) {
        guard lines.count > 1, lines[1].allSatisfy({ "|-: ".contains($0) }) else { return nil }
        titles = Self.cells(of: lines[0])
        let count = titles.count
        rows = lines.dropFirst(2).map { line in
            let cells = Self.cells(of: line).prefix(count)
            return cells + Array(repeating: "", count: count - cells.count)
        }
    }

    private static func cells(of line: String) -> [String] {
        var cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
            $0.split(separator: " ").joined(separator: " ")
        }
        if cells.last == "" { cells.removeLast() }
        return cells
    }

    /// Returns the lines of the table, or `nil` if the table is too wide.
    func lines(_ inline: InlineMarkdown, width: Int?, _ charset: SymbolSet) -> [Line]? {
        let heads = titles.map { Line($0, .heading) }
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
    func cards(_ settings: RenderSettings) -> [Line] {
        let cards = rows.map { row in
            RecordLayout(settings: settings).lines(zip(titles, row).map { Field($0, $0, .prose($1)) })
        }
        return Array(cards.joined(separator: [Line()]))
    }
}
