import Localization
import Model

/// How one word becomes a value, and a value a word again.
public struct ValueParser<Value: Sendable>: Sendable {
    public let kind: ValueKind
    package let parse: @Sendable (_ word: String, Invocation) throws -> Value
    package let describe: @Sendable (Value) -> String

    /// - Parameter parse: Throws `ArgumentMismatch` for a word that is for another responder.
    public init(
        _ kind: ValueKind, parse: @escaping @Sendable (_ word: String, Invocation) throws -> Value,
        describe: @escaping @Sendable (Value) -> String
    ) {
        self.kind = kind
        self.parse = parse
        self.describe = describe
    }

    /// The same, but that a wrong word is for another responder.
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

    /// Any text but a record ID, which is for another responder.
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
    /// One of a few words.
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

    /// The same, but that at the prompt a number is always a row.
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
    /// The record in a row on screen; any other word is for another responder.
    public static var row: ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                guard let row = invocation.row(word) else { throw ArgumentMismatch() }
                return row
            }, describe: \.description)
    }

    /// A deleted record, which has no name any more.
    public static func deletedRecord(_ next: Message) -> ValueParser {
        ValueParser(
            .deletedRecord,
            parse: { word, invocation in
                guard let id = invocation.row(word) ?? RecordID(word) else {
                    throw CommandProblem.notHere("“\(word)” is no address.", next: next)
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
