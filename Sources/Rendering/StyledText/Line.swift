import Text

/// A line of styled text without control characters.
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

    /// Returns the line padded with spaces to a width.
    package func padded(to columns: Int, aligned alignment: Alignment = .left) -> Line {
        let space = Line.space(columns - width)
        return alignment == .left ? self + space : space + self
    }

    /// Returns the line truncated to a width. A truncated line ends with an ellipsis.
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

    /// Wraps the line at spaces. Words that are too long are broken between grapheme clusters.
    ///
    /// - Parameter width: The maximum width, or `nil` for no limit.
    public func wrapped(to width: Int?) -> [Line] {
        guard let width, self.width > width else { return [self] }
        var lines: [Line] = []
        var current = Line()
        for word in words {
            if current.width + word.width > width, current.width > 0 {
                lines.append(current.withoutTrailingSpaces)
                current = Line()
            }
            if current.width == 0, word.isBlank { continue }
            for span in word.spans {
                var rest = span
                while current.width + rest.width > width {
                    let (head, tail) = rest.broken(at: width - current.width)
                    if current.width > 0, current.width + head.width > width {
                        lines.append(current)
                        current = Line()
                        continue
                    }
                    lines.append(current + Line([head]))
                    (current, rest) = (Line(), tail)
                }
                if !rest.text.isEmpty { current += Line([rest]) }
            }
        }
        return current.width > 0 || lines.isEmpty ? lines + [current] : lines
    }

    /// The width of the longest word.
    var longestWord: Int { words.filter { !$0.isBlank }.map(\.width).max() ?? 0 }

    /// The line without trailing spaces.
    var withoutTrailingSpaces: Line {
        var spans = spans
        while let last = spans.popLast() {
            guard let end = last.text.lastIndex(where: { $0 != " " }) else { continue }
            return Line(spans + [Span(String(last.text[...end]), last.style)])
        }
        return Line()
    }

    /// The words of the line and the spaces between them. A word can consist of several spans.
    private var words: [Line] {
        var words: [Line] = []
        for span in spans {
            var pieces: [String] = []
            for character in span.text {
                if let last = pieces.last, (last.last == " ") == (character == " ") {
                    pieces[pieces.count - 1].append(character)
                } else {
                    pieces.append(String(character))
                }
            }
            for (index, piece) in pieces.enumerated() {
                let part = Line(piece, span.style)
                if index == 0, let last = words.last, last.isBlank == part.isBlank {
                    words[words.count - 1] += part
                } else {
                    words.append(part)
                }
            }
        }
        return words
    }

    private var isBlank: Bool { spans.allSatisfy(\.isBlank) }
}

extension Span {
    /// Splits the span at a width. The first part has at least one grapheme cluster.
    fileprivate func broken(at width: Int) -> (head: Span, tail: Span) {
        var used = 0
        let fitting = text.prefix { cluster in
            used += DisplayWidth.width(of: cluster)
            return used <= width
        }
        let head = fitting.isEmpty ? text.prefix(1) : fitting
        return (Span(String(head), style), Span(String(text.dropFirst(head.count)), style))
    }
}

extension Line {
    /// Arranges short pieces in as few lines as possible.
    static func flowing(_ pieces: [Line], in width: Int) -> [Line] {
        let gap = Line.space(3)
        var lines: [Line] = []
        for piece in pieces {
            if let last = lines.last, last.width + gap.width + piece.width <= width {
                lines[lines.count - 1] = last + gap + piece
            } else {
                lines.append(piece)
            }
        }
        return lines.flatMap { $0.wrapped(to: width) }
    }
}
