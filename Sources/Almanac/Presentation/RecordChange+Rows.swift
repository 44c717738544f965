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
    func fieldRows(of name: String? = nil) -> [[Field]] { fields.rows(action, of: name) }

    var fieldsForPrograms: [Field] {
        [
            Field("id", "ID", .text(record.address.description)),
            Field("name", "Name", .text(record.name)),
            Field("action", "Change", .text(action.rawValue)),
            Field("fields", "Fields", fields.value),
        ]
    }

    /// The change that results from undoing this change.
    var reversed: RecordChange {
        RecordChange(record: record, action: action.reversed, fields: fields.map(\.reversed))
    }
}

extension AccountChange {
    static let columns = [
        Column("name", "Account"), Column("action", "Change"), Column("field", "Field"), Column("old", "Before"),
        Column("new", "After", isIdentifying: true),
    ]

    static let columnsForPrograms = [Column("name", "Name"), Column("action", "Change"), Column("fields", "Fields")]

    /// The rows of the change. Only the first row contains the name of the account.
    var rows: [Row] {
        fields.rows(action).enumerated().map { index, fields in
            Row(index > 0 ? fields : [Field("name", "Account", .text(name))] + fields)
        }
    }

    var fieldsForPrograms: [Field] {
        [
            Field("name", "Name", .text(name)),
            Field("action", "Change", .text(action.rawValue)),
            Field("fields", "Fields", fields.value),
        ]
    }

    /// The change that results from undoing this change.
    var reversed: AccountChange {
        AccountChange(name: name, action: action.reversed, fields: fields.map(\.reversed))
    }
}

extension RecordChange.Action {
    fileprivate var reversed: Self {
        switch self {
        case .added: .deleted
        case .changed: .changed
        case .deleted: .added
        case .purged: .purged
        }
    }
}

extension FieldChange {
    fileprivate var reversed: FieldChange { FieldChange(key: key, title: title, old: new, new: old) }

    /// Returns excerpts of two long texts around their first difference. Short texts are returned unchanged.
    fileprivate static func excerpts(of old: String, _ new: String) -> (String, String) {
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
}

extension [FieldChange] {
    /// The changes as a value for programs.
    fileprivate var value: Value { .list(map { .change($0.key, old: $0.old, new: $0.new) }) }

    /// Returns a row for each changed field, or a single row if no field has changed.
    ///
    /// - Parameter name: The name of the record to show with the fields, if necessary.
    fileprivate func rows(_ action: RecordChange.Action, of name: String? = nil) -> [[Field]] {
        let action = Field("action", "Change", .text(action.rawValue))
        let rows = map { field in
            let (old, new) = FieldChange.excerpts(of: field.old, field.new)
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
}
