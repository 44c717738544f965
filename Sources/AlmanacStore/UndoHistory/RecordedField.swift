import Localization
import Model

/// What a recorded column or table is called to people: the field of a form, or what is no field.
struct RecordedField {
    let key: String
    let title: Title

    /// Nil for the row itself and for what the database alone knows.
    init?(of column: String?, in table: String, kind: Kind) {
        let isRecord = Tables.kind(of: table) != nil
        let name = isRecord ? column ?? "" : String(table.split(separator: "_").last ?? "")
        let field =
            switch kind {
            case .person: Person.field(in: name, hasTable: !isRecord)
            case .group: Group.field(in: name, hasTable: !isRecord)
            case .planet: Planet.field(in: name, hasTable: !isRecord)
            case .note: Note.field(in: name, hasTable: !isRecord)
            }
        if let field {
            (key, title) = field
        } else if let title = Self.others[name] {
            (key, self.title) = (name, title)
        } else {
            return nil
        }
    }

    private static let others: [String: Title] = [
        "photo": "Photo", "picture": "Picture", "card": "Card", "membership": "Members", "favorite": "Favorite",
        "planted": "Seed", "account": "Account", "merge": "Merged into",
    ]
}

extension Recordable {
    /// - Parameter hasTable: Whether a table of its own has the values, rather than a column.
    fileprivate static func field(in column: String, hasTable: Bool) -> (key: String, title: Title)? {
        let isSeveral: Set<EditableField<Self>.Shape> = [.several, .labeled]
        return fields.first { $0.columns.contains(column) && isSeveral.contains($0.shape) == hasTable }
            .map { ($0.key, $0.title) }
    }
}
