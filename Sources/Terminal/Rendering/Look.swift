/// How text for people is drawn.
struct Look: Hashable, Sendable {
    /// The columns there are; nil where nothing may be cut or wrapped.
    let width: Int?
    let palette: Palette
    let charset: Charset

    /// For a person at a terminal.
    static func fitting(_ traits: TerminalTraits) -> Look {
        Look(width: traits.size.columns, palette: traits.outputPalette, charset: traits.charset)
    }

    /// For whoever named the format: the same bytes everywhere, coloured only on demand.
    static func exact(_ traits: TerminalTraits) -> Look {
        Look(width: nil, palette: Palette(isColored: traits.outputColor == .forced), charset: .utf8)
    }

    func paint(_ line: Line) -> String { palette.paint(line) }
}
