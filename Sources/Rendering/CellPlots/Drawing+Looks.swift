import Display

/// How the shapes of a drawing look in cells.
extension SymbolSet {
    func sign(of look: Drawing.Look) -> Character {
        switch look {
        case .star: self == .utf8 ? "★" : "*"
        case .body: self == .utf8 ? "○" : "o"
        case .bodyInZone: self == .utf8 ? "●" : "#"
        case .way: self == .utf8 ? "⠒" : "."
        case .zone: self == .utf8 ? "⠕" : "'"
        }
    }

    /// What a shape is filled with; nil for the dots of braille.
    func filling(of look: Drawing.Look) -> Character? { self == .utf8 ? nil : sign(of: look) }
}

extension Style {
    static func of(_ look: Drawing.Look) -> Style {
        switch look {
        case .star: .favorite
        case .body: .code
        case .bodyInZone, .zone: .good
        case .way: .dim
        }
    }
}
