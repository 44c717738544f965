import Display

extension SymbolSet {
    var wall: String { self == .utf8 ? "│" : "|" }
    var notchedWall: String { self == .utf8 ? "┤" : "+" }
    var floor: String { self == .utf8 ? "─" : "-" }
    var notchedFloor: String { self == .utf8 ? "┬" : "+" }
    var thickFloor: String { self == .utf8 ? "━" : "=" }
    var corner: String { self == .utf8 ? "└" : "+" }
    var guide: Character { self == .utf8 ? "⠒" : "'" }

    /// Returns the character for a plot symbol, or `nil` for braille dots.
    func sign(of symbol: Plot.Symbol) -> Character? {
        switch symbol {
        case .dot: self == .utf8 ? nil : "."
        case .plus: "+"
        case .cross: "x"
        case .circle: "o"
        case .square: "#"
        case .diamond: "*"
        case .triangle: "^"
        }
    }
}

extension Style {
    /// Returns the style of the class at an index, or `nil` if there is no style for the index.
    static func ofClass(_ index: Int) -> Style? {
        let styles: [Style?] = [.code, .warning, .good, .prompt, .strong, .dim]
        return styles.indices.contains(index) ? styles[index] : nil
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
