import Text

/// Text in one style that is safe to show: whatever it is made of has passed the gate.
public struct Span: Hashable, Sendable {
    public let text: String
    public let style: Style?

    public init(_ text: String, _ style: Style? = nil) {
        self.text = VisibleText.line(text)
        self.style = style
    }

    public var width: Int { DisplayWidth.width(of: text) }
}
