import Display
import Localization
import Model
import Navigation

/// A record as editable text. It consists of lines of the form `field: value` and, after a line of dashes, the text of
/// a note or the description of a group.
struct RecordDocument: Hashable, Sendable {
    /// A field and one of its values. An empty field has one entry with an empty value.
    struct Entry: Hashable, Sendable {
        let key: String
        var label: String?
        var value: String
    }

    var entries: [Entry] = []
    /// The long text, or `nil` for kinds of record without a long text.
    var body: String?
}

extension RecordDocument {
    /// Creates a document from the content of a record.
    ///
    /// - Parameter names: The names to write instead of record IDs, by the key of the field.
    init<Content: Recordable>(of content: Content, names: [String: String] = [:]) {
        self.init()
        for field in Content.fields {
            let values = field.read(content)
            guard field.key != Content.bodyField?.key else {
                body = values.first?.value ?? ""
                continue
            }
            if values.isEmpty { entries.append(Entry(key: field.key, value: "")) }
            for value in values {
                let label = value.label.isEmpty ? nil : value.label
                entries.append(Entry(key: field.key, label: label, value: names[field.key] ?? value.value))
            }
        }
    }

    var isEmpty: Bool { entries.allSatisfy(\.value.isEmpty) && (body ?? "").isEmpty }
}

extension Recordable {
    /// The field that contains the long text, if any.
    static var bodyField: EditableField<Self>? { fields.first { $0.shape == .prose } }
}

// MARK: - Changes

extension RecordDocument {
    /// Returns the assignments that turn another document into this document. Fields missing from this document are
    /// cleared.
    func words<Content: Recordable>(from other: RecordDocument, of type: Content.Type) -> [FieldAssignment] {
        let keys = Content.fields.map(\.key)
        let unknown = entries.filter { entry in !keys.contains(entry.key) }
        return Content.fields.flatMap { field in
            if field.key == Content.bodyField?.key {
                return body == other.body ? [] : [FieldAssignment(key: field.key, value: body ?? "")]
            }
            let values = values(of: field.key)
            return values == other.values(of: field.key) ? [] : field.words(for: values)
        } + unknown.map { FieldAssignment(key: $0.key, label: $0.label, value: $0.value) }
    }

    /// Returns a sentence for each difference from an older version of the document.
    func news(since older: RecordDocument) -> [Message] {
        let keys = entries.map(\.key).unique
        let changed = keys.filter { values(of: $0) != older.values(of: $0) }
        let fields = changed.map { key -> Message in
            let values = values(of: key).map(\.shown)
            return "In the database, \(key) is now “\(values.joined(separator: ", "))”."
        }
        return fields + (body == older.body ? [] : ["In the database, the text is now “\(body ?? "")”."])
    }

    private func values(of key: String) -> [Labeled<String>] {
        entries.filter { $0.key == key && !$0.value.isEmpty }.map { Labeled($0.label ?? "", $0.value) }
    }
}

extension RecordDocument {
    static let problemMark = "#!"
    static let rule = "---"
    static let indent = "    "

    /// Returns the text to open in the editor.
    ///
    /// - Parameters:
    ///   - title: The name of the record.
    ///   - hints: Descriptions of valid values, by the key of the field.
    func text(title: Message, hints: [String: Message] = [:]) -> String {
        var lines = ["# \(title.localized.oneLine)", "#"] + manual + [""]
        var hint: Message?
        for entry in entries {
            if let next = hints[entry.key], next != hint { lines.append("# \(next.localized.oneLine)") }
            hint = hints[entry.key]
            lines += entry.lines
        }
        return (lines + (body.map { [Self.rule, $0] } ?? [])).joined(separator: "\n") + "\n"
    }

    private var manual: [String] {
        let fields: Message = """
            Each line contains one field. Empty or missing fields are cleared. A field
            with several values has one line for each value, with its label, such as
            “phone.home: …”. Multi-line values continue on indented lines. Lines that
            begin with “#” are ignored.
            """
        let text: Message = "The text follows the line of dashes."
        return (body == nil ? [fields] : [fields, text]).flatMap { $0.localized.split(separator: "\n") }.map {
            "# \($0)"
        }
    }

    /// Returns an edited text with problems inserted at the top, replacing any previous problems.
    ///
    /// - Parameter former: The maximum number of previous problems to replace.
    static func text(_ text: String, problems: [Message], replacing former: Int = .max) -> String {
        let scalars = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let lines = scalars.map { String($0) }
        let count = lines.prefix(former).prefix { $0.hasPrefix("\(problemMark) ") }.count
        return (problems.map { "\(problemMark) \($0.localized.oneLine)" } + lines.dropFirst(count))
            .joined(separator: "\n")
    }
}

extension RecordDocument.Entry {
    fileprivate var lines: [String] {
        let parts = value.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if parts.count > 1 { return ["\(name):"] + parts.map { RecordDocument.indent + $0 } }
        return [value.isEmpty ? "\(name):" : "\(name): \(value)"]
    }

    private var name: String {
        guard let label else { return key }
        let isPlain =
            label == label.trimmed && !label.unicodeScalars.contains { ":\"\\\n\r".unicodeScalars.contains($0) }
        return "\(key).\(isPlain ? label : label.quoted)"
    }
}

extension String {
    var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

    /// The string in double quotes, with special characters escaped.
    fileprivate var quoted: String {
        let inner = unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\"", "\\": text += "\\\(scalar)"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(inner)\""
    }
}

extension EditableField {
    /// Returns the assignments that replace all values of the field.
    func words(for values: [Labeled<String>]) -> [FieldAssignment] {
        let word = { (value: Labeled<String>, operation: FieldAssignment.Operation) in
            FieldAssignment(
                key: key, label: value.label.isEmpty ? nil : value.label, operation: operation, value: value.value)
        }
        switch shape {
        case .labeled, .several:
            return [FieldAssignment(key: key, value: "")] + values.map { word($0, .add) }
        case .single, .reference, .prose, .secret:
            guard !values.isEmpty else { return [FieldAssignment(key: key, value: "")] }
            return values.map { word($0, .replace) }
        }
    }
}

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

    /// Returns the key of the field with the given name, or `nil` if the name is invalid. An unknown name is returned
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

/// An edit of a record in an external editor.
struct RecordEdit<Content: Presentable> {
    private let editor: any RecordOperations<Content>
    private let context: CommandContext
    /// The ID of the record, or `nil` for a new record.
    private let id: RecordID?
    private var record: Record<Content>?
    private var version: Int?
    private let isForced: Bool
    /// The document before editing.
    private var original: RecordDocument

    init(
        of id: RecordID?, _ input: RecordInput, by editor: any RecordOperations<Content>, in context: CommandContext
    ) async throws {
        self.editor = editor
        self.context = context
        self.id = id
        if let id { record = try await editor.record(id) }
        version = input.version ?? record?.version
        isForced = input.isForced
        original = try await editor.document(of: record?.content ?? Content())
    }

    /// The name of the temporary file, with a Markdown extension for notes and groups.
    var fileName: String {
        let name = id.map { "\($0.kind.plural)-\($0.number)" } ?? "new-\(Content.kind.rawValue)"
        return name + (Content.bodyField == nil ? ".txt" : ".md")
    }

    /// Returns the text to edit, with assignments applied.
    func text(with words: [FieldAssignment]) async throws -> String {
        let content = try await changed(by: words)
        let title: Message = record.map { "\($0.recordID) \($0.title)" } ?? "new \(Content.kind.noun)"
        let hints = Content.fields.filter { $0.expects != "text" }.map { ($0.key, $0.expects) }
        return try await editor.document(of: content).text(title: title, hints: Dictionary(hints) { first, _ in first })
    }

    /// Saves the edited text.
    ///
    /// - Returns: The result of the edit, or the text to open again. Invalid text is opened again with the problems at
    ///   the top. After an edit conflict, the new version is opened with the user’s changes applied.
    mutating func validate(_ text: String) async throws -> EditValidation<EditOutcome> {
        let reader = DocumentReader<Content>(text)
        let words = reader.document.words(from: original, of: Content.self)
        if words.isEmpty && reader.problems.isEmpty { return .accepted(.untouched) }
        if reader.document.isEmpty { return .accepted(.emptied) }
        do {
            return .accepted(.saved(try await save(try await content(of: reader, words))))
        } catch let conflict as EditConflict {
            let news = try await refresh()
            let told = Array(conflict.explanation.sentences.prefix(1)) + news
            return .again(
                RecordDocument.text(try await self.text(with: words), problems: told), because: conflict.explanation)
        } catch let problem as any UserFacingError where problem.canBeFixed(at: id) {
            return .again(RecordDocument.text(text, problems: problem.lines), because: problem.explanation)
        }
    }

    // MARK: - Applying changes

    private func changed(by words: [FieldAssignment]) async throws -> Content {
        var content = record?.content ?? Content()
        try editor.apply(try await editor.resolve(words, over: content, isForced: isForced), to: &content)
        return content
    }

    /// Returns the content of an edited document.
    ///
    /// - Throws: `CommandProblem` that lists all problems in the document.
    private func content(of reader: DocumentReader<Content>, _ words: [FieldAssignment]) async throws -> Content {
        var problems = reader.problems
        do {
            let content = try await changed(by: words)
            if problems.isEmpty { return content }
        } catch let problem as CommandProblem where !problems.isEmpty {
            if case .fields(let others) = problem.cause {
                problems += others.all
            } else {
                problems.append(.notFound(reason: problem.explanation.sentences.joined()))
            }
        }
        throw CommandProblem.fields(FieldProblems(problems))
    }

    private func save(_ content: Content) async throws -> RecordID {
        guard let record else { return try await editor.source.add(content, in: context).recordID }
        try await editor.save(content, over: record, version: version, in: context)
        return record.recordID
    }

    /// Reads the record again and returns a sentence for each change to it.
    private mutating func refresh() async throws -> [Message] {
        guard let id else { return [] }
        let before = original
        let existing = try await editor.record(id)
        (record, version) = (existing, existing.version)
        original = try await editor.document(of: existing.content)
        return original.news(since: before)
    }
}

extension UserFacingError {
    /// Returns whether editing the text can solve the problem.
    fileprivate func canBeFixed(at id: RecordID?) -> Bool {
        if let problem = self as? RecordProblem { return id.map { problem != .notFound($0) } ?? true }
        return self is CommandProblem
    }

    /// A sentence for each problem, followed by a hint.
    fileprivate var lines: [Message] {
        guard let problem = self as? CommandProblem, case .fields(let problems) = problem.cause else {
            return explanation.sentences
        }
        return problems.all.map(\.sentence) + explanation.sentences.dropFirst()
    }
}
