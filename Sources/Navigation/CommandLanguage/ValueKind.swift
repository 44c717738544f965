import Model

/// What a word can be, for help, completion and exploring.
public enum ValueKind: Hashable, Sendable {
    /// A record of one of these kinds, by ID, name or row.
    case record(Set<Kind>)
    /// `field=value` of one of these fields.
    case fields([FieldHint])
    /// `field=value` of the kind, or of the record, that the word before names.
    case fieldsOfNamed
    case row, text, file
    /// The name of a command, or one of the words.
    case command(or: [String])
    /// The number of a step of the history.
    case step
    case deletedRecord
    /// Just this word.
    case keyword(String)
    case choice([String])
    /// One of these words; “-” before it reverses the order.
    case order([String])
    /// A number of a record with its unit, `mass:mjup`, or one of the words.
    case figure([FilterField], or: [String])
    /// A field of a kind, with its unit, or as a bar: `radius:rearth`, `radius:bar`.
    case column(Kind)
    /// The words of a filter over the fields of a kind.
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
