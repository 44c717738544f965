import Text

/// One line for a person, made of spans; nothing in it can drive the terminal.
public struct Line: Hashable, Sendable, ExpressibleByStringLiteral {
    public private(set) var spans: [Span]

    public init(_ spans: [Span] = []) { self.spans = spans }
    public init(_ text: String, _ style: Style? = nil) { self.init([Span(text, style)]) }
    public init(stringLiteral text: String) { self.init(text) }

    public var text: String { spans.map(\.text).joined() }
    public var width: Int { spans.reduce(0) { $0 + $1.width } }

    public static func + (left: Line, right: Line) -> Line { Line(left.spans + right.spans) }
    public static func += (left: inout Line, right: Line) { left.spans += right.spans }

    public static func space(_ columns: Int) -> Line { Line(String(repeating: " ", count: max(0, columns))) }

    package enum Alignment { case left, right }

    /// Filled up with spaces, never cut.
    package func padded(to columns: Int, aligned alignment: Alignment = .left) -> Line {
        let space = Line.space(columns - width)
        return alignment == .left ? self + space : space + self
    }

    /// The line cut between grapheme clusters, its last column a mark if anything is missing.
    package func cut(to columns: Int, _ charset: SymbolSet) -> Line {
        guard width > columns else { return self }
        var kept: [Span] = []
        var room = columns
        for span in spans where room > 0 {
            kept.append(span.width < room ? span : Span(charset.cut(span.text + " ", to: room), span.style))
            room -= span.width
        }
        return Line(kept)
    }
}
