import Display
import Text

/// Writes a table for people, page by page, and says at its end what was left out.
struct TableDrawing {
    let look: Look
    let output: Output

    func draw(_ table: Table, _ extent: Extent) async throws {
        guard !table.rows.isEmpty else { return try drawPlaceholder(table) }
        guard let layout = try await layout(table, extent) else { return try await drawVertically(table, extent) }
        var tally = Tally()
        let titles = layout.columns.map { Line($0.title, .heading) }
        try write(layout.line(number: Line(), cells: titles, look.charset).line)
        try await table.forEachPage(extent) { page in
            for (index, row) in page.rows.enumerated() {
                let cells = layout.columns.map { cell(row[$0.key]) }
                let (line, cuts) = layout.line(number: number(index, in: page), cells: cells, look.charset)
                tally.cutCells += cuts
                try write(line)
            }
            tally.add(page)
            try output.flush()
        }
        try drawFooter(tally, layout.hidden)
    }

    /// Each row as a card of its columns.
    func drawVertically(_ table: Table, _ extent: Extent, everyField: Bool = false) async throws {
        guard !table.rows.isEmpty else { return try drawPlaceholder(table) }
        var tally = Tally()
        try await table.forEachPage(extent) { page in
            for (index, row) in page.rows.enumerated() {
                if tally.rows + index > 0 { try write(Line()) }
                if page.firstNumber != nil { try write(number(index, in: page)) }
                let fields = everyField ? row.fields : page.columns.map { Field($0.key, $0.title, row[$0.key]) }
                try RecordLayout(look: look).lines(fields).forEach(write)
            }
            tally.add(page)
            try output.flush()
        }
        try drawFooter(tally, [])
    }

    private func drawPlaceholder(_ table: Table) throws {
        try Line(table.placeholder, .dim).wrapped(to: look.width).forEach(write)
    }

    private func number(_ index: Int, in page: Table) -> Line {
        page.firstNumber.map { Line(String($0 + index), .dim) } ?? Line()
    }

    /// Everything, where nothing may be cut; else what a glance takes in.
    private func cell(_ value: Value) -> Line {
        Line(look.width == nil ? value.words(look.charset) : value.glance(look.charset))
    }

    // MARK: - Widths

    /// On a terminal the first page decides; where nothing may be cut, all the pages are measured first.
    private func layout(_ table: Table, _ extent: Extent) async throws -> TableLayout? {
        var natural = table.columns.map { max(1, Line($0.title).width) }
        var lastNumber = 0
        try await table.forEachPage(look.width == nil ? extent : .firstPage) { page in
            for row in page.rows {
                for (index, column) in table.columns.enumerated() {
                    natural[index] = max(natural[index], cell(row[column.key]).width)
                }
            }
            lastNumber = page.firstNumber.map { $0 + max(page.rows.count, page.total ?? 0) - 1 } ?? 0
        }
        let numberWidth = lastNumber > 0 ? String(lastNumber).count : 0
        return TableLayout(table.columns, natural: natural, numberWidth: numberWidth, room: look.width)
    }

    // MARK: - What was left out

    private struct Tally {
        var rows = 0
        var total: Int?
        var isCutShort = false
        var cutCells = 0

        mutating func add(_ page: Table) {
            rows += page.rows.count
            total = page.total ?? total
            isCutShort = page.next != nil
        }
    }

    private func drawFooter(_ tally: Tally, _ hidden: [Column]) throws {
        var remarks: [String] = []
        if tally.isCutShort {
            remarks.append(tally.total.map { "\(tally.rows) of \($0)" } ?? "\(tally.rows) rows, more behind them")
        }
        if !hidden.isEmpty {
            let columns = hidden.count == 1 ? "column" : "columns"
            remarks.append("\(hidden.count) \(columns) hidden: " + hidden.map(\.title).joined(separator: ", "))
        }
        if tally.cutCells > 0 { remarks.append("\(tally.cutCells) \(tally.cutCells == 1 ? "value" : "values") cut") }
        guard !remarks.isEmpty else { return }
        try Line(remarks.joined(separator: " \(look.charset.dot) "), .dim).wrapped(to: look.width).forEach(write)
    }

    private func write(_ line: Line) throws { try output.writeLine(look.paint(line)) }
}
