import Text

/// Lays Markdown out for reading: paragraphs wrapped, headings, lists and code recognizable, nothing lost.
struct ProseLayout {
    let look: Look
    let width: Int?

    func lines(_ markdown: String) -> [Line] {
        var result: [Line] = []
        var paragraph: [String] = []
        var isCode = false
        let endParagraph = {
            if !paragraph.isEmpty { result += inline(paragraph.joined(separator: " ")).wrapped(to: width) }
            paragraph = []
        }
        for source in VisibleText.lines(markdown).split(separator: "\n", omittingEmptySubsequences: false) {
            let text = source.drop { $0 == " " }
            if text.hasPrefix("```") {
                endParagraph()
                isCode.toggle()
            } else if isCode {
                result += Line("  " + source, .code).wrapped(to: width)
            } else if text.isEmpty {
                endParagraph()
                if result.last.map({ $0.width > 0 }) ?? false { result.append(Line()) }
            } else if text.hasPrefix("#") {
                endParagraph()
                result += Line(String(text), .heading).wrapped(to: width)
            } else if let item = ListItem(source, look.charset) {
                endParagraph()
                result += hanging(item)
            } else {
                paragraph.append(String(text))
            }
        }
        endParagraph()
        if let last = result.last, last.width == 0 { result.removeLast() }
        return result
    }

    private func hanging(_ item: ListItem) -> [Line] {
        let indent = DisplayWidth.width(of: item.mark)
        let room = width.map { $0 - indent }
        if let room, room < indent { return (Line(item.mark) + inline(item.text)).wrapped(to: width) }
        return inline(item.text).wrapped(to: room).enumerated().map { index, line in
            (index == 0 ? Line(item.mark) : Line.space(indent)) + line
        }
    }

    /// `**strong**` and `` `code` ``; the marks themselves stand where there is no colour to say it.
    private func inline(_ text: String) -> Line {
        var line = Line()
        var rest = Substring(text)
        while let (mark, start) = firstMark(in: rest) {
            let inside = rest[rest.index(start, offsetBy: mark.text.count)...]
            guard let end = inside.firstRange(of: mark.text), end.lowerBound > inside.startIndex else { break }
            let content = String(inside[..<end.lowerBound])
            line += Line(String(rest[..<start]))
            line += Line(look.palette.isColored ? content : mark.text + content + mark.text, mark.style)
            rest = inside[end.upperBound...]
        }
        return line + Line(String(rest))
    }

    private func firstMark(in text: Substring) -> (mark: (text: String, style: Style), start: Substring.Index)? {
        let marks: [(text: String, style: Style)] = [("**", .strong), ("`", .code)]
        return marks.compactMap { mark in text.firstRange(of: mark.text).map { (mark, $0.lowerBound) } }
            .min { $0.start < $1.start }
    }
}

/// `- item`, `* item`, `12. item` or `> quotation`, with its indentation.
private struct ListItem {
    let mark: String
    let text: String

    init?(_ source: Substring, _ charset: Charset) {
        let indent = source.prefix { $0 == " " }
        let body = source.dropFirst(indent.count)
        guard let space = body.firstIndex(of: " ") else { return nil }
        let sign = body[..<space]
        switch sign {
        case "-", "*", "+": mark = indent + charset.bullet + " "
        case ">": mark = indent + "> "
        case _ where sign.count > 1 && sign.hasSuffix(".") && sign.dropLast().allSatisfy(\.isWholeNumber):
            mark = indent + sign + " "
        default: return nil
        }
        text = String(body[space...].drop { $0 == " " })
    }
}
