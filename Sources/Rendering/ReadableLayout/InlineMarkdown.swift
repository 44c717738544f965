import Text

/// A formatter for inline Markdown: `**strong**`, `*emphasis*`, `_emphasis_`, `` `code` ``, and `[links](https://…)`.
///
/// Without color, the delimiters are kept unless the settings hide them.
struct InlineMarkdown {
    let settings: RenderSettings

    func line(_ text: String) -> Line {
        var line = Line()
        var plain = ""
        var unmatched: Set<String> = []
        var rest = Substring(text)
        while let character = rest.first {
            if let (span, end) = marked(rest, after: plain.last, &unmatched) {
                line += Line(plain) + span
                plain = ""
                rest = rest[end...]
            } else {
                plain.append(character)
                rest.removeFirst()
            }
        }
        return line + Line(plain)
    }

    private typealias Marked = (line: Line, end: Substring.Index)

    private static let marks: [(text: String, style: Style)] = [
        ("**", .strong), ("__", .strong), ("*", .emphasis), ("_", .emphasis), ("`", .code),
    ]

    /// Returns the formatted markup at the start of the text, or `nil` if there is none.
    ///
    /// - Parameter unmatched: The delimiters known to have no counterpart in the rest of the text. They are not
    ///   searched for again.
    private func marked(_ text: Substring, after before: Character?, _ unmatched: inout Set<String>) -> Marked? {
        if text.first == "[" { return link(text, &unmatched) }
        guard let mark = Self.marks.first(where: { text.hasPrefix($0.text) }) else { return nil }
        let inside = text.dropFirst(mark.text.count)
        guard !unmatched.contains(mark.text), inside.first.map({ !$0.isWhitespace }) ?? false,
            mark.style == .code || !(before?.isWordCharacter ?? false)
        else { return nil }
        guard let end = Self.end(of: mark.text, in: inside, isCode: mark.style == .code) else {
            unmatched.insert(mark.text)
            return nil
        }
        let content = String(inside[..<end.lowerBound])
        return (Line(shown(content, mark), mark.style), end.upperBound)
    }

    /// Returns marked text with or without its delimiters. If the delimiters are hidden and there is no color, code is
    /// enclosed in quotation marks.
    private func shown(_ content: String, _ mark: (text: String, style: Style)) -> String {
        if settings.palette.isColored { return content }
        guard settings.hidesMarks else { return mark.text + content + mark.text }
        return mark.style == .code ? "“\(content)”" : content
    }

    /// Returns the range of the closing delimiter, which must follow some text. Except for code, the delimiter must not
    /// follow a space or precede a word character.
    private static func end(of mark: String, in text: Substring, isCode: Bool) -> Range<Substring.Index>? {
        var from = text.startIndex
        while let found = text[from...].firstRange(of: mark) {
            let isBehindText = found.lowerBound > text.startIndex
            let isInWord = found.upperBound < text.endIndex && text[found.upperBound].isWordCharacter
            if isBehindText, isCode || !text[text.index(before: found.lowerBound)].isWhitespace && !isInWord {
                return found
            }
            from = found.upperBound
        }
        return nil
    }

    private func link(_ text: Substring, _ unmatched: inout Set<String>) -> Marked? {
        guard !unmatched.contains("](") else { return nil }
        guard let middle = text.firstRange(of: "]("), let end = text[middle.upperBound...].firstIndex(of: ")") else {
            unmatched.insert("](")
            return nil
        }
        let name = text[..<middle.lowerBound].dropFirst()
        let address = text[middle.upperBound..<end]
        guard !name.isEmpty, !address.isEmpty, !name.contains("["), !address.contains(where: \.isWhitespace) else {
            return nil
        }
        let after = text.index(after: end)
        guard settings.palette.isColored else { return (Line(String(text[..<after])), after) }
        return (Line(String(name)) + Line(" <\(address)>", .address), after)
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}
