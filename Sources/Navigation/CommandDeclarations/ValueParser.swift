import Localization
import Model

/// A conversion between words and values.
public struct ValueParser<Value: Sendable>: Sendable {
    public let kind: ValueKind
    package let parse: @Sendable (_ word: String, Invocation) throws -> Value
    package let describe: @Sendable (Value) -> String

    /// Creates a conversion.
    ///
    /// - Parameter parse: Converts a word to a value. Throws `ArgumentMismatch` to leave the word to the next
    ///   responder.
    public init(
        _ kind: ValueKind, parse: @escaping @Sendable (_ word: String, Invocation) throws -> Value,
        describe: @escaping @Sendable (Value) -> String
    ) {
        self.kind = kind
        self.parse = parse
        self.describe = describe
    }

    /// A variant of this parser that leaves invalid words to the next responder.
    public var orMismatch: ValueParser {
        ValueParser(
            kind,
            parse: { word, invocation in
                guard let value = try? parse(word, invocation) else { throw ArgumentMismatch() }
                return value
            }, describe: describe)
    }
}

extension ValueParser where Value == String {
    public static var text: ValueParser { text(.text) }

    public static var file: ValueParser { text(.file) }

    public static func text(_ kind: ValueKind) -> ValueParser {
        ValueParser(kind, parse: { word, _ in word }, describe: { $0 })
    }

    /// Returns a parser of any text except record IDs. IDs are left to the next responder.
    public static func textUnlessID(_ kind: ValueKind = .text) -> ValueParser {
        ValueParser(
            kind,
            parse: { word, _ in
                guard RecordID(word) == nil else { throw ArgumentMismatch() }
                return word
            }, describe: { $0 })
    }
}

extension ValueParser {
    /// Returns a parser of the cases of an enumeration.
    public static func choice(
        orThrow problem: @escaping @Sendable (_ word: String, _ known: String) -> CommandProblem
    ) -> ValueParser where Value: RawRepresentable<String> & CaseIterable {
        let known = Value.allCases.map(\.rawValue)
        return ValueParser(
            .choice(known),
            parse: { word, _ in
                guard let value = Value(rawValue: word) else { throw problem(word, known.joined(separator: ", ")) }
                return value
            }, describe: \.rawValue)
    }
}

extension ValueParser where Value == FieldAssignment {
    public static func assignment(_ kind: ValueKind) -> ValueParser {
        ValueParser(
            kind,
            parse: { word, _ in
                guard let assignment = FieldAssignment(word) else { throw CommandProblem.notAField(word) }
                return assignment
            }, describe: \.description)
    }
}

extension ValueParser where Value == RecordWord {
    public static func record(_ kinds: Kind...) -> ValueParser { record(among: kinds.isEmpty ? Kind.allCases : kinds) }

    public static func record(among kinds: [Kind]) -> ValueParser {
        ValueParser(
            .record(Set(kinds)),
            parse: { RecordWord(text: $0, row: $1.row($0), kinds: kinds) }, describe: \.description)
    }

    /// A parser of records. In an interactive session, a number is always a row number.
    public static var recordOrRow: ValueParser {
        ValueParser(
            .record(Set(Kind.allCases)),
            parse: { word, invocation in
                let row = invocation.row(word)
                if invocation.isInteractive, Int(word) != nil, row == nil { throw CommandProblem.noSuchRow(word) }
                return RecordWord(text: word, row: row)
            }, describe: \.description)
    }
}

extension ValueParser where Value == RecordID {
    /// A parser of row numbers. Other words are left to the next responder.
    public static var row: ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                guard let row = invocation.row(word) else { throw ArgumentMismatch() }
                return row
            }, describe: \.description)
    }

    /// Returns a parser of deleted records. They are identified by ID only.
    public static func deletedRecord(_ next: Message) -> ValueParser {
        ValueParser(
            .deletedRecord,
            parse: { word, invocation in
                guard let id = invocation.row(word) ?? RecordID(word) else {
                    throw CommandProblem.notHere("“\(word)” is not an ID.", next: next)
                }
                return id
            }, describe: \.description)
    }
}

extension ValueParser where Value == Step.ID {
    public static var step: ValueParser {
        ValueParser(
            .step,
            parse: { word, _ in
                guard let step = Step.ID(word) else { throw CommandProblem.notAStep(word) }
                return step
            }, describe: { String($0.rawValue) })
    }
}
