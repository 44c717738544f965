import Display
import Text

/// Which columns of a table are shown and how wide: columns shrink before they vanish, the last ones first.
struct TableLayout: Hashable {
    let columns: [Column]
    let widths: [Int]
    let hidden: [Column]
    /// Of the column of row numbers; 0 if rows are not numbered.
    let numberWidth: Int

    private static let gap = 2
    /// Below this a column of text tells nothing.
    private static let narrowestText = 6
    private static let narrowestTable = 20

    /// - Parameters:
    ///   - natural: The width each column would like.
    ///   - room: The columns of the terminal; nil where nothing may be cut.
    /// - Returns: nil if rows are better shown one below the other.
    init?(_ columns: [Column], natural: [Int], numberWidth: Int, room: Int?) {
        self.numberWidth = numberWidth
        guard let room else {
            (self.columns, widths, hidden) = (columns, natural, [])
            return
        }
        guard room >= Self.narrowestTable else { return nil }
        let available = room - (numberWidth > 0 ? numberWidth + Self.gap : 0)
        // A figure that is cut would be a wrong figure.
        let least = zip(columns, natural).map { column, width in
            column.alignment == .trailing ? width : min(width, Self.narrowestText)
        }
        let count =
            columns.indices.last { last in
                least[...last].reduce(0, +) + last * Self.gap <= available
            }.map { $0 + 1 } ?? 0
        guard count > 0 else { return nil }
        self.columns = Array(columns.prefix(count))
        hidden = Array(columns.dropFirst(count))
        widths = Self.shrink(Array(natural.prefix(count)), least, to: available - (count - 1) * Self.gap)
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

    /// A line of exactly the table's width, and how many of its cells had to be cut.
    func line(number: Line, cells: [Line], _ charset: Charset) -> (line: Line, cuts: Int) {
        var line = numberWidth > 0 ? number.padded(to: numberWidth, aligned: .right) + Line.space(Self.gap) : Line()
        var cuts = 0
        for (index, (cell, width)) in zip(cells, widths).enumerated() {
            if cell.width > width { cuts += 1 }
            if index > 0 { line += Line.space(Self.gap) }
            let isTrailing = columns[index].alignment == .trailing
            line += cell.cut(to: width, charset).padded(to: width, aligned: isTrailing ? .right : .left)
        }
        return (line, cuts)
    }
}
