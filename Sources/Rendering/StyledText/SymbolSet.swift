import Glibc
import Text

/// The character set of the symbols that Almanac adds to the output. Stored text is always shown unchanged.
public enum SymbolSet: Hashable, Sendable {
    case utf8, ascii

    public var star: String { self == .utf8 ? "★" : "*" }
    public var dot: String { self == .utf8 ? "·" : "-" }
    public var trail: String { self == .utf8 ? "›" : ">" }
    public var bullet: String { self == .utf8 ? "•" : "*" }
    public var ellipsis: String { self == .utf8 ? "…" : "~" }
    package var lineEnd: String { self == .utf8 ? "⏎" : "$" }

    /// Returns a unit. In ASCII, letters replace its symbols.
    func unit(_ unit: String) -> String {
        let letters: [Character: String] = [
            "☉": "sun", "⊕": "earth", "♃": "jup", "×": "x", "²": "2", "³": "3", "°": "deg", "′": "'", "″": "\"",
            "’": "'",
        ]
        return self == .utf8 ? unit : unit.reduce(into: "") { $0 += letters[$1] ?? String($1) }
    }

    /// Returns the text truncated to a width. Truncated text ends with an ellipsis.
    package func cut(_ text: String, to columns: Int) -> String {
        let cut = DisplayWidth.truncate(text, to: columns)
        return cut == text || cut.isEmpty ? cut : cut.dropLast() + ellipsis
    }

    /// Returns the character set of the locale, or UTF-8 if no locale is set.
    public static func of(_ environment: [String: String]) -> SymbolSet {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        // A locale is named like de_DE.UTF-8@euro.
        guard let encoding = locale?.split(separator: ".").last?.prefix(while: { $0 != "@" }) else { return .utf8 }
        return ["utf-8", "utf8"].contains(encoding.lowercased()) ? .utf8 : .ascii
    }

    /// Returns a row of bars that represent numbers, with spaces for missing numbers. A wide range is shown on a
    /// logarithmic scale.
    func profile(_ figures: [Double?]) -> String {
        let known = figures.compactMap { $0 }.filter { $0.isFinite && $0 >= 0 }
        guard let low = known.min(), let high = known.max() else { return "" }
        let isWide = low > 0 && high / 50 > low
        return figures.map { figure in
            guard let figure, figure.isFinite, figure >= 0 else { return " " }
            let part = isWide ? (log(figure) - log(low)) / (log(high) - log(low)) : high > 0 ? figure / high : 0
            return bars[min(bars.count - 1, Int(part * Double(bars.count)))]
        }.joined()
    }

    /// Returns a bar of up to eight columns for a value from 0 to 1, in steps of an eighth of a column in UTF-8.
    func bar(_ part: Double) -> String {
        let columns = 8
        guard self == .utf8 else {
            return String(repeating: "#", count: max(1, Int((part * Double(columns)).rounded())))
        }
        let eighths = max(1, Int((part * Double(columns * 8)).rounded()))
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    /// The symbols for bars, starting with the lowest.
    private var bars: [String] {
        self == .utf8 ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : ["_", ".", "-", "=", "+", "*", "#", "@"]
    }
}
