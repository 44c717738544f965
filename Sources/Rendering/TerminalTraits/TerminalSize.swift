import Glibc

/// How much a terminal can show; never less than one cell.
public struct TerminalSize: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }

    /// What the terminal says; where there is none, or it says 0, something else.
    public static func of(_ descriptor: Int32, otherwise: TerminalSize = .named(in: [:])) -> TerminalSize {
        var size = winsize()
        _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        return TerminalSize(
            columns: size.ws_col > 0 ? Int(size.ws_col) : otherwise.columns,
            rows: size.ws_row > 0 ? Int(size.ws_row) : otherwise.rows)
    }

    /// By `COLUMNS` and `LINES`; else 80 by 24.
    public static func named(in environment: [String: String]) -> TerminalSize {
        let number = { (name: String) in
            environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, 10_000) : nil }
        }
        return TerminalSize(columns: number("COLUMNS") ?? 80, rows: number("LINES") ?? 24)
    }
}
