/// How text for people is drawn.
struct RenderSettings: Hashable, Sendable {
    /// The columns there are; nil where nothing may be cut or wrapped.
    let width: Int?
    /// The rows there are for a picture; nil where nothing limits it.
    var height: Int?
    let palette: Palette
    let charset: SymbolSet
    /// Whether the cursor may be told its column where a terminal may have counted another way.
    var isAnchored = false
    /// Whether the marks of Markdown are left out where there are no colors to replace them.
    var hidesMarks = false

    /// Settings for documentation, whose lines have at most 80 columns.
    var forDocumentation: RenderSettings {
        var settings = RenderSettings(
            width: min(width ?? 80, 80), height: height, palette: palette, charset: charset, isAnchored: isAnchored)
        settings.hidesMarks = true
        return settings
    }

    /// For a person at a terminal.
    static func fitting(_ traits: TerminalTraits) -> RenderSettings {
        RenderSettings(
            width: traits.size.columns, height: traits.size.rows, palette: traits.outputPalette,
            charset: traits.charset, isAnchored: traits.isOutputTTY && !traits.isDumb && !traits.isPlain)
    }

    /// For whoever named the format: the same bytes everywhere, coloured only on demand.
    static func exact(_ traits: TerminalTraits) -> RenderSettings {
        RenderSettings(width: nil, palette: Palette(isColored: traits.outputColor == .forced), charset: .utf8)
    }

    func paint(_ line: Line) -> String {
        guard isAnchored, line.spans.contains(where: \.isDisputed) else { return palette.paint(line) }
        var painted = ""
        var part = Line()
        var column = 0
        var isAdrift = false
        for span in line.spans {
            if isAdrift, !span.isBlank, span.width > 0 {
                painted += palette.paint(part) + CursorColumn.sequence(to: column)
                part = Line()
                isAdrift = false
            }
            part += Line([span])
            column += span.width
            isAdrift = isAdrift || span.isDisputed
        }
        return painted + palette.paint(part)
    }
}
