import Text

/// What becomes of a screen when somebody draws at the corner of its window.
extension ScreenEmulator {
    /// Rows that are too wide are broken anew, and what has no room any more goes off at the top, as xterm's family does it.
    public mutating func resize(columns: Int, rows: Int) {
        var broken: [[String]] = []
        var place = (row: 0, column: 0)
        for (number, cells) in cells.enumerated() {
            let isCursorHere = number == row
            let width = max(cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0, isCursorHere ? column + 1 : 0)
            var kept: [String] = []
            for (column, cell) in cells.prefix(width).enumerated() where !cell.isEmpty {
                let isWide = column + 1 < cells.count && cells[column + 1].isEmpty
                if kept.count + (isWide ? 2 : 1) > columns {
                    broken.append(kept)
                    kept = []
                }
                if isCursorHere, column == self.column { place = (broken.count, kept.count) }
                kept += isWide ? [cell, ""] : [cell]
            }
            broken.append(kept)
        }
        while broken.count > rows, broken.last?.isEmpty == true, place.row < broken.count - 1 { broken.removeLast() }
        let gone = max(0, min(broken.count - rows, place.row))
        self = ScreenEmulator(
            cells: broken.dropFirst(gone), columns: columns, rows: rows, cursor: (place.row - gone, place.column))
    }
}
