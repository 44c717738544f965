import Display
import Text

/// The visible columns of a table and their widths.
///
/// Columns are narrowed before any column is hidden. The widest columns are narrowed first, and the last columns are
/// hidden first. Empty columns are narrowed and hidden before all others.
struct TableLayout: Hashable {
    let columns: [Column]
    let widths: [Int]
    let hidden: [Column]
    /// The width of the row numbers, or 0 if rows have no numbers.
    let numberWidth: Int

    private static let gap = 2
    /// The minimum width of a text column.
    private static let narrowestText = 8
    /// The minimum width of a column that identifies rows.
    private static let narrowestName = 12
    private static let narrowestTable = 20

    /// Creates a layout, or returns `nil` if the table is too wide and rows should be shown as cards.
    ///
    /// - Parameters:
    ///   - natural: The natural width of each column.
    ///   - words: The width of the longest word in each column, which is the minimum width of a prose column.
    ///   - empty: The indices of empty columns, which are hidden first.
    ///   - room: The available width, or `nil` for no limit.
    init?(
        _ columns: [Column], natural: [Int], words: [Int] = [], empty: Set<Int> = [], numberWidth: Int, room: Int?
    ) {
        self.numberWidth = numberWidth
        guard let room else {
            (self.columns, widths, hidden) = (columns, natural, [])
            return
        }
        guard room >= Self.narrowestTable else { return nil }
        let available = room - (numberWidth > 0 ? numberWidth + Self.gap : 0)
        let least = columns.indices.map { index in
            let least = Self.least(columns[index], natural[index], isFirst: index == 0)
            return columns[index].isProse && index < words.count ? max(least, words[index]) : least
        }
        var kept = Array(columns.indices)
        while kept.map({ least[$0] }).reduce(0, +) + (kept.count - 1) * Self.gap > available {
            let dispensable = kept.dropFirst().filter { !columns[$0].isEssential && !columns[$0].isIdentifying }
            guard let last = dispensable.last(where: empty.contains) ?? dispensable.last else { return nil }
            kept.removeAll { $0 == last }
        }
        guard kept.count > 1 || columns.count == 1 else { return nil }
        self.columns = kept.map { columns[$0] }
        hidden = columns.indices.filter { !kept.contains($0) }.map { columns[$0] }
        let cells = available - (kept.count - 1) * Self.gap
        // Shrink empty columns first and columns that identify the row last, unless the latter are very wide.
        let withoutEmpty = Self.shrink(
            kept.map { natural[$0] }, kept.map { empty.contains($0) ? least[$0] : natural[$0] }, to: cells)
        let comfortable = kept.map { index in
            let isIdentifying = index == 0 || columns[index].isIdentifying
            return isIdentifying ? max(least[index], min(natural[index], cells * 2 / 5)) : least[index]
        }
        widths = Self.shrink(Self.shrink(withoutEmpty, comfortable, to: cells), kept.map { least[$0] }, to: cells)
    }

    /// Returns the minimum width of a column. Numeric and essential columns are never narrowed.
    private static func least(_ column: Column, _ natural: Int, isFirst: Bool) -> Int {
        if column.alignment == .trailing || column.isEssential { return natural }
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

    var width: Int {
        widths.reduce(0, +) + (widths.count - 1) * Self.gap + (numberWidth > 0 ? numberWidth + Self.gap : 0)
    }

    // MARK: - Lines

    /// Returns the lines of a row and the number of truncated cells. Each line is padded to the width of the table.
    func lines(number: Line, cells: [Line], _ charset: SymbolSet) -> (lines: [Line], cuts: Int) {
        let parts = zip(cells, widths).enumerated().map { index, cell in
            columns[index].isProse ? cell.0.wrapped(to: cell.1) : [cell.0.cut(to: cell.1, charset)]
        }
        let height = parts.map(\.count).max() ?? 1
        let lines = (0..<height).map { row in
            let number = row == 0 ? number : Line()
            return line(number: number, cells: parts.map { row < $0.count ? $0[row] : Line() })
        }
        let cuts = zip(cells, widths).enumerated().count { $1.0.width > $1.1 && !columns[$0].isProse }
        return (lines, cuts)
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
        hidden.isEmpty && zip(columns, zip(widths, natural)).allSatisfy { $0.isProse || $1.0 == $1.1 }
    }
}
