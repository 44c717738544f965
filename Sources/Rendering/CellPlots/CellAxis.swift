import Display
import Text

/// A horizontal axis drawn in terminal cells. Ticks whose labels would overlap are omitted.
struct CellAxis {
    let axis: Axis
    let charset: SymbolSet
    /// The column of the corner symbol, to the left of the axis.
    let corner: Int
    let columns: Int
    /// The width of the whole picture, in columns.
    let width: Int
    /// The tick label of a vertical axis at the corner, or an empty string for none.
    var cornerLabel = ""
    /// Whether there is a corner symbol.
    var hasCorner = true

    var lines: [Line] {
        var floor = Array(repeating: charset.floor, count: max(0, columns))
        let ticks = ticks
        for tick in ticks.columns { floor[tick] = charset.notchedFloor }
        return [
            head + Line(floor.joined(), .dim),
            Line(DisplayWidth.truncate(ticks.labels, to: width), .dim),
        ]
    }

    /// The ticks that fit. A single tick would not show the scale, so closer ticks are tried.
    private var ticks: (columns: [Int], labels: String) {
        let usual = max(2, columns / 8)
        let counts = usual...(usual + 4)
        return counts.lazy.map { placed(axis.ticks(atMost: $0)) }.first { $0.columns.count > 1 }
            ?? outermost(axis.ticks(atMost: counts.upperBound)) ?? placed(axis.ticks(atMost: usual))
    }

    /// Returns the first and the last tick, with labels that extend outward from them, or `nil` if these overlap.
    private func outermost(_ ticks: [Double]) -> (columns: [Int], labels: String)? {
        let ordered = (axis.isDescending ? ticks.reversed() : ticks).compactMap { tick in
            DotCanvas.step(axis.place(tick), of: columns).map { (column: $0, label: axis.label(tick, charset)) }
        }
        guard let first = ordered.first, let last = ordered.last, first.column < last.column else { return nil }
        let end = max(corner + 1 + first.column, DisplayWidth.width(of: first.label) - 1)
        let start = min(corner + 1 + last.column, width - DisplayWidth.width(of: last.label))
        guard start - end > 2 else { return nil }
        let labels =
            String(repeating: " ", count: end + 1 - DisplayWidth.width(of: first.label)) + first.label
            + String(repeating: " ", count: start - end - 1) + last.label
        return ([first.column, last.column], labels)
    }

    /// Returns the columns of ticks and a line with their labels.
    private func placed(_ ticks: [Double]) -> (columns: [Int], labels: String) {
        var placed: [Int] = []
        var labels = ""
        for tick in axis.isDescending ? ticks.reversed() : ticks {
            guard let column = DotCanvas.step(axis.place(tick), of: columns) else { continue }
            let label = axis.label(tick, charset)
            let length = DisplayWidth.width(of: label)
            let start = max(0, min(corner + 1 + column - length / 2, width - length))
            let used = DisplayWidth.width(of: labels)
            guard start >= used + (used > 0 ? 2 : 0) else { continue }
            placed.append(column)
            labels += String(repeating: " ", count: start - used) + label
        }
        return (placed, labels)
    }

    private var head: Line {
        guard hasCorner else { return Line.space(corner + 1) }
        let label = Line(charset.cut(cornerLabel, to: corner), .dim).padded(to: corner, aligned: .right)
        return label + Line(cornerLabel.isEmpty ? charset.corner : charset.notchedCorner, .dim)
    }
}
