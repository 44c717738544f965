import Text

extension Line {
    /// The line broken at spaces; a word that is too long is broken between grapheme clusters.
    ///
    /// - Parameter width: nil for no limit.
    public func wrapped(to width: Int?) -> [Line] {
        guard let width, self.width > width else { return [self] }
        var lines: [Line] = []
        var current = Line()
        for word in words {
            var rest = word
            if current.width + rest.width > width, current.width > 0 {
                lines.append(current.withoutEnd)
                current = Line()
            }
            if current.width == 0, rest.isBlank { continue }
            while rest.width > width {
                let (head, tail) = rest.broken(at: width)
                lines.append(Line([head]))
                rest = tail
            }
            current += Line([rest])
        }
        return current.width > 0 || lines.isEmpty ? lines + [current] : lines
    }

    /// The width of the longest of its words.
    var longestWord: Int { words.filter { !$0.isBlank }.map(\.width).max() ?? 0 }

    /// Without the blanks at its end.
    private var withoutEnd: Line {
        Line(spans.last.map(\.isBlank) ?? false ? spans.dropLast() : spans)
    }

    /// Words and the blanks between them.
    private var words: [Span] {
        spans.flatMap { span -> [Span] in
            var words: [String] = []
            for character in span.text {
                if let last = words.last, (last.last == " ") == (character == " ") {
                    words[words.count - 1].append(character)
                } else {
                    words.append(String(character))
                }
            }
            return words.map { Span($0, span.style) }
        }
    }
}

extension Span {
    /// At least one cluster goes into the head, so that breaking ends.
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
    /// Short pieces one behind the other, in as few lines as they need.
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
