/// The settings for readable output.
struct RenderSettings: Hashable, Sendable {
    /// The width, or `nil` if nothing may be truncated or wrapped.
    let width: Int?
    /// The height for pictures, or `nil` without a limit.
    var height: Int?
    let palette: Palette
    let charset: SymbolSet
    /// Whether text of ambiguous width is followed by a cursor movement.
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

    /// Returns the settings for a terminal.
    static func fitting(_ traits: TerminalTraits) -> RenderSettings {
        RenderSettings(
            width: traits.size.columns, height: traits.size.rows, palette: traits.outputPalette,
            charset: traits.charset, isAnchored: traits.isOutputTTY && !traits.isDumb && !traits.isPlain)
    }

    /// Returns the settings for an explicit format, whose output is the same everywhere.
    static func exact(_ traits: TerminalTraits) -> RenderSettings {
        RenderSettings(width: nil, palette: Palette(isColored: traits.outputColor == .forced), charset: .utf8)
    }

    func paint(_ line: Line) -> String {
        guard isAnchored, line.spans.contains(where: \.isDisputed) else { return palette.paint(line) }
        var painted = ""
        var part = Line()
        var column = 0
        var isUncertain = false
        for span in line.spans {
            if isUncertain, !span.isBlank, span.width > 0 {
                painted += palette.paint(part) + CursorColumn.sequence(to: column)
                part = Line()
                isUncertain = false
            }
            part += Line([span])
            column += span.width
            isUncertain = isUncertain || span.isDisputed
        }
        return painted + palette.paint(part)
    }
}
