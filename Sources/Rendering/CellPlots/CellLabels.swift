import Text

/// The symbols and labels drawn over the dots of a picture. A label never overlaps a symbol or another label.
struct CellLabels {
    let columns: Int
    let rows: Int
    /// The spans by cell index. A label is stored in its first cell, and its other cells contain empty spans.
    private var cells: [Int: Span] = [:]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    mutating func put(_ sign: Character, at cell: (column: Int, row: Int), style: Style?) {
        cells[cell.row * columns + cell.column] = Span(String(sign), style)
    }

    /// Writes a label next to a cell if there is space.
    ///
    /// - Returns: Whether the label was written or is empty.
    mutating func write(_ name: String, nextTo cell: (column: Int, row: Int)) -> Bool {
        let name = Span(DisplayWidth.truncate(VisibleText.line(name), to: columns / 3))
        let length = name.width
        guard length > 0 else { return true }
        let middle = cell.column - length / 2
        let places = [
            (cell.column + 2, cell.row), (cell.column - 1 - length, cell.row), (middle, cell.row + 1),
            (middle, cell.row - 1), (cell.column + 1, cell.row + 1), (cell.column + 1, cell.row - 1),
            (cell.column - length, cell.row + 1), (cell.column - length, cell.row - 1),
        ]
        guard let (column, row) = places.first(where: { isFree($0.0, $0.1, length) }) else { return false }
        put(name, column, row)
        return true
    }

    /// Writes a label that starts at a cell if there is space.
    ///
    /// - Returns: Whether the label was written.
    mutating func write(_ name: String, at cell: (column: Int, row: Int)) -> Bool {
        let name = Span(DisplayWidth.truncate(VisibleText.line(name), to: columns / 3))
        guard name.width > 0, isFree(cell.column, cell.row, name.width) else { return false }
        put(name, cell.column, cell.row)
        return true
    }

    private mutating func put(_ name: Span, _ column: Int, _ row: Int) {
        let place = row * columns + column
        for cell in place..<(place + name.width) { cells[cell] = Span("") }
        cells[place] = name
        clear(row, column - 1)
        clear(row, column + name.width)
    }

    /// Clears a cell next to a label unless it contains a symbol or another label.
    private mutating func clear(_ row: Int, _ column: Int) {
        guard (0..<columns).contains(column), cells[row * columns + column] == nil else { return }
        cells[row * columns + column] = Span(" ")
    }

    private func isFree(_ column: Int, _ row: Int, _ length: Int) -> Bool {
        guard (0..<rows).contains(row), column >= 0, column + length <= columns else { return false }
        return (column..<(column + length)).allSatisfy { cells[row * columns + $0] == nil }
    }

    func lines(over canvas: DotCanvas) -> [Line] {
        canvas.lines.enumerated().map { row, line in
            Line(line.spans.enumerated().map { column, span in cells[row * columns + column] ?? span })
        }
    }
}

/// The captions of objects, arranged in rows without overlapping.
struct CaptionRows {
    let width: Int
    private var rows: [[(start: Int, name: Line)]] = []

    init(_ width: Int) { self.width = width }

    /// Adds a caption.
    ///
    /// - Parameter column: The column at which the caption is centered.
    mutating func add(_ text: String, below column: Int) {
        let name = Line(DisplayWidth.truncate(VisibleText.line(text), to: width - 1))
        let start = max(0, min(column - name.width / 2, width - name.width))
        let end = start + name.width
        let isFree = { (row: [(start: Int, name: Line)]) in
            row.allSatisfy { start >= $0.start + $0.name.width + 2 || end + 2 <= $0.start }
        }
        if let row = rows.firstIndex(where: isFree) {
            rows[row].append((start, name))
        } else {
            rows.append([(start, name)])
        }
    }

    var lines: [Line] {
        rows.map { row in
            row.sorted { $0.start < $1.start }.reduce(into: Line()) { line, caption in
                line += Line.space(caption.start - line.width) + caption.name
            }
        }
    }
}
