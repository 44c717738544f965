import Display
import Text

/// The visible columns of a table and their widths.
///
/// If rows have numbers, the column of record IDs is hidden first. Then columns are narrowed before any column is hidden.
/// The widest columns are narrowed first, and the last columns are hidden first. Empty columns are narrowed and hidden
/// before all others. Columns of whole values are neither truncated nor hidden: if there is no room for them, their values
/// are shown below the row.
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
    /// The minimum width of a column of whole values. Longer values are shown below the row.
    private static let narrowestWhole = 32
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
            return columns[index].isProse && index < words.count ? max(least, words[index]) : least
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

    /// Returns functions for the widths to which columns shrink, in this order: empty columns, columns of text, columns of
    /// whole values, and columns that identify the row. Very wide columns of the last kind shrink earlier.
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

    /// Returns the minimum width of a column. Numeric and essential columns are never narrowed.
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
