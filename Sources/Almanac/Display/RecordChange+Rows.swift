import Display
import Model
import Wording

/// What a step has made of a record: for people a row for each field, for programs one for each record.
extension RecordChange {
    static let columns = [
        Column("name", "Record"), Column("action", "Change"), Column("field", "Field"), Column("old", "Before"),
        Column("new", "After"), .address,
    ]

    static let columnsForPrograms = [
        .address, Column("name", "Name"), Column("action", "Change"), Column("fields", "Fields"),
    ]

    /// The record is named in the first row only.
    var rows: [Row] {
        fieldRows().enumerated().map { index, fields in
            Row(
                address: record.address.description,
                index > 0
                    ? fields
                    : [
                        Field("name", "Record", .text(record.name)),
                        Field("address", "Address", .text(record.address.description)),
                    ] + fields)
        }
    }

    /// A row for each field, the change named in the first; one at least.
    ///
    /// - Parameter name: Of the record, where it must be said whose fields they are.
    func fieldRows(of name: String? = nil) -> [[Field]] {
        let action = Field("action", "Change", .text(action.rawValue))
        let rows = fields.map { field in
            [
                Field(
                    "field", "Field", .words(name.map { "\($0): \(title: field.title)" } ?? Message(title: field.title))
                ),
                Field("old", "Before", .text(orNone: Self.beginning(field.old))),
                Field("new", "After", .text(orNone: Self.beginning(field.new))),
            ]
        }
        guard let first = rows.first else { return [[action]] }
        return [[action] + first] + rows.dropFirst()
    }

    /// A group of many thousand, or a long note, would push all else off the screen; programs are given all of it.
    private static func beginning(_ text: String) -> String {
        let limit = 400
        return text.utf8.count <= limit ? text : text.prefix(limit) + "…"
    }

    var fieldsForPrograms: [Field] {
        [
            Field("address", "Address", .text(record.address.description)),
            Field("name", "Name", .text(record.name)),
            Field("action", "Change", .text(action.rawValue)),
            Field("fields", "Fields", fieldsValue),
        ]
    }

    /// Every field, old and new.
    private var fieldsValue: Value {
        .list(fields.map { .change($0.key, old: $0.old, new: $0.new) })
    }

    /// What taking it back makes of the record.
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
