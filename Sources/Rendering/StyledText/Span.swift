import Text

/// A piece of text in a single style, without control characters.
public struct Span: Hashable, Sendable {
    public let text: String
    public let style: Style?

    public init(_ text: String, _ style: Style? = nil) {
        let visible = VisibleText.line(text)
        self.text = visible.beginsWithMark ? "◌" + visible : visible
        self.style = style
    }

    public var width: Int { DisplayWidth.width(of: text) }
    var isBlank: Bool { text.allSatisfy { $0 == " " } }

    /// Whether terminals may disagree about the width of the text.
    var isDisputed: Bool { text.utf8.contains { $0 >= 0x80 } && text.contains(where: DisplayWidth.isDisputed) }
}

extension String {
    /// Whether the first character combines with preceding text.
    fileprivate var beginsWithMark: Bool {
        guard let first = unicodeScalars.first, first.value >= 0x300 else { return false }
        return ("o" + String(first)).count == 1
    }
}
