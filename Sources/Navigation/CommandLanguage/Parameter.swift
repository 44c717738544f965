import Model

/// A word a command takes.
public struct Parameter: Hashable, Sendable {
    /// What the word is, for help, completion and exploring.
    public enum Sort: Hashable, Sendable {
        /// A record of one of these kinds, by address, name or row.
        case address(Set<Kind>)
        /// `field=value` of one of these fields.
        case fields([FieldHint])
        /// `field=value` of the kind, or of the record, that the word before names.
        case fieldsOfNamed
        case row, text, file, command
        /// The number of a step of the history.
        case step
        /// A deleted record.
        case trash
        /// Just this word.
        case word(String)
        case choice([String])
        /// One of these words; “-” before it turns it round.
        case order([String])
        /// A number of a record with its unit, `mass:mjup`, or one of the words.
        case figure([FilterField], or: [String])
        /// A field of a kind, with its unit, or as a bar: `radius:rearth`, `radius:bar`.
        case column(Kind)
        /// The words of a filter over the fields of a kind.
        case filter(Kind)
    }

    public enum Count: Hashable, Sendable { case one, optional, many, any }

    public let name: String
    public let sort: Sort
    public let count: Count

    public init(_ name: String, _ sort: Sort, _ count: Count = .one) {
        self.name = name
        self.sort = sort
        self.count = count
    }

    /// A word that is typed as it is.
    public static func word(_ word: String) -> Parameter { Parameter(word, .word(word)) }

    package var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many: name + "…"
        case .any: "[\(name)…]"
        }
    }
}

extension Parameter.Sort {
    /// A record of any kind.
    public static let anyAddress = Parameter.Sort.address(Set(Kind.allCases))

    public var isAddress: Bool { if case .address = self { true } else { false } }

    public var isOrder: Bool { if case .order = self { true } else { false } }

    var isFields: Bool {
        switch self {
        case .fields, .fieldsOfNamed: true
        case .address, .row, .text, .file, .command, .step, .trash, .word, .choice, .order, .figure, .column,
            .filter:
            false
        }
    }
}
