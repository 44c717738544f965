/// Turns styles into the terminal's sequences, or into nothing.
public struct Palette: Hashable, Sendable {
    public let isColored: Bool

    public static let colored = Palette(isColored: true)
    public static let plain = Palette(isColored: false)

    public init(isColored: Bool) { self.isColored = isColored }

    public func paint(_ line: Line) -> String {
        line.spans.map(paint).joined()
    }

    private func paint(_ span: Span) -> String {
        guard isColored, let style = span.style, !span.text.isEmpty else { return span.text }
        return "\u{1B}[\(style.parameters)m\(span.text)\u{1B}[0m"
    }
}
