import Localization
import Model

/// The kind of value that a word represents, for help and completion.
public enum ValueKind: Hashable, Sendable {
    /// A record of one of the given kinds, identified by ID, name, or row number.
    case record(Set<Kind>)
    /// An assignment to one of the given fields.
    case fields([FieldHint])
    /// An assignment to a field of the kind or record named by the preceding word.
    case fieldsOfNamed
    case row, text, file
    /// The name of a command, or one of the given words.
    case command(or: [String])
    /// The number of a history step.
    case step
    case deletedRecord
    /// The name of a remote, or one of the given words.
    case remote(or: [String])
    /// The number of an unresolved conflict of a synchronization.
    case conflict
    case keyword(String)
    case choice([String])
    /// A sort order of lists of a kind. A leading “-” means descending order.
    case order(Kind)
    /// A numeric field with an optional unit, such as `mass:mjup`, or one of the given words.
    case figure([FilterField], or: [String])
    /// A field, optionally with a unit or shown as a bar, such as `radius:rearth` or `radius:bar`.
    case column(Kind)
    /// A filter on the fields of a kind.
    case filter(Kind)

    public var isRecord: Bool { if case .record = self { true } else { false } }

    public var isOrder: Bool { if case .order = self { true } else { false } }

    var isFields: Bool {
        switch self {
        case .fields, .fieldsOfNamed: true
        default: false
        }
    }
}

/// A description of an editable field for completion.
public struct FieldHint: Hashable, Sendable {
    public enum Values: Hashable, Sendable {
        case text
        case choice([String])
        case reference(Set<Kind>)
        /// A secret, which is never shown.
        case secret
    }

    public let key: String
    public let title: Title
    public let values: Values
    /// Whether a dot and a label can follow the key.
    public let isLabeled: Bool
    /// The labels of the field that consist of several words, in lowercase.
    let phrases: [String]

    public init<Content>(_ field: EditableField<Content>) {
        key = field.key
        title = field.title
        isLabeled = field.shape == .labeled
        phrases = field.labels.filter { $0.contains(" ") }.map { $0.lowercased() }
        values =
            switch field.shape {
            case .reference(let kinds): .reference(Set(kinds))
            case .secret: .secret
            case .single, .several, .labeled, .prose:
                (field.choices + field.examples).isEmpty ? .text : .choice(field.choices + field.examples)
            }
    }
}

extension FieldHint {
    public static func all(of kind: Kind) -> [FieldHint] {
        switch kind {
        case .person: Person.enteredFields.map { FieldHint($0) }
        case .group: Group.fields.map { FieldHint($0) }
        case .planet: Planet.fields.map { FieldHint($0) }
        case .note: Note.fields.map { FieldHint($0) }
        }
    }
}
