import Localization
import Model

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

    /// Creates a document from the content of a record.
    ///
    /// - Parameter names: The names to write instead of record IDs, by the key of the field.
    init<Content: Recordable>(of content: Content, names: [String: String] = [:]) {
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

    init(entries: [Entry], body: String?) {
        self.entries = entries
        self.body = body
    }

    var isEmpty: Bool { entries.allSatisfy(\.value.isEmpty) && (body ?? "").isEmpty }
}

extension Recordable {
    /// The field that contains the long text.
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
            let values = values(of: key).map { ($0.label.isEmpty ? "" : "\($0.label): ") + $0.value }
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
    /// - Parameter former: The maximum number of previous problems.
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
