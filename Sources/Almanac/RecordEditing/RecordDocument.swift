import Localization
import Model

/// A record as a text to be edited: `field: value` on each line and, below a line of dashes, the long text of a note or group.
struct RecordDocument: Hashable, Sendable {
    /// A value of a field; empty where the field has none.
    struct Entry: Hashable, Sendable {
        let key: String
        var label: String?
        var value: String
    }

    var entries: [Entry] = []
    /// The long text; nil where the kind of record has none.
    var body: String?

    /// - Parameter names: What to write for a reference instead of its address, by the key of the field.
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
    /// The field that stands below the others as a text of its own.
    static var bodyField: EditableField<Self>? { fields.first { $0.shape == .prose } }
}

// MARK: - What has been changed

extension RecordDocument {
    /// The words that make the record of the other document into the record of this one. Fields that both say the same of are
    /// left alone; one that is missing here is cleared.
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

    /// What stands here otherwise than in an older document, in a sentence each.
    func news(since older: RecordDocument) -> [Message] {
        let keys = entries.map(\.key).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let changed = keys.filter { values(of: $0) != older.values(of: $0) }
        let fields = changed.map { key -> Message in
            let values = values(of: key).map { ($0.label.isEmpty ? "" : "\($0.label): ") + $0.value }
            return "In the store \(key) is now “\(values.joined(separator: ", "))”."
        }
        return fields + (body == older.body ? [] : ["In the store the text is now “\(body ?? "")”."])
    }

    private func values(of key: String) -> [Labeled<String>] {
        entries.filter { $0.key == key && !$0.value.isEmpty }.map { Labeled($0.label ?? "", $0.value) }
    }
}
