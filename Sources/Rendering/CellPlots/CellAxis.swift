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
        var figures = ""
        let ticks = axis.ticks(atMost: max(2, columns / 8))
        for tick in axis.isDescending ? ticks.reversed() : ticks {
            guard let column = DotCanvas.step(axis.place(tick), of: columns) else { continue }
            let label = axis.label(tick, charset)
            let length = DisplayWidth.width(of: label)
            let start = max(0, min(corner + 1 + column - length / 2, width - length))
            let used = DisplayWidth.width(of: figures)
            guard start >= used + (used > 0 ? 2 : 0) else { continue }
            floor[column] = charset.notchedFloor
            figures += String(repeating: " ", count: start - used) + label
        }
        return [
            head + Line(floor.joined(), .dim),
            Line(DisplayWidth.truncate(figures, to: width), .dim),
        ]
    }

    private var head: Line {
        guard hasCorner else { return Line.space(corner + 1) }
        let label = Line(charset.cut(cornerLabel, to: corner), .dim).padded(to: corner, aligned: .right)
        return label + Line(cornerLabel.isEmpty ? charset.corner : charset.notchedCorner, .dim)
    }
}
