import Rendering
import Text

/// A painter that generates the terminal output for frames. Each frame replaces the previous one.
struct FramePainter {
    private let palette: Palette
    private var shown: Frame?

    init(_ palette: Palette) { self.palette = palette }

    /// Returns the output that replaces the displayed frame with a new one.
    mutating func paint(_ frame: Frame) -> String {
        let painted =
            toTop + frame.rows.map(palette.paint).joined(separator: "\r\n")
            + Self.up(frame.rows.count - 1 - frame.cursor.row) + "\r" + Self.right(frame.cursor.column)
        shown = frame
        return painted
    }

    /// Returns the output that moves the cursor to a new row below the frame, which stays on screen.
    mutating func leave() -> String {
        guard let frame = shown else { return "" }
        shown = nil
        return Self.down(frame.rows.count - 1 - frame.cursor.row) + "\r\n"
    }

    mutating func clearScreen() -> String {
        shown = nil
        return "\u{1B}[H\u{1B}[2J"
    }

    /// Returns the output that erases the frame after the terminal has rewrapped the rows to a new width.
    mutating func reflow(to size: TerminalSize) -> String {
        guard let frame = shown else { return "" }
        let rowsAbove = frame.rows.prefix(frame.cursor.row).reduce(0) { $0 + Self.breaks(in: $1, size) + 1 }
        let breaks = Self.breaks(in: frame.rows[frame.cursor.row], upTo: frame.cursor.column, size)
        shown = nil
        return Self.up(rowsAbove + breaks) + "\r\u{1B}[J"
    }

    /// Returns how many times the terminal wraps a row before a column. Wide characters are not split.
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

    /// The control sequences that move the cursor to the start of the first row and erase everything after it.
    private var toTop: String { Self.up(shown?.cursor.row ?? 0) + "\r\u{1B}[J" }

    private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
    private static func down(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)B" : "" }
    private static func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }
}
