import Text

/// Text in one style that is safe to show: whatever it is made of has passed the gate.
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

    /// Whether terminals may differ about its width.
    var isDisputed: Bool { text.utf8.contains { $0 >= 0x80 } && text.contains(where: DisplayWidth.isDisputed) }
}

extension String {
    /// Whether its beginning would join the text before it, and not be where it was measured.
    fileprivate var beginsWithMark: Bool {
        guard let first = unicodeScalars.first, first.value >= 0x300 else { return false }
        return ("o" + String(first)).count == 1
    }
}
