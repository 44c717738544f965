import Glibc

/// How much a terminal can show; never less than one cell.
public struct TerminalSize: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }

    /// What the terminal says; where there is none, or it says 0, `COLUMNS` and `LINES`; else 80 by 24.
    public static func of(_ descriptor: Int32, environment: [String: String] = [:]) -> TerminalSize {
        var size = winsize()
        _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        let named = { (name: String) in
            environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, 10_000) : nil }
        }
        return TerminalSize(
            columns: size.ws_col > 0 ? Int(size.ws_col) : named("COLUMNS") ?? 80,
            rows: size.ws_row > 0 ? Int(size.ws_row) : named("LINES") ?? 24
        )
    }
}
