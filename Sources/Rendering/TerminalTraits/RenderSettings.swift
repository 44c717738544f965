/// The settings for readable output.
struct RenderSettings: Hashable, Sendable {
    /// The width of the output, or `nil` if nothing may be truncated or wrapped.
    var width: Int?
    /// The maximum height of pictures, or `nil` for no limit.
    var height: Int?
    /// The width of pictures if the width of the output is not limited.
    var pictureWidth: Int?
    let palette: Palette
    let charset: SymbolSet
    /// Whether the cursor is repositioned after text of ambiguous width.
    var isAnchored = false
    /// Whether trailing spaces are kept, as in tables on a terminal.
    var keepsPadding = false
    /// Whether Markdown syntax is hidden even without color.
    var hidesMarks = false

    /// The settings adapted for documentation, with lines of at most 80 columns.
    var forDocumentation: RenderSettings {
        var settings = self
        settings.width = min(width ?? 80, 80)
        settings.hidesMarks = true
        return settings
    }

    /// Returns the settings for a terminal.
    static func fitting(_ traits: TerminalTraits) -> RenderSettings {
        RenderSettings(
            width: traits.size.columns, height: traits.size.rows, palette: traits.outputPalette,
            charset: traits.charset, isAnchored: traits.isOutputTTY && !traits.isDumb && !traits.isPlain,
            keepsPadding: traits.isOutputTTY)
    }

    /// Returns the settings for an explicit format. Only the size of pictures depends on the terminal.
    static func exact(_ traits: TerminalTraits) -> RenderSettings {
        RenderSettings(
            width: nil, height: traits.size.rows, pictureWidth: traits.size.columns,
            palette: Palette(isColored: traits.outputColor == .forced), charset: .utf8)
    }

    func paint(_ line: Line) -> String {
        let line = keepsPadding ? line : line.withoutTrailingSpaces
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
