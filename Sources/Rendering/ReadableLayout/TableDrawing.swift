import Display
import Localization
import Text

/// A renderer that draws a table page by page and reports omitted rows, columns, and values at the end.
struct TableDrawing {
    let settings: RenderSettings
    /// Whether rows that are too wide are shown as cards instead of being truncated.
    let isInFull: Bool
    let output: Output

    func draw(_ table: Table, _ extent: Extent) async throws {
        guard !table.rows.isEmpty, let layout = try await layout(table, extent) else {
            return try await drawVertically(table, extent)
        }
        let titles = { (columns: [Column]) in columns.map { Line($0.title.localized, .heading) } }
        try layout.lines(
            number: Line(), cells: titles(layout.columns), below: titles(layout.folded), settings.charset
        ).lines.forEach(write)
        try await drawRows(of: table, extent, hiding: layout.hidden) { row, number, _, tally in
            let (lines, cuts) = lines(of: row, number, in: layout)
            tally.cutCells += cuts
            try lines.forEach(write)
        }
    }

    /// Draws each row as a card.
    func drawVertically(_ table: Table, _ extent: Extent, everyField: Bool = false) async throws {
        try await drawRows(of: table, extent) { row, number, page, tally in
            if tally.rows > 0 { try write(Line()) }
            if number.width > 0 { try write(number) }
            let fields = everyField ? row.fields : page.columns.map { Field($0.key, $0.title, row[$0.key]) }
            try RecordLayout(settings: settings).lines(fields.map(\.accessible)).forEach(write)
        }
    }

    /// Returns the number of lines of each row on the first page.
    func heights(of table: Table) async throws -> [Int] {
        let layout = try await layout(table, .firstPage)
        return table.rows.map { row in
            guard let layout else {
                let fields = table.columns.map { Field($0.key, $0.title, row[$0.key]) }
                // Each card has an empty line and a line with its number.
                return 2 + RecordLayout(settings: settings).lines(fields.map(\.accessible)).count
            }
            return lines(of: row, Line(), in: layout).lines.count
        }
    }

    private func lines(of row: Row, _ number: Line, in layout: TableLayout) -> (lines: [Line], cuts: Int) {
        let cells = { (columns: [Column]) in columns.map { cell(row[$0.key], in: $0) } }
        return layout.lines(
            number: number, cells: cells(layout.columns), below: cells(layout.folded), settings.charset)
    }

    /// Draws each row with its number, and then the footer. If there are no rows, draws the placeholder.
    private func drawRows(
        of table: Table, _ extent: Extent, hiding hidden: [Column] = [],
        _ draw: (_ row: Row, _ number: Line, _ page: Table, inout Tally) throws -> Void
    ) async throws {
        guard !table.rows.isEmpty else {
            return try Line(table.placeholder.localized, .dim).wrapped(to: settings.width).forEach(write)
        }
        var tally = Tally()
        try await table.forEachPage(extent) { page in
            for (index, row) in page.rows.enumerated() {
                try draw(row, number(index, in: page, extent), page, &tally)
                tally.rows += 1
            }
            if tally.first == nil { tally.first = page }
            tally.hasMore = page.next != nil || page.rest != nil
            try output.flush()
        }
        try await drawFooter(tally, hidden)
    }

    /// Returns the number to show for a row. If all pages are shown, rows cannot be selected and have no numbers.
    private func number(_ index: Int, in page: Table, _ extent: Extent) -> Line {
        guard let first = page.firstNumber, extent == .firstPage else { return Line() }
        return Line(String(first + index), .dim)
    }

    /// Returns a summary of the value for a cell, or the complete value if truncation is not allowed.
    private func cell(_ value: Value, in column: Column) -> Line {
        if column.isProse { return Line(value.detail(settings.charset)) }
        return Line(isWhole ? value.words(settings.charset) : value.summary(settings.charset))
    }

    private var isWhole: Bool { isInFull || settings.width == nil }

    // MARK: - Widths

    /// Returns the layout for the first page, or for all pages if truncation is not allowed.
    private func layout(_ table: Table, _ extent: Extent) async throws -> TableLayout? {
        var natural = table.columns.map { max(1, Line($0.title.localized).width) }
        var words = natural
        var empty = Set(table.columns.indices)
        var numberWidth = 0
        let measured = isWhole ? extent : .firstPage
        try await table.forEachPage(measured) { page in
            for (index, row) in page.rows.enumerated() {
                for (index, column) in table.columns.enumerated() {
                    let cell = cell(row[column.key], in: column)
                    let width = cell.width
                    natural[index] = max(natural[index], width)
                    if column.isProse { words[index] = max(words[index], cell.longestWord) }
                    if width > 0 { empty.remove(index) }
                }
                numberWidth = max(numberWidth, number(index, in: page, extent).width)
            }
        }
        // A column that is empty on all pages shown is omitted.
        let isMeasured = measured == extent || table.next == nil
        let shown = table.columns.indices.filter { index in
            index == 0 || !isMeasured || !empty.contains(index) || table.columns[index].isIdentifying
        }
        let layout = TableLayout(
            shown.map { table.columns[$0] }, natural: shown.map { natural[$0] }, words: shown.map { words[$0] },
            empty: Set(shown.indices.filter { empty.contains(shown[$0]) }), numberWidth: numberWidth,
            room: settings.width)
        return isInFull && layout?.isWhole(shown.map { natural[$0] }) == false ? nil : layout
    }

    // MARK: - Footer

    private struct Tally {
        var rows = 0
        /// The first page.
        var first: Table?
        /// Whether the list has rows after the last row.
        var hasMore = false
        var cutCells = 0
    }

    private func drawFooter(_ tally: Tally, _ hidden: [Column]) async throws {
        var notices: [Message] = []
        let preceding = try await tally.first?.position?.preceding?() ?? 0
        if tally.hasMore || preceding > 0, settings.width != nil {
            let known = tally.first?.total
            let total = if let known { known } else { try await tally.first?.position?.total() }
            notices.append(RendererMessages.shown(tally.rows, after: preceding, of: total))
        }
        if !hidden.isEmpty { notices.append(RendererMessages.hidden(hidden.map(\.title))) }
        if tally.cutCells > 0 { notices.append(RendererMessages.cut(tally.cutCells)) }
        guard !notices.isEmpty else { return }
        try Line(notices.joined(separator: " \(settings.charset.dot) ").localized, .dim).wrapped(to: settings.width)
            .forEach(write)
    }

    private func write(_ line: Line) throws { try output.writeLine(settings.paint(line)) }
}
