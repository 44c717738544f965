/// A semantic text style. Information is never conveyed by the style alone.
public enum Style: CaseIterable, Hashable, Sendable {
    case title, address, label, heading, strong, emphasis, code, dim, favorite, good, warning, prompt

    /// The parameters of the control sequence “select graphic rendition” (ECMA-48, section 8.3.117).
    var parameters: String {
        switch self {
        case .title, .strong: "1"
        case .heading: "1;4"
        case .address, .label, .dim: "2"
        case .emphasis: "3"
        case .code: "36"
        case .favorite, .warning: "33"
        case .good: "32"
        case .prompt: "1;34"
        }
    }
}

/// A formatter that converts styles to control sequences or omits the styles.
public struct Palette: Hashable, Sendable {
    public let isColored: Bool

    public static let colored = Palette(isColored: true)
    public static let plain = Palette(isColored: false)

    public init(isColored: Bool) { self.isColored = isColored }

    /// Returns the line with control sequences for its styles. Adjacent spans of the same style share a sequence.
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
