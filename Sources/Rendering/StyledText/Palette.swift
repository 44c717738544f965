/// Turns styles into the terminal's sequences, or into nothing.
public struct Palette: Hashable, Sendable {
    public let isColored: Bool

    public static let colored = Palette(isColored: true)
    public static let plain = Palette(isColored: false)

    public init(isColored: Bool) { self.isColored = isColored }

    /// Neighbours in one style share one sequence.
    public func paint(_ line: Line) -> String {
        guard isColored else { return line.text }
        var painted = ""
        var style: Style?
        for span in line.spans where !span.text.isEmpty {
            if span.style != style {
                if style != nil { painted += Self.reset }
                if let next = span.style { painted += "\u{1B}[\(next.parameters)m" }
                style = span.style
            }
            painted += span.text
        }
        return style == nil ? painted : painted + Self.reset
    }

    private static let reset = "\u{1B}[0m"
}
