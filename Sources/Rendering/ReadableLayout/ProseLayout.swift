import Text

/// A layout for Markdown that wraps paragraphs and formats headings, lists, tables, and code.
struct ProseLayout {
    let settings: RenderSettings
    let width: Int?
    /// Whether tables have columns. If not, each row is shown as a card.
    var drawsTables = true

    private var inline: InlineMarkdown { InlineMarkdown(settings: settings) }

    func lines(_ markdown: String) -> [Line] {
        var result: [Line] = []
        var paragraph: [String] = []
        var table: [String] = []
        var item: ListItem?
        var isCode = false
        let endParagraph = {
            if let open = item {
                result += indented(open)
            } else if !table.isEmpty {
                result += lines(ofTable: table)
            } else if !paragraph.isEmpty {
                result += inline.line(paragraph.joined(separator: " ")).wrapped(to: width)
            }
            (item, table, paragraph) = (nil, [], [])
        }
        for source in VisibleText.lines(markdown).split(separator: "\n", omittingEmptySubsequences: false) {
            let text = source.drop { $0 == " " }
            if text.hasPrefix("```") {
                endParagraph()
                isCode.toggle()
            } else if isCode {
                result += Line(String(source), .code).wrapped(to: width.map { max(1, $0 - 2) }).map {
                    Line.space(2) + $0
                }
            } else if text.isEmpty {
                endParagraph()
                if result.last.map({ $0.width > 0 }) ?? false { result.append(Line()) }
            } else if text.hasPrefix("#") {
                endParagraph()
                result += Line(heading(String(text)), .heading).wrapped(to: width)
            } else if let next = ListItem(source, settings.charset) {
                endParagraph()
                item = next
            } else if text.hasPrefix("|"), item == nil, paragraph.isEmpty {
                table.append(String(text))
            } else if let open = item, !open.isQuotation, source.hasPrefix(" ") {
                item?.text += " " + text
            } else {
                if item != nil || !table.isEmpty { endParagraph() }
                paragraph.append(String(text))
            }
        }
        endParagraph()
        if let last = result.last, last.width == 0 { result.removeLast() }
        return result
    }

    private func lines(ofTable source: [String]) -> [Line] {
        guard let table = ProseTable(source) else {
            return inline.line(source.joined(separator: " ")).wrapped(to: width)
        }
        let lines = drawsTables ? table.lines(inline, width: width, settings.charset) : nil
        return lines ?? table.cards(inline, settings)
    }

    private func heading(_ text: String) -> String {
        guard settings.hidesMarks else { return text }
        let title = String(text.drop { $0 == "#" || $0 == " " })
        return settings.palette.isColored ? title : title.uppercased()
    }

    private func indented(_ item: ListItem) -> [Line] {
        let indent = DisplayWidth.width(of: item.mark)
        let room = width.map { $0 - indent }
        let text = inline.line(item.text)
        if let room, room < indent { return (Line(item.mark) + text).wrapped(to: width) }
        return text.wrapped(to: room).enumerated().map { index, line in
            (index == 0 || item.isQuotation ? Line(item.mark) : Line.space(indent)) + line
        }
    }
}

/// A list item or quotation with its indentation: `- item`, `* item`, `12. item`, or `> quotation`.
private struct ListItem {
    let mark: String
    var text: String
    /// Whether the item is a quotation. Its marker is repeated on each line.
    let isQuotation: Bool

    init?(_ source: Substring, _ charset: SymbolSet) {
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
        isQuotation = sign == ">"
    }
}
