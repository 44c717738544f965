import Localization
import Model

/// A parser that converts words to values, and values back to words.
public struct ValueParser<Value: Sendable>: Sendable {
    public let kind: ValueKind
    package let parse: @Sendable (_ word: String, Invocation) throws -> Value
    package let describe: @Sendable (Value) -> String

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - parse: Converts a word to a value. Returns `nil` if the word is invalid.
    ///   - problem: Returns the error for an invalid word. By default, invalid words are left to the next responder.
    public init(
        _ kind: ValueKind, parse: @escaping @Sendable (_ word: String, Invocation) throws -> Value?,
        describe: @escaping @Sendable (Value) -> String,
        orThrow problem: @escaping @Sendable (_ word: String) -> any Error = { _ in ArgumentMismatch() }
    ) {
        self.kind = kind
        self.parse = { word, invocation in
            guard let value = try parse(word, invocation) else { throw problem(word) }
            return value
        }
        self.describe = describe
    }

    /// A variant of this parser that leaves invalid words to the next responder.
    public var orMismatch: ValueParser {
        ValueParser(kind, parse: { [parse] in try? parse($0, $1) }, describe: describe)
    }
}

extension ValueParser where Value: CustomStringConvertible {
    /// Creates a parser that writes each value as its `description`.
    public init(
        _ kind: ValueKind, parse: @escaping @Sendable (_ word: String, Invocation) throws -> Value?,
        orThrow problem: @escaping @Sendable (_ word: String) -> any Error = { _ in ArgumentMismatch() }
    ) {
        self.init(kind, parse: parse, describe: \.description, orThrow: problem)
    }
}

extension ValueParser where Value == String {
    public static var text: ValueParser { text(.text) }

    public static var file: ValueParser { text(.file) }

    public static func text(_ kind: ValueKind) -> ValueParser { ValueParser(kind, parse: { word, _ in word }) }
}

extension ValueParser {
    /// Returns a parser for the cases of an enumeration.
    ///
    /// - Parameter parse: Returns the case with a name. By default, the names are the raw values.
    public static func choice(
        parse: @escaping @Sendable (_ word: String) -> Value? = { Value(rawValue: $0) },
        orThrow problem: @escaping @Sendable (_ word: String, _ known: String) -> CommandProblem
    ) -> ValueParser where Value: RawRepresentable<String> & CaseIterable {
        let known = Value.allCases.map(\.rawValue)
        return ValueParser(
            .choice(known), parse: { word, _ in parse(word) }, describe: \.rawValue,
            orThrow: { problem($0, known.joined(separator: ", ")) })
    }

    /// Returns a parser for the values of an option.
    public static func choice(of option: String) -> ValueParser where Value: RawRepresentable<String> & CaseIterable {
        choice { CommandProblem.notHere("Invalid value “\($0)” for \(option).", next: "Use one of: \($1).") }
    }
}

extension ValueParser where Value == FieldAssignment {
    public static func assignment(_ kind: ValueKind) -> ValueParser {
        ValueParser(kind, parse: { word, _ in FieldAssignment(word) }, orThrow: CommandProblem.notAField)
    }
}

extension ValueParser where Value == RecordArgument {
    public static func record(_ kinds: Kind...) -> ValueParser { record(among: kinds.isEmpty ? Kind.allCases : kinds) }

    public static func record(among kinds: [Kind]) -> ValueParser {
        ValueParser(
            .record(Set(kinds)),
            parse: { RecordArgument(text: $0, row: $1.row($0), kinds: kinds, acceptsPart: $1.acceptsPart) })
    }

    /// A parser for records. In an interactive session, a number is always a row number.
    public static var recordOrRow: ValueParser {
        ValueParser(
            .record(Set(Kind.allCases)),
            parse: { word, invocation in
                let row = invocation.row(word)
                let isRowNumber = invocation.isInteractive && Int(word) != nil
                let record = RecordArgument(text: word, row: row, acceptsPart: invocation.acceptsPart)
                return isRowNumber && row == nil ? nil : record
            }, orThrow: CommandProblem.noSuchRow)
    }
}

extension ValueParser where Value == RecordID {
    /// A parser for row numbers. Other words are left to the next responder.
    public static var row: ValueParser { ValueParser(.row, parse: { $1.row($0) }) }

    /// Returns a parser for deleted records, which are identified by row number or ID.
    public static func deletedRecord(_ next: Message) -> ValueParser {
        ValueParser(
            .deletedRecord, parse: { $1.row($0) ?? RecordID($0) },
            orThrow: { CommandProblem.notHere("“\($0)” is not an ID.", next: next) })
    }
}

extension ValueParser where Value == Step.ID {
    public static var step: ValueParser {
        ValueParser(
            .step, parse: { word, _ in Step.ID(word: word) }, describe: \.word, orThrow: CommandProblem.notAStep)
    }
}

extension ValueParser where Value == Int {
    /// Returns a parser for whole numbers in a range.
    package static func number(
        in range: ClosedRange<Int>, orThrow problem: @escaping @Sendable (_ word: String) -> CommandProblem
    ) -> ValueParser {
        ValueParser(
            .text, parse: { word, _ in Int(word).flatMap { range.contains($0) ? $0 : nil } }, orThrow: problem)
    }
}

/// The kind of value that a word represents, for help and completion.
public enum ValueKind: Hashable, Sendable {
    /// A record of one of the given kinds, identified by ID, name, or row number.
    case record(Set<Kind>)
    /// An assignment to one of the given fields.
    case fields([FieldHint])
    /// An assignment to a field of the kind or record named by the preceding word.
    case fieldsOfNamed
    case row, text, file
    /// Free text that can be the name of a record of one of the given kinds.
    case name(Set<Kind>)
    /// The name of a sample data set, or the path of its folder.
    case dataSet
    /// The name of a command, or one of the given words.
    case command(or: [String])
    /// The number of a history step.
    case step
    case deletedRecord
    /// The name of a remote, or one of the given words.
    case remote(or: [String])
    /// The number of an unresolved synchronization conflict.
    case conflict
    case keyword(String)
    case choice([String])
    /// A sort order for lists of a kind. A leading “-” means descending order.
    case order(Kind)
    /// A numeric field with an optional unit, such as `mass:mjup`, or one of the given words.
    case figure([FilterField], or: [String])
    /// A field, optionally with a unit or shown as a bar, such as `radius:rearth` or `radius:bar`.
    case column(Kind)
    /// A filter on the fields of a kind.
    case filter(Kind)

    public var isRecord: Bool { if case .record = self { true } else { false } }

    public var isOrder: Bool { if case .order = self { true } else { false } }

    package var isFields: Bool {
        switch self {
        case .fields, .fieldsOfNamed: true
        default: false
        }
    }

    /// Whether words of this kind can be any text, such as a name.
    var acceptsText: Bool {
        switch self {
        case .record, .deletedRecord, .fields, .fieldsOfNamed, .text, .file: true
        default: false
        }
    }

    /// Whether words of this kind can be distinguished from names.
    var isRecognizable: Bool { if case .choice = self { true } else { isFields } }

    /// Returns whether a word is an assignment or one of the words to choose from, and not a name.
    func recognizes(_ word: String) -> Bool {
        if case .choice(let words) = self { words.contains(word) } else { isFields && FieldAssignment(word) != nil }
    }
}

/// A description of an editable field for completion.
public struct FieldHint: NamedField, Hashable, Sendable {
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
    /// The parts of a value that can follow the label or its dot.
    public let parts: [PostalAddress.Part]
    public let names: [String]
    public let filterName: String?
    public let labels: [Title]
    /// The labels of the field that consist of several words, in lowercase.
    let phrases: [String]

    public init<Content>(_ field: EditableField<Content>) {
        key = field.key
        title = field.title
        (names, filterName, labels) = (field.names, field.filterName, field.labels)
        isLabeled = field.shape == .labeled
        parts = if case .addresses = field.value { PostalAddress.Part.allCases } else { [] }
        phrases = labels.filter { $0.contains(" ") }.map { $0.lowercased() }
        values =
            switch field.shape {
            case .reference(let kinds): .reference(Set(kinds))
            case .secret: .secret
            case .several where !field.linkedKinds.isEmpty: .reference(Set(field.linkedKinds))
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
