import Display
import Localization
import Text

/// The visible columns of a table and their widths.
///
/// If rows have numbers, the column of record IDs is hidden first. Then columns are narrowed before any column is
/// hidden. The widest columns are narrowed first, and the last columns are hidden first. Empty columns are narrowed and
/// hidden before all others. Columns of whole values are neither truncated nor hidden: if there is no room for them,
/// their values are shown below the row.
struct TableLayout: Hashable {
    let columns: [Column]
    let widths: [Int]
    let hidden: [Column]
    /// The columns whose values are shown below the row.
    let folded: [Column]
    /// The width of the row numbers, or 0 if rows have no numbers.
    let numberWidth: Int
    let width: Int

    private static let gap = 2
    /// The minimum width of a text column.
    private static let narrowestText = 8
    /// The minimum width of a column that identifies rows.
    private static let narrowestName = 12
    /// The minimum width of a column whose values are not truncated. Longer values are shown below the row.
    private static let narrowestWhole = 32
    private static let narrowestTable = 20

    /// Creates a layout, or returns `nil` if the table is too wide and rows should be shown as cards.
    ///
    /// - Parameters:
    ///   - natural: The natural width of each column.
    ///   - minimum: The minimum width of each column: the width of the longest word of prose, the width of a date, or
    ///     0.
    ///   - empty: The indices of empty columns, which are hidden first.
    ///   - room: The available width, or `nil` for no limit.
    init?(
        _ columns: [Column], natural: [Int], minimum: [Int] = [], empty: Set<Int> = [], numberWidth: Int, room: Int?
    ) {
        self.numberWidth = numberWidth
        let margin = numberWidth > 0 ? numberWidth + Self.gap : 0
        guard let room else {
            (self.columns, widths, hidden, folded) = (columns, natural, [], [])
            width = Self.width(of: natural) + margin
            return
        }
        guard room >= Self.narrowestTable else { return nil }
        let available = room - margin
        let least = columns.indices.map { index in
            let least = Self.least(columns[index], natural[index], isFirst: index == 0)
            return index < minimum.count ? max(least, minimum[index]) : least
        }
        guard
            let (kept, below) = Self.choose(columns, natural, least, empty, isNumbered: numberWidth > 0, to: available)
        else { return nil }
        let cells = available - (kept.count - 1) * Self.gap
        let widths = Self.stages(columns, natural, least, empty, of: cells).reduce(kept.map { natural[$0] }) {
            Self.shrink($0, kept.map($1), to: cells)
        }
        self.columns = kept.map { columns[$0] }
        self.widths = widths
        folded = below.map { columns[$0] }
        hidden = columns.indices.filter { !kept.contains($0) && !below.contains($0) }.map { columns[$0] }
        let moved = zip(kept, widths).filter { columns[$0].isWhole && natural[$0] > $1 }.map(\.0)
        let indent = numberWidth + Self.gap
        let widestBelow = (below + moved).map { indent + natural[$0] }.max() ?? 0
        width = min(room, max(Self.width(of: widths) + margin, widestBelow))
    }

    /// Returns the columns of the row and those below it, or `nil` if there is no room for them.
    private static func choose(
        _ columns: [Column], _ natural: [Int], _ least: [Int], _ empty: Set<Int>, isNumbered: Bool, to available: Int
    ) -> (kept: [Int], below: [Int])? {
        var kept = Array(columns.indices)
        var below: [Int] = []
        if isNumbered, width(of: natural) > available { kept.removeAll { $0 > 0 && columns[$0].isRecordID } }
        while width(of: kept.map { least[$0] }) > available {
            let others = kept.dropFirst()
            let dispensable = others.filter { index in
                let column = columns[index]
                return !column.isEssential && !column.isRecordID && !column.isIdentifying && !column.isWhole
            }
            if let last = dispensable.last(where: empty.contains) ?? dispensable.last {
                kept.removeAll { $0 == last }
            } else if let widest = others.filter({ columns[$0].isWhole }).max(by: { least[$0] < least[$1] }) {
                kept.removeAll { $0 == widest }
                below.append(widest)
            } else {
                return nil
            }
        }
        guard kept.count + below.count > 1 || columns.count == 1 else { return nil }
        return (kept, below.sorted())
    }

    /// Returns the stages of shrinking, each as a function from a column to its minimum width. First, empty columns
    /// shrink, then columns of text, columns of whole values, and finally columns that identify the row. Identifying
    /// columns that are very wide also shrink in the second stage.
    private static func stages(
        _ columns: [Column], _ natural: [Int], _ least: [Int], _ empty: Set<Int>, of cells: Int
    ) -> [(Int) -> Int] {
        let comfortable = { (index: Int) in
            let isIdentifying = index == 0 || columns[index].isIdentifying
            return isIdentifying ? max(least[index], min(natural[index], cells * 2 / 5)) : least[index]
        }
        return [
            { empty.contains($0) ? least[$0] : natural[$0] },
            { columns[$0].isWhole ? natural[$0] : comfortable($0) },
            comfortable,
            { least[$0] },
        ]
    }

    /// Returns the minimum width of a column. Numeric columns, essential columns, and the column of record IDs are
    /// never narrowed.
    private static func least(_ column: Column, _ natural: Int, isFirst: Bool) -> Int {
        if column.alignment == .trailing || column.isEssential || column.isRecordID { return natural }
        if column.isWhole { return min(natural, narrowestWhole) }
        return min(natural, isFirst || column.isIdentifying ? narrowestName : narrowestText)
    }

    private static func shrink(_ natural: [Int], _ least: [Int], to available: Int) -> [Int] {
        var widths = natural
        var excess = widths.reduce(0, +) - available
        while excess > 0 {
            let shrinkable = widths.indices.filter { widths[$0] > least[$0] }
            guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private static func width(of columns: [Int]) -> Int { columns.reduce(0, +) + (columns.count - 1) * gap }

    // MARK: - Lines

    /// Returns the lines of a row and the number of truncated cells. Each line is padded to the width of the table.
    ///
    /// - Parameter below: The cells of the folded columns.
    func lines(
        number: Line, cells: [Line], below: [Line] = [], _ charset: SymbolSet
    ) -> (lines: [Line], cuts: Int) {
        var cells = cells
        var moved: [Line] = []
        for (index, width) in widths.enumerated() where columns[index].isWhole && cells[index].width > width {
            moved.append(cells[index])
            cells[index] = Line()
        }
        let parts = zip(cells, widths).enumerated().map { index, cell in
            columns[index].isProse ? cell.0.wrapped(to: cell.1) : [cell.0.cut(to: cell.1, charset)]
        }
        let height = parts.map(\.count).max() ?? 1
        let lines = (0..<height).map { row in
            let number = row == 0 ? number : Line()
            return line(number: number, cells: parts.map { row < $0.count ? $0[row] : Line() })
        }
        let indent = numberWidth + Self.gap
        let rest = (moved + below).filter { $0.width > 0 }.flatMap { $0.wrapped(to: width - indent) }
        let cuts = zip(cells, widths).enumerated().count { $1.0.width > $1.1 && !columns[$0].isProse }
        return ((lines + rest.map { Line.space(indent) + $0 }).map { $0.padded(to: width) }, cuts)
    }

    private func line(number: Line, cells: [Line]) -> Line {
        var line = numberWidth > 0 ? number.padded(to: numberWidth, aligned: .right) + Line.space(Self.gap) : Line()
        for (index, (cell, width)) in zip(cells, widths).enumerated() {
            if index > 0 { line += Line.space(Self.gap) }
            line += cell.padded(to: width, aligned: columns[index].alignment == .trailing ? .right : .left)
        }
        return line
    }

    /// Returns whether all columns are shown in full.
    func isWhole(_ natural: [Int]) -> Bool {
        hidden.isEmpty
            && zip(columns, zip(widths, natural)).allSatisfy { $0.isProse || $0.isWhole || $1.0 == $1.1 }
    }
}

/// A renderer that draws a table page by page and reports omitted rows, hidden columns, and truncated values at the
/// end.
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

    /// Returns how many lines each row on the first page takes.
    func heights(of table: Table) async throws -> [Int] {
        let layout = try await layout(table, .firstPage)
        return table.rows.map { row in
            guard let layout else {
                let fields = table.columns.map { Field($0.key, $0.title, row[$0.key]) }
                // Each card also has an empty line and a line with its number.
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

    /// Returns the layout for the first page, or for all pages shown if truncation is not allowed. Returns `nil` if the
    /// rows should be shown as cards.
    private func layout(_ table: Table, _ extent: Extent) async throws -> TableLayout? {
        if let minimum = table.minimumWidth, let width = settings.width, width < minimum { return nil }
        var natural = table.columns.map { max(1, Line($0.title.localized).width) }
        var minimum = table.columns.map { $0.isProse ? Line($0.title.localized).width : 0 }
        var empty = Set(table.columns.indices)
        var numberWidth = 0
        let measured = isWhole ? extent : .firstPage
        try await table.forEachPage(measured) { page in
            for (index, row) in page.rows.enumerated() {
                for (index, column) in table.columns.enumerated() {
                    let cell = cell(row[column.key], in: column)
                    let width = cell.width
                    natural[index] = max(natural[index], width)
                    if column.isProse { minimum[index] = max(minimum[index], cell.longestWord) }
                    if case .date = row[column.key] { minimum[index] = max(minimum[index], width) }
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
            shown.map { table.columns[$0] }, natural: shown.map { natural[$0] }, minimum: shown.map { minimum[$0] },
            empty: Set(shown.indices.filter { empty.contains(shown[$0]) }), numberWidth: numberWidth,
            room: settings.width)
        return isInFull && layout?.isWhole(shown.map { natural[$0] }) == false ? nil : layout
    }

    // MARK: - Footer

    private struct Tally {
        var rows = 0
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
