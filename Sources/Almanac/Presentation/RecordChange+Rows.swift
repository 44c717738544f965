import Display
import Localization
import Model

// Human-readable output has a row for each field of a change. Output for programs has one row for each change.
extension RecordChange {
    static let columns = [
        Column("name", "Record"), Column("action", "Change"), Column("field", "Field"), Column("old", "Before"),
        Column("new", "After", isIdentifying: true), .id,
    ]

    static let columnsForPrograms = [
        .id, Column("name", "Name"), Column("action", "Change"), Column("fields", "Fields"),
    ]

    /// The rows of the change. Only the first row contains the record.
    var rows: [Row] {
        fieldRows().enumerated().map { index, fields in
            Row(
                address: record.address.description,
                index > 0
                    ? fields
                    : [
                        Field("name", "Record", .text(record.name)),
                        Field("id", "ID", .text(record.address.description)),
                    ] + fields)
        }
    }

    /// Returns a row for each changed field, or a single row if no field has changed.
    ///
    /// - Parameter name: The name of the record to show with the fields, if necessary.
    func fieldRows(of name: String? = nil) -> [[Field]] {
        let action = Field("action", "Change", .text(action.rawValue))
        let rows = fields.map { field in
            let (old, new) = Self.excerpts(of: field.old, field.new)
            return [
                Field(
                    "field", "Field", .words(name.map { "\($0): \(title: field.title)" } ?? Message(title: field.title))
                ),
                Field("old", "Before", .text(orNone: old)),
                Field("new", "After", .text(orNone: new)),
            ]
        }
        guard let first = rows.first else { return [[action]] }
        return [[action] + first] + rows.dropFirst()
    }

    /// Returns excerpts of two long texts around their first difference. Short texts are returned unchanged.
    private static func excerpts(of old: String, _ new: String) -> (String, String) {
        let limit = 400
        guard max(old.utf8.count, new.utf8.count) > limit else { return (old, new) }
        let same = zip(old, new).prefix { $0 == $1 }.count
        let start = same > limit / 2 ? same - limit / 4 : 0
        func excerpt(_ text: String) -> String {
            let rest = text.dropFirst(start)
            let shown = rest.prefix(limit)
            return (start > 0 ? "…" : "") + shown + (shown.endIndex < rest.endIndex ? "…" : "")
        }
        return (excerpt(old), excerpt(new))
    }

    var fieldsForPrograms: [Field] {
        [
            Field("id", "ID", .text(record.address.description)),
            Field("name", "Name", .text(record.name)),
            Field("action", "Change", .text(action.rawValue)),
            Field("fields", "Fields", fieldsValue),
        ]
    }

    private var fieldsValue: Value {
        .list(fields.map { .change($0.key, old: $0.old, new: $0.new) })
    }

    /// The change that results from undoing this change.
    var reversed: RecordChange {
        let action: Action =
            switch action {
            case .added: .deleted
            case .changed: .changed
            case .deleted: .added
            case .purged: .purged
            }
        return RecordChange(
            record: record, action: action,
            fields: fields.map { FieldChange(key: $0.key, title: $0.title, old: $0.new, new: $0.old) })
    }
}
