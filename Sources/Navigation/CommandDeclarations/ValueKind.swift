import Localization
import Model

/// The kind of value of a word, for help and completion.
public enum ValueKind: Hashable, Sendable {
    /// A record of one of these kinds, by ID, name, or row number.
    case record(Set<Kind>)
    /// An assignment to one of these fields.
    case fields([FieldHint])
    /// An assignment to a field of the kind or record that the preceding word names.
    case fieldsOfNamed
    case row, text, file
    /// The name of a command, or one of the words.
    case command(or: [String])
    /// The number of a history step.
    case step
    case deletedRecord
    case keyword(String)
    case choice([String])
    /// One of these words, with a leading “-” for descending order.
    case order([String])
    /// A numeric field with an optional unit, such as `mass:mjup`, or one of the words.
    case figure([FilterField], or: [String])
    /// A field with an optional unit, or as a bar: `radius:rearth`, `radius:bar`.
    case column(Kind)
    /// A filter on the fields of a kind.
    case filter(Kind)

    public var isRecord: Bool { if case .record = self { true } else { false } }

    public var isOrder: Bool { if case .order = self { true } else { false } }

    var isFields: Bool {
        switch self {
        case .fields, .fieldsOfNamed: true
        case .record, .row, .text, .file, .command, .step, .deletedRecord, .keyword, .choice, .order, .figure, .column,
            .filter:
            false
        }
    }
}

/// The properties of an editable field that completion uses.
public struct FieldHint: Hashable, Sendable {
    public enum Values: Hashable, Sendable {
        case text
        case choice([String])
        case reference(Set<Kind>)
        /// A secret, which is never shown or stored.
        case secret
    }

    public let key: String
    public let title: Title
    public let values: Values
    /// Whether a label can follow the key after a dot.
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
    public static func all(of kind: Kind) -> [FieldHint] {
        switch kind {
        case .person: Person.fields.map { FieldHint($0) }
        case .group: Group.fields.map { FieldHint($0) }
        case .planet: Planet.fields.map { FieldHint($0) }
        case .note: Note.fields.map { FieldHint($0) }
        }
    }
}
