import Display
import Text

/// An axis below a picture in cells: the floor with its notches, and the figures below it, those left out that would
/// touch the one before.
struct CellAxis {
    let axis: Axis
    let charset: SymbolSet
    /// The cell of the corner, before the first column of the axis.
    let corner: Int
    let columns: Int
    /// Of the whole picture.
    let width: Int

    var lines: [Line] {
        var floor = Array(repeating: charset.floor, count: max(0, columns))
        var figures = ""
        let ticks = axis.ticks(atMost: max(2, columns / 8))
        for tick in axis.isFalling ? ticks.reversed() : ticks {
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
