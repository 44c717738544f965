import Rendering
import Text

/// Puts frames on the terminal, each over the one before.
struct FramePainter {
    private let palette: Palette
    private var shown: Frame?

    init(_ palette: Palette) { self.palette = palette }

    /// The bytes that turn the frame on the screen into another one.
    mutating func paint(_ frame: Frame) -> String {
        let painted =
            toTop + frame.rows.map(palette.paint).joined(separator: "\r\n")
            + Self.up(frame.rows.count - 1 - frame.cursor.row) + "\r" + Self.right(frame.cursor.column)
        shown = frame
        return painted
    }

    /// The bytes that leave the frame where it is and begin a row of their own below it.
    mutating func leave() -> String {
        guard let frame = shown else { return "" }
        shown = nil
        return Self.down(frame.rows.count - 1 - frame.cursor.row) + "\r\n"
    }

    mutating func clearScreen() -> String {
        shown = nil
        return "\u{1B}[H\u{1B}[2J"
    }

    /// After a change of width the terminal has broken the rows anew, and the cursor's row is another one.
    mutating func reflow(to size: TerminalSize) -> String {
        guard let frame = shown else { return "" }
        let rowsAbove = frame.rows.prefix(frame.cursor.row).reduce(0) { $0 + Self.breaks(in: $1, size) + 1 }
        let breaks = Self.breaks(in: frame.rows[frame.cursor.row], upTo: frame.cursor.column, size)
        shown = nil
        return Self.up(rowsAbove + breaks) + "\r\u{1B}[J"
    }

    /// How often a terminal breaks a row that is too wide for it, up to the letter in a column; no wide letter is halved.
    private static func breaks(in line: Line, upTo target: Int = .max, _ size: TerminalSize) -> Int {
        var start = 0
        let widths = (line.text.map { DisplayWidth.width(of: $0) } + (target < .max ? [1] : [])).prefix { width in
            defer { start += width }
            return start <= target
        }
        var (breaks, column) = (0, 0)
        for width in widths {
            if column + width > size.columns { (breaks, column) = (breaks + 1, 0) }
            column += width
        }
        return breaks
    }

    /// To the first column of the first row, everything below erased.
    private var toTop: String { Self.up(shown?.cursor.row ?? 0) + "\r\u{1B}[J" }

    private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
    private static func down(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)B" : "" }
    private static func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }
}
