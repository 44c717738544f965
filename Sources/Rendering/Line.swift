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

    /// Returns the line padded with spaces to the given width.
    package func padded(to columns: Int, aligned alignment: Alignment = .left) -> Line {
        let space = Line.space(columns - width)
        return alignment == .left ? self + space : space + self
    }

    /// Returns the line truncated to the given width. A truncated line ends with an ellipsis.
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
    /// - Parameters:
    ///   - width: The maximum width, or `nil` for no limit.
    ///   - keepsURLs: Whether URLs that are too long exceed the width instead of being broken, so that they can be
    ///     copied.
    public func wrapped(to width: Int?, keepsURLs: Bool = false) -> [Line] {
        guard let width, self.width > width else { return [self] }
        var lines: [Line] = []
        var current = Line()
        for word in words {
            if current.width + word.width > width, current.width > 0 {
                lines.append(current.withoutTrailingSpaces)
                current = Line()
            }
            if current.width == 0, word.isBlank { continue }
            if keepsURLs, word.spans.contains(where: { $0.text.contains("://") }) {
                current += word
                continue
            }
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

    var longestWord: Int { words.filter { !$0.isBlank }.map(\.width).max() ?? 0 }

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
    /// Splits the span at the given width. The first part has at least one grapheme cluster.
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

/// A semantic text style. Information is never conveyed by the style alone.
public enum Style: CaseIterable, Hashable, Sendable {
    case title, address, label, heading, strong, emphasis, code, dim, favorite, good, warning, prompt, qrCode

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
        // Bright white on black, with colors that terminal themes do not change.
        case .qrCode: "38;5;231;48;5;16"
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

/// Functions for the control sequence “cursor character absolute” (ECMA-48, section 8.3.9), which is written after text
/// of ambiguous width.
package enum CursorColumn {
    /// Returns the sequence that moves the cursor to a column.
    ///
    /// - Parameter column: The column, counted from 0.
    static func sequence(to column: Int) -> String { "\u{1B}[\(column + 1)G" }

    /// Returns the bytes without these sequences, for a pager that tracks columns itself.
    package static func removed(from bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let escape = rest.firstIndex(of: 0x1B) {
            kept += rest[..<escape]
            rest = rest[escape...]
            let digits = rest.dropFirst(2).prefix { (0x30...0x39).contains($0) }
            let isMovement = rest.dropFirst().first == UInt8(ascii: "[") && digits.endIndex < rest.endIndex
            if isMovement, rest[digits.endIndex] == UInt8(ascii: "G") {
                rest = rest[(digits.endIndex + 1)...]
            } else {
                kept.append(0x1B)
                rest = rest.dropFirst()
            }
        }
        return kept + rest
    }
}
