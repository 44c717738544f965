import Localization
import Model

/// What a recorded column or table is called to people: the field of a form, or what is no field.
struct RecordedField {
    let key: String
    let title: Title

    /// Nil for the row itself and for what the store alone knows.
    init?(of column: String?, in table: String, kind: Kind) {
        let word =
            switch (table, column) {
            case ("person_messenger", _): "im"
            case ("planet_alias", _): "aliases"
            case ("person", "job_title"): "title"
            case ("person", "home_id"): "planet"
            case ("note", "person_id"), ("note", "group_id"), ("note", "planet_id"): "about"
            case (_, let column?) where Tables.kind(of: table) != nil: column
            default: String(table.split(separator: "_").last ?? "")
            }
        if let field = Self.fields(of: kind).first(where: { $0.answers(word) }) {
            (key, title) = (field.key, field.title)
        } else if let title = Self.others[word] {
            (key, self.title) = (word, title)
        } else {
            return nil
        }
    }

    private static let others: [String: Title] = [
        "photo": "Photo", "picture": "Picture", "card": "Card", "membership": "Members", "favorite": "Favorite",
        "planted": "Seed", "account": "Account", "merge": "Merged into",
    ]

    private typealias Known = (key: String, title: String, answers: (String) -> Bool)

    private static func fields(of kind: Kind) -> [Known] {
        func all<Content: Recordable>(_ type: Content.Type) -> [Known] {
            type.fields.map { field in (field.key, field.title, { field.answers(to: $0) }) }
        }
        return switch kind {
        case .person: all(Person.self)
        case .group: all(Group.self)
        case .planet: all(Planet.self)
        case .note: all(Note.self)
        }
    }
}
