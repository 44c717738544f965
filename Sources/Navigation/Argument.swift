import Model

/// A typed argument of a command: positional words, an option, or several options that form one value.
///
///     let name: Argument<String> = .argument("NAME", .text)
///     let limit: Argument<String?> = .option("--limit", "N", "Show at most N rows", .text)
///     let members: Argument<[RecordArgument]> = .any("ID", .record(.person, .planet))
///     let group: Argument<RecordArgument> = .argument("GROUP", .record(.group), after: "to")
public struct Argument<Value: Sendable>: Sendable {
    public let parameters: [Parameter]
    public let options: [Option]
    package let read: @Sendable (inout ArgumentReader) throws -> Value
    /// A closure that converts a value back to the words from which it is read.
    package let words: @Sendable (Value) -> [String]

    /// Creates an argument that consists of either parameters or options.
    ///
    /// - Parameters:
    ///   - read: Reads the value from the words of the parameters or options.
    ///   - words: Converts a value back to the words from which it is read.
    public init(
        _ parameters: [Parameter] = [], options: [Option] = [],
        read: @escaping @Sendable (inout ArgumentReader) throws -> Value,
        words: @escaping @Sendable (Value) -> [String]
    ) {
        self.parameters = parameters
        self.options = options
        self.read = read
        self.words = words
    }

    /// The name of the first parameter or option.
    public var name: String { parameters.first?.name ?? options.first?.name ?? "" }
}

extension Argument {
    // Commands are created for each line, but most of their parsers are never used.
    public typealias MakeParser<Word: Sendable> = @Sendable () -> ValueParser<Word>

    public static func argument(
        _ name: String, _ parser: @autoclosure @escaping MakeParser<Value>, screenUse: Parameter.ScreenUse? = nil
    ) -> Argument {
        Argument(
            [Parameter(name, parser().kind, screenUse: screenUse)], read: { try $0.required(parser()) },
            words: { [parser().describe($0)] })
    }

    /// Returns an argument that follows a keyword.
    public static func argument(
        _ name: String, _ parser: @autoclosure @escaping MakeParser<Value>, after keyword: String
    ) -> Argument {
        Argument(
            [.keyword(keyword), Parameter(name, parser().kind)],
            read: { reader in
                _ = reader.skipKeyword()
                return try reader.required(parser())
            }, words: { [keyword, parser().describe($0)] })
    }

    public static func optional<Word>(_ name: String, _ parser: @autoclosure @escaping MakeParser<Word>) -> Argument
    where Value == Word? {
        Argument(
            [Parameter(name, parser().kind, .optional)], read: { try $0.next(parser()) },
            words: { $0.map { [parser().describe($0)] } ?? [] })
    }

    /// Returns an argument that accepts one or more words.
    public static func some<Word>(_ name: String, _ parser: @autoclosure @escaping MakeParser<Word>) -> Argument
    where Value == [Word] {
        Argument(
            [Parameter(name, parser().kind, .many)], read: { try $0.rest(parser()) },
            words: { $0.map(parser().describe) })
    }

    /// Returns an argument that accepts any number of words.
    public static func any<Word>(
        _ name: String, _ parser: @autoclosure @escaping MakeParser<Word>, screenUse: Parameter.ScreenUse? = nil
    ) -> Argument where Value == [Word] {
        Argument(
            [Parameter(name, parser().kind, .any, screenUse: screenUse)], read: { try $0.rest(parser()) },
            words: { $0.map(parser().describe) })
    }

    /// Returns an optional argument that consists of a keyword and one or more words.
    public static func any<Word>(
        _ name: String, _ parser: @autoclosure @escaping MakeParser<Word>, after keyword: String
    ) -> Argument where Value == [Word] {
        Argument(
            [.keyword(keyword, .optional), Parameter(name, parser().kind, .any)],
            read: { reader in
                let hasKeyword = reader.skipKeyword()
                let values = try reader.rest(parser())
                if hasKeyword, values.isEmpty { throw reader.missing(Parameter(name, parser().kind)) }
                return values
            }, words: { $0.isEmpty ? [] : [keyword] + $0.map(parser().describe) })
    }
}

extension Argument where Value == String {
    /// Returns an argument whose words are joined into a single string.
    public static func text(_ name: String, _ kind: ValueKind = .text, _ count: Parameter.Count = .many) -> Argument {
        Argument(
            [Parameter(name, kind, count)], read: { try $0.rest(.text).joined(separator: " ") }, words: { [$0] })
    }

    /// Returns an argument whose words can be the name of a record of one of the given kinds.
    public static func text(_ name: String, naming kinds: Kind...) -> Argument { text(name, .name(Set(kinds))) }
}

/// A positional parameter of a command.
public struct Parameter: Sendable {
    public enum Count: Hashable, Sendable { case one, optional, many, any }

    /// The condition for using the record on screen in place of a missing record argument.
    public enum ScreenUse: Sendable { case always, atPrompt, never }

    public let name: String
    public let count: Count
    let screenUse: ScreenUse
    // Commands are created for each line, but only help and completion need the kinds of their parameters.
    private let makeKind: @Sendable () -> ValueKind

    /// Creates a parameter.
    ///
    /// - Parameter screenUse: When the record on screen takes the place of a missing argument. This applies only to the
    ///   first parameter of a command. The default is `never` if `count` is `optional`, and `always` otherwise.
    public init(
        _ name: String, _ kind: @autoclosure @escaping @Sendable () -> ValueKind, _ count: Count = .one,
        screenUse: ScreenUse? = nil
    ) {
        self.name = name
        self.count = count
        self.screenUse = screenUse ?? (count == .optional ? .never : .always)
        makeKind = kind
    }

    public static func keyword(_ word: String, _ count: Count = .one) -> Parameter {
        Parameter(word, .keyword(word), count)
    }

    public var kind: ValueKind { makeKind() }

    public var isRequired: Bool { count == .one || count == .many }

    /// Whether the parameter accepts more than one word.
    public var isOpen: Bool { count == .many || count == .any }

    public var isKeyword: Bool { if case .keyword = kind { true } else { false } }

    /// Returns whether a word is the keyword of this parameter, ignoring case.
    func isKeyword(_ word: String) -> Bool { isKeyword && word.lowercased() == name }

    package var usage: String { isRequired ? placeholder : "[\(placeholder)]" }

    /// The name, followed by an ellipsis if the parameter accepts more than one word.
    var placeholder: String { isOpen ? name + "…" : name }
}

extension Argument where Value == [FieldAssignment] {
    /// Returns an argument that accepts assignments to fields of a kind. Other words are left to the next responder.
    package static func assignments(of kind: Kind) -> Argument {
        any("FIELD=VALUE", .assignment(.fields(FieldHint.all(of: kind))).orMismatch)
    }

    /// Returns an argument that accepts one or more assignments to fields of a form. Values do not need quotation
    /// marks: a word that is not an assignment continues the value before it.
    package static func assignments(in fields: [FieldHint]) -> Argument {
        Argument(
            [Parameter("FIELD=VALUE", .fields(fields), .many)],
            read: { reader in
                var assignments: [FieldAssignment] = []
                for word in try reader.rest(.text) {
                    if let assignment = FieldAssignment(word) {
                        assignments.append(assignment)
                    } else if let last = assignments.popLast() {
                        assignments.append(last.withValue("\(last.value) \(word)"))
                    } else {
                        throw CommandProblem.notAField(word)
                    }
                }
                return assignments
            }, words: { $0.map(\.description) })
    }
}

extension Argument where Value == Filter? {
    /// Returns an argument that reads a filter without a keyword. Its value is `nil` if there are no words.
    package static func filter(_ kind: Kind) -> Argument {
        Argument(
            [Parameter("FILTER", .filter(kind), .any)],
            read: { reader in
                let words = try reader.rest(.text)
                return words.isEmpty ? nil : try FilterTokenJoiner.filter(words, of: kind)
            }, words: { $0.map { [$0.text] } ?? [] })
    }

    /// Returns an argument that reads a filter after `where`. Its value is `nil` without `where`.
    package static func condition(_ kind: Kind) -> Argument {
        Argument(
            [.keyword("where", .optional), Parameter("FILTER", .filter(kind), .any)],
            read: { reader in
                let hasKeyword = reader.skipKeyword()
                let words = try reader.rest(.text)
                guard hasKeyword || words.isEmpty else {
                    throw CommandProblem.unwantedWords(words, of: reader.commandName, filtering: kind)
                }
                return hasKeyword ? try FilterTokenJoiner.filter(words, of: kind) : nil
            }, words: { $0.map { ["where", $0.text] } ?? [] })
    }
}

extension ValueParser where Value == ListColumns {
    package static func columns(_ kind: Kind) -> ValueParser {
        ValueParser(.column(kind), parse: { word, _ in try ListColumns(word, of: kind) }, describe: \.text)
    }
}

extension ValueParser {
    /// Returns a parser for the sort field of a list. A leading “-” means descending order.
    package static func sorting<Content>(_ kind: Content.Type) -> ValueParser where Value == ListSorting<Content> {
        ValueParser(
            .order(Content.kind),
            parse: { word, _ in ListSorting<Content>(word) }, describe: \.text,
            orThrow: { word in
                let name = word.hasPrefix("-") ? String(word.dropFirst()) : word
                return CommandProblem.notAnOrder(name, known: Content.kind.orders)
            })
    }
}
