import Localization
import Model

/// What completion must know of a field that a word can set.
public struct FieldHint: Hashable, Sendable {
    public enum Values: Hashable, Sendable {
        case text
        /// One of these words.
        case choice([String])
        /// A record of one of these kinds.
        case reference(Set<Kind>)
        /// Never shown or kept.
        case secret
    }

    public let key: String
    public let title: Title
    public let values: Values
    /// Whether a label may stand behind a dot.
    public let isLabeled: Bool

    public init<Content>(_ field: EditableField<Content>) {
        key = field.key
        title = field.title
        isLabeled = field.shape == .labeled
        values =
            switch field.shape {
            case .reference(let kinds): .reference(Set(kinds))
            case .secret: .secret
            case .single, .several, .labeled, .prose: field.choices.isEmpty ? .text : .choice(field.choices)
            }
    }
}

extension FieldHint {
    /// The fields of a kind of record.
    public static func all(of kind: Kind) -> [FieldHint] {
        switch kind {
        case .person: Person.fields.map { FieldHint($0) }
        case .group: Group.fields.map { FieldHint($0) }
        case .planet: Planet.fields.map { FieldHint($0) }
        case .note: Note.fields.map { FieldHint($0) }
        }
    }
}
