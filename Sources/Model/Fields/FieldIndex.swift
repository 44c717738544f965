/// The fields of a record by name. It finds the fields of many words faster than ``EditableField/answers(to:)``.
public struct FieldIndex<Model: Sendable>: Sendable {
    private let fields: [String: EditableField<Model>]

    public init(_ fields: [EditableField<Model>]) {
        let names = fields.flatMap { field in ([field.key] + field.names).map { ($0, field) } }
        self.fields = Dictionary(names) { first, _ in first }
    }

    /// Returns the field that a word names, such as `massKg` or `mass_kg`, ignoring case and underscores.
    public subscript(word: some StringProtocol) -> EditableField<Model>? {
        // Most words are keys.
        fields[String(word)] ?? fields[EditableField<Model>.normalized(word)]
    }
}
