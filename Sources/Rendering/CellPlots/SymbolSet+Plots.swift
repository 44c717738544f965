import Display

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

    /// Returns the character that fills the bars of a symbol. A block is used if its color is unique or if the symbol is
    /// a dot.
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
    /// Returns the style of a plot symbol, or `nil` for the usual text color.
    static func of(_ symbol: Plot.Symbol) -> Style? {
        switch symbol {
        case .dot: .code
        case .plus: .warning
        case .cross, .ring: .good
        case .circle: .prompt
        case .square: .strong
        case .star: .title
        case .diamond, .triangle: nil
        case .wedge, .speck, .dash: .dim
        }
    }

    /// Returns whether no other class symbol has the color of a symbol.
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
    static func of(_ role: Drawing.Role) -> Style {
        switch role {
        case .star: .favorite
        case .body: .code
        case .bodyInZone, .zone: .good
        case .orbit: .dim
        }
    }
}
