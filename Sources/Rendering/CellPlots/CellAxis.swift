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
            Line.space(corner) + Line(charset.corner + floor.joined(), .dim),
            Line(DisplayWidth.truncate(figures, to: width), .dim),
        ]
    }
}
