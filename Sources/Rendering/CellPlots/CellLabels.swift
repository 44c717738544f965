import Text

/// The symbols and labels drawn over the dots of a picture. A label is never truncated, and it is at least two cells away
/// from all other labels and symbols except its own symbol.
struct CellLabels {
    private let canvas: DotCanvas
    /// The markers that a label should not cover.
    private let markers: DotCanvas
    private var columns: Int { canvas.columns }
    /// The spans by cell index. A label is stored in its first cell, and its other cells contain empty spans.
    private var cells: [Int: Span] = [:]

    /// Creates an empty layer.
    ///
    /// - Parameter markers: The markers in the canvas, or `nil` if it contains only markers.
    init(over canvas: DotCanvas, markers: DotCanvas? = nil) {
        self.canvas = canvas
        self.markers = markers ?? canvas
    }

    mutating func put(_ sign: Character, at cell: (column: Int, row: Int), style: Style?) {
        cells[cell.row * columns + cell.column] = Span(String(sign), style)
    }

    /// Writes a label next to a cell if there is space.
    ///
    /// - Returns: Whether the label was written or is empty.
    mutating func write(_ name: String, nextTo cell: (column: Int, row: Int)) -> Bool {
        let name = Span(VisibleText.line(name))
        let length = name.width
        guard length > 0 else { return true }
        let middle = cell.column - length / 2
        let sides = [(cell.column + 2, cell.row), (cell.column - 1 - length, cell.row)]
        return put(name, atOneOf: sides, of: cell)
            || put(name, atOneOf: [(middle, cell.row + 1), (middle, cell.row - 1)], of: cell)
    }

    /// Writes a label that starts at one of the cells if there is space.
    mutating func write(_ name: String, atOneOf places: [(column: Int, row: Int)]) {
        _ = put(Span(VisibleText.line(name)), atOneOf: places, of: nil)
    }

    /// Writes a label at the free place where it covers the fewest markers.
    ///
    /// - Parameter own: The cell of the symbol that the label belongs to, if any.
    private mutating func put(
        _ name: Span, atOneOf places: [(column: Int, row: Int)], of own: (column: Int, row: Int)?
    ) -> Bool {
        let length = name.width
        let free = places.filter { length > 0 && isFree($0, length, own) }
        let covered = free.map { place in
            (place.column..<(place.column + length)).count { !markers.isEmpty(column: $0, row: place.row) }
        }
        guard let (column, row) = zip(free, covered).min(by: { $0.1 < $1.1 })?.0
        else { return false }
        let place = row * columns + column
        for cell in place..<(place + length) { cells[cell] = Span("") }
        cells[place] = name
        clear(row, column - 1)
        clear(row, column + length)
        return true
    }

    /// Clears a cell next to a label unless it contains a symbol or another label.
    private mutating func clear(_ row: Int, _ column: Int) {
        guard (0..<columns).contains(column), cells[row * columns + column] == nil else { return }
        cells[row * columns + column] = Span(" ")
    }

    private func isFree(
        _ place: (column: Int, row: Int), _ length: Int, _ own: (column: Int, row: Int)?
    ) -> Bool {
        let (start, end) = (place.column, place.column + length)
        guard (0..<canvas.rows).contains(place.row), start >= 0, length <= columns / 2, end <= columns else {
            return false
        }
        return (max(0, start - 2)..<min(columns, end + 2)).allSatisfy { column in
            let span = cells[place.row * columns + column]
            let isOwn = own.map { $0 == (column, place.row) } ?? false
            return span == nil || span?.text == " " || isOwn && !(start..<end).contains(column)
        }
    }

    var lines: [Line] {
        canvas.lines.enumerated().map { row, line in
            Line(line.spans.enumerated().map { column, span in cells[row * columns + column] ?? span })
        }
    }
}
