import Display
import Text

/// A layout for Markdown that wraps paragraphs and formats headings, lists, tables, and code.
struct ProseLayout {
    let settings: RenderSettings
    let width: Int?
    /// Whether tables have columns. If not, each row is shown as a card.
    var drawsTables = true
    /// Whether code and URLs are kept as written, even if they exceed the width, so that they can be copied.
    var keepsCode = false

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
                result += inline.line(paragraph.joined(separator: " ")).wrapped(to: width, keepsURLs: keepsCode)
            }
            (item, table, paragraph) = (nil, [], [])
        }
        for source in VisibleText.lines(markdown).split(separator: "\n", omittingEmptySubsequences: false) {
            let text = source.drop { $0 == " " }
            if text.hasPrefix("```") {
                endParagraph()
                isCode.toggle()
            } else if isCode {
                let room = keepsCode ? nil : width.map { max(1, $0 - 2) }
                result += Line(String(source), .code).wrapped(to: room).map { Line.space(2) + $0 }
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
        if let room, room < indent { return (Line(item.mark) + text).wrapped(to: width, keepsURLs: keepsCode) }
        return text.wrapped(to: room, keepsURLs: keepsCode).enumerated().map { index, line in
            (index == 0 || item.isQuotation ? Line(item.mark) : Line.space(indent)) + line
        }
    }
}

/// A list item or quotation with its indentation: `- item`, `* item`, `+ item`, `12. item`, or `> quotation`.
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

/// A table in Markdown: a row of titles, a delimiter row, and rows of cells. Long cells are wrapped.
struct ProseTable {
    private let titles: [String]
    private let rows: [[String]]

    /// Creates a table from its lines, or returns `nil` if the second line is not a delimiter row with a cell for each
    /// title.
    init?(_ lines: [String]) {
        guard lines.count > 1 else { return nil }
        titles = Self.cells(of: lines[0])
        let delimiters = Self.cells(of: lines[1])
        guard delimiters.count == titles.count, delimiters.allSatisfy({ $0.wholeMatch(of: /:?-+:?/) != nil }) else {
            return nil
        }
        let count = titles.count
        rows = lines.dropFirst(2).map { line in
            let cells = Self.cells(of: line).prefix(count)
            return cells + Array(repeating: "", count: count - cells.count)
        }
    }

    /// Returns the cells of a line. A vertical bar after a backslash belongs to a cell.
    private static func cells(of line: String) -> [String] {
        let escapedBar = "\u{0}"
        var cells = line.replacing("\\|", with: escapedBar).split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().map { cell in
                cell.split(separator: " ").joined(separator: " ").replacing(escapedBar, with: "|")
            }
        if cells.last == "" { cells.removeLast() }
        return cells
    }

    /// Returns the lines of the table, or `nil` if the table is too wide.
    func lines(_ inline: InlineMarkdown, width: Int?, _ charset: SymbolSet) -> [Line]? {
        let heads = titles.map { Line(inline.line($0).text, .heading) }
        let cells = rows.map { $0.map(inline.line) }
        let columns = titles.map { Column($0, $0, isProse: true) }
        let all = [heads] + cells
        let natural = titles.indices.map { column in all.map { $0[column].width }.max() ?? 0 }
        let words = titles.indices.map { column in all.map { $0[column].longestWord }.max() ?? 0 }
        guard let layout = TableLayout(columns, natural: natural, minimum: words, numberWidth: 0, room: width),
            layout.hidden.isEmpty, layout.folded.isEmpty
        else { return nil }
        return all.flatMap { layout.lines(number: Line(), cells: $0, charset).lines }
    }

    /// Returns the rows as cards, with a title before each value.
    func cards(_ inline: InlineMarkdown, _ settings: RenderSettings) -> [Line] {
        let titles = titles.map { inline.line($0).text }
        let cards = rows.map { row in
            RecordLayout(settings: settings).lines(zip(titles, row).map { Field($0, $0, .prose($1)) })
        }
        return Array(cards.joined(separator: [Line()]))
    }
}

/// A formatter for inline Markdown: `**strong**`, `__strong__`, `*emphasis*`, `_emphasis_`, `` `code` ``, and
/// `[links](https://…)`.
///
/// Without color, links are kept as written, and other delimiters are kept unless the settings hide them.
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

    /// Returns the range of the closing delimiter, if any. The delimiter must follow some text. Except for code, it
    /// must not follow a space or precede a word character.
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
