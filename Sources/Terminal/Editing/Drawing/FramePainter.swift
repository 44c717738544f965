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
        let rowsAbove = frame.rows.prefix(frame.cursor.row).reduce(0) { rows, line in
            rows + max(1, (line.width + size.columns - 1) / size.columns)
        }
        shown = nil
        return Self.up(rowsAbove + frame.cursor.column / size.columns) + "\r\u{1B}[J"
    }

    /// To the first column of the first row, everything below erased.
    private var toTop: String { Self.up(shown?.cursor.row ?? 0) + "\r\u{1B}[J" }

    private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
    private static func down(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)B" : "" }
    private static func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }
}
