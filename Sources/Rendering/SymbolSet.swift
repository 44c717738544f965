import Display
import Glibc
import Text

/// The character set of the symbols that Almanac adds to the output. It does not affect stored text.
public enum SymbolSet: Hashable, Sendable {
    case utf8, ascii

    public var star: String { self == .utf8 ? "★" : "*" }
    public var dot: String { self == .utf8 ? "·" : "-" }
    public var trail: String { self == .utf8 ? "›" : ">" }
    public var bullet: String { self == .utf8 ? "•" : "*" }
    public var ellipsis: String { self == .utf8 ? "…" : "~" }
    package var lineEnd: String { self == .utf8 ? "⏎" : "$" }

    /// Returns a unit. In ASCII, its symbols are replaced with ASCII characters.
    func unit(_ unit: String) -> String {
        let letters: [Character: String] = [
            "☉": "sun", "⊕": "earth", "♃": "jup", "×": "x", "²": "2", "³": "3", "°": "deg", "′": "'", "″": "\"",
            "’": "'",
        ]
        return self == .utf8 ? unit : unit.reduce(into: "") { $0 += letters[$1] ?? String($1) }
    }

    /// Returns the text truncated to the given width. Truncated text ends with an ellipsis.
    package func cut(_ text: String, to columns: Int) -> String {
        let cut = DisplayWidth.truncate(text, to: columns)
        return cut == text || cut.isEmpty ? cut : cut.dropLast() + ellipsis
    }

    /// Creates the character set of the locale, or UTF-8 if no locale is set.
    public init(_ environment: [String: String]) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        // The name of a locale has a form such as de_DE.UTF-8@euro.
        guard let encoding = locale?.split(separator: ".").last?.prefix(while: { $0 != "@" }) else {
            self = .utf8
            return
        }
        self = ["utf-8", "utf8"].contains(encoding.lowercased()) ? .utf8 : .ascii
    }

    /// Returns a row of bars that represent numbers, with spaces for numbers that are missing, negative, or not finite.
    /// A wide range is shown on a logarithmic scale.
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

extension SymbolSet {
    var wall: String { self == .utf8 ? "│" : "|" }
    var notchedWall: String { self == .utf8 ? "┤" : "+" }
    var floor: String { self == .utf8 ? "─" : "-" }
    var notchedFloor: String { self == .utf8 ? "┬" : "+" }
    var thickFloor: String { self == .utf8 ? "━" : "=" }
    var corner: String { self == .utf8 ? "└" : "+" }
    var notchedCorner: String { self == .utf8 ? "┴" : "+" }
    var guide: Character { self == .utf8 ? "⠒" : "'" }
    /// The character of reference lines in front of markers.
    var frontGuide: Character { self == .utf8 ? "━" : "=" }
    var leader: String { self == .utf8 ? "│" : "|" }
    var leaderBranch: String { self == .utf8 ? "├" : "+" }
    var leaderEnd: String { self == .utf8 ? "└" : "+" }

    /// Returns the character for a plot symbol, or `nil` for braille dots.
    func sign(of symbol: Plot.Symbol) -> Character? {
        switch symbol {
        case .dot, .speck: self == .utf8 ? nil : "."
        case .plus: "+"
        case .cross: "x"
        case .circle: "o"
        case .square: "#"
        case .diamond: "*"
        case .triangle: "^"
        case .wedge: "v"
        case .dash: "-"
        case .ring: self == .utf8 ? "○" : "o"
        case .star: star.first
        }
    }

    /// Returns the character that fills the bars of the class with the symbol. In UTF-8, it is a block if the symbol is
    /// a dot or speck, or is shown in a unique color.
    func fill(of symbol: Plot.Symbol, isColored: Bool) -> Character {
        guard self == .utf8 else { return symbol == .dot ? "@" : sign(of: symbol) ?? "@" }
        return isColored && Style.isUnique(symbol) ? "█" : sign(of: symbol) ?? "█"
    }

    /// Returns the character for the top of a bar that fills only a part of its cell.
    ///
    /// - Parameter part: The filled part of the cell, from 0 to 1.
    func top(of symbol: Plot.Symbol, _ part: Double, isColored: Bool) -> Character {
        let fill = fill(of: symbol, isColored: isColored)
        guard fill == "█" else { return part >= 0.5 ? fill : self == .utf8 ? "▁" : "_" }
        let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return blocks[max(0, min(7, Int((part * 8).rounded()) - 1))]
    }
}

extension Style {
    /// Creates the style of a plot symbol. Returns `nil` for the usual text color.
    init?(_ symbol: Plot.Symbol) {
        switch symbol {
        case .dot: self = .code
        case .plus: self = .warning
        case .cross, .ring: self = .good
        case .circle: self = .prompt
        case .square: self = .strong
        case .star: self = .title
        case .diamond, .triangle: return nil
        case .wedge, .speck, .dash: self = .dim
        }
    }

    /// Returns whether a symbol has a color that no other class symbol has.
    static func isUnique(_ symbol: Plot.Symbol) -> Bool {
        switch symbol {
        case .dot, .plus, .cross, .circle, .wedge: true
        case .square, .diamond, .triangle, .speck, .dash, .ring, .star: false
        }
    }
}

extension SymbolSet {
    func sign(of role: Drawing.Role) -> Character {
        switch role {
        case .star: self == .utf8 ? "★" : "*"
        case .body: self == .utf8 ? "○" : "o"
        case .bodyInZone: self == .utf8 ? "●" : "#"
        case .orbit: self == .utf8 ? "⠒" : "."
        case .zone: self == .utf8 ? "⠕" : "'"
        }
    }

    /// Returns the symbol that fills a shape, or `nil` for braille dots.
    func filling(of role: Drawing.Role) -> Character? { self == .utf8 ? nil : sign(of: role) }
}

extension Style {
    init(_ role: Drawing.Role) {
        switch role {
        case .star: self = .favorite
        case .body: self = .code
        case .bodyInZone, .zone: self = .good
        case .orbit: self = .dim
        }
    }
}
