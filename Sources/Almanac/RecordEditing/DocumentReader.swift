import Model

/// A parser for edited documents.
struct DocumentReader<Content: Recordable> {
    private typealias Scalars = Substring.UnicodeScalarView

    private(set) var entries: [RecordDocument.Entry] = []
    private(set) var body: String?
    private(set) var problems: [FieldProblem] = []
    /// The number of empty lines since the last value. A continuation line makes them part of that value.
    private var blanks = 0

    var document: RecordDocument { RecordDocument(entries: entries, body: body) }

    init(_ text: String) {
        var scalars = text.unicodeScalars[...]
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        var lines = scalars.split(separator: "\n", omittingEmptySubsequences: false)
        // Some editors end every line with CR LF. The CR is not part of the line.
        if lines.count > 1, lines.dropLast().allSatisfy({ $0.last == "\r" }) {
            lines = lines.map { $0.last == "\r" ? $0.dropLast() : $0 }
        }
        var rest = lines[...]
        while let line = rest.popFirst() {
            if Content.bodyField != nil, String(line).trimmed == RecordDocument.rule {
                if rest.last?.isEmpty == true { rest.removeLast() }
                body = rest.map { String($0) }.joined(separator: "\n")
                break
            }
            read(line)
        }
        if Content.bodyField != nil, body == nil { body = "" }
        findRepeated()
    }

    private mutating func read(_ line: Scalars) {
        guard line.first != "#" else { return }
        guard line.contains(where: { !$0.properties.isWhitespace }) else {
            blanks += 1
            return
        }
        defer { blanks = 0 }
        if let first = line.first, first.properties.isWhitespace, !entries.isEmpty {
            return proceed(with: line)
        }
        guard let entry = Self.entry(of: line) else {
            return problems.append(.invalidLine(String(line)))
        }
        entries.append(entry)
    }

    /// Appends a continuation line to the last value of the document.
    private mutating func proceed(with line: Scalars) {
        let indent = RecordDocument.indent.unicodeScalars
        let text = line.starts(with: indent) ? line.dropFirst(indent.count) : line.drop { $0.properties.isWhitespace }
        let value = entries[entries.count - 1].value
        let gap = String(repeating: "\n", count: blanks + (value.isEmpty ? 0 : 1))
        entries[entries.count - 1].value = value + gap + String(text)
    }

    /// Reports single-value fields that occur more than once.
    private mutating func findRepeated() {
        for field in Content.fields where field.shape != .labeled && field.shape != .several {
            let values = entries.filter { $0.key == field.key && !$0.value.isEmpty }
            if values.count > 1 { problems.append(.repeated(field: field.title)) }
        }
    }

    // MARK: - Lines

    private static func entry(of line: Scalars) -> RecordDocument.Entry? {
        let keyEnd = line.firstIndex { $0 == ":" || $0 == "." } ?? line.endIndex
        guard keyEnd < line.endIndex, let key = key(String(line[..<keyEnd]).trimmed) else { return nil }
        var rest = line[line.index(after: keyEnd)...]
        guard line[keyEnd] == "." else { return entry(key, nil, rest) }
        if rest.first == "\"" {
            guard let label = quotedLabel(from: &rest), rest.popFirst() == ":" else { return nil }
            return entry(key, label, rest)
        }
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        return entry(key, String(rest[..<colon]).trimmed, rest[rest.index(after: colon)...])
    }

    private static func entry(_ key: String, _ label: String?, _ value: Scalars) -> RecordDocument.Entry {
        RecordDocument.Entry(key: key, label: label, value: String(value).trimmed)
    }

    /// Returns the key of the field with a name, or `nil` if the name is invalid. An unknown name is returned
    /// unchanged.
    private static func key(_ word: String) -> String? {
        guard !word.isEmpty, !word.contains(where: \.isWhitespace) else { return nil }
        return Content.fields.named(word)?.key ?? word
    }

    private static func quotedLabel(from rest: inout Scalars) -> String? {
        var label = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(label)
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                label.append(escaped == "n" ? "\n" : escaped == "r" ? "\r" : escaped)
            default: label.append(scalar)
            }
        }
        return nil
    }
}
