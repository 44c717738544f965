import Localization

/// Something a command takes, as a value: words in their places, an option, or several of these that mean one thing.
public struct Argument<Value: Sendable>: Sendable {
    public let parameters: [Parameter]
    public let options: [Option]
    let read: @Sendable (inout ArgumentReader) throws -> Value
    /// The words that a value is read from, those of options apart.
    let words: @Sendable (Value) -> (arguments: [String], options: [String])

    /// - Parameters:
    ///   - read: Takes the words of each of the parameters, in their order.
    ///   - words: Those that a value is read from.
    public init(
        _ parameters: [Parameter], read: @escaping @Sendable (inout ArgumentReader) throws -> Value,
        words: @escaping @Sendable (Value) -> [String]
    ) {
        self.parameters = parameters
        options = []
        self.read = read
        self.words = { (words($0), []) }
    }

    package init(
        options: [Option], read: @escaping @Sendable (inout ArgumentReader) throws -> Value,
        words: @escaping @Sendable (Value) -> [String]
    ) {
        parameters = []
        self.options = options
        self.read = read
        self.words = { ([], words($0)) }
    }

    /// The name of what is typed first.
    public var name: String { parameters.first?.name ?? options.first?.name ?? "" }
}

// MARK: - Words in their places

extension Argument {
    public static func argument(_ name: String, _ parser: ValueParser<Value>) -> Argument {
        Argument([Parameter(name, parser.kind)], read: { try $0.required(parser) }, words: { [parser.describe($0)] })
    }

    /// One behind a word that is typed as it is.
    public static func argument(
        _ name: String, _ parser: ValueParser<Value>, behind keyword: String, orThrow problem: CommandProblem
    ) -> Argument {
        Argument(
            [.keyword(keyword), Parameter(name, parser.kind)],
            read: { reader in
                guard reader.skip(keyword) else { throw problem }
                return try reader.required(parser)
            }, words: { [keyword, parser.describe($0)] })
    }

    public static func optional<Word>(_ name: String, _ parser: ValueParser<Word>) -> Argument where Value == Word? {
        Argument(
            [Parameter(name, parser.kind, .optional)], read: { try $0.next(parser) },
            words: { $0.map { [parser.describe($0)] } ?? [] })
    }

    /// One or more.
    public static func some<Word>(_ name: String, _ parser: ValueParser<Word>) -> Argument where Value == [Word] {
        Argument(
            [Parameter(name, parser.kind, .many)], read: { try $0.rest(parser) }, words: { $0.map(parser.describe) })
    }

    /// None, one or more.
    public static func any<Word>(_ name: String, _ parser: ValueParser<Word>) -> Argument where Value == [Word] {
        Argument(
            [Parameter(name, parser.kind, .any)], read: { try $0.rest(parser) }, words: { $0.map(parser.describe) })
    }

    /// None, or one or more behind a word that is typed as it is.
    public static func any<Word>(
        _ name: String, _ parser: ValueParser<Word>, behind keyword: String
    ) -> Argument where Value == [Word] {
        Argument(
            [.keyword(keyword, .optional), Parameter(name, parser.kind, .any)],
            read: { reader in
                _ = reader.skip(keyword)
                return try reader.rest(parser)
            }, words: { $0.isEmpty ? [] : [keyword] + $0.map(parser.describe) })
    }
}

extension Argument where Value == String {
    /// One or more words that are one text.
    public static func text(_ name: String, _ kind: ValueKind = .text, _ count: Parameter.Count = .many) -> Argument {
        Argument(
            [Parameter(name, kind, count)], read: { try $0.rest(.text).joined(separator: " ") }, words: { [$0] })
    }
}

// MARK: - Options

extension Argument {
    public static func option<Word>(
        _ name: String, _ value: String, _ summary: Message, _ parser: ValueParser<Word>
    ) -> Argument where Value == Word? {
        let option = Option(name, value, summary, takes: parser.kind)
        return Argument(
            options: [option], read: { try $0.value(of: option, parser) },
            words: { $0.map { [name, parser.describe($0)] } ?? [] })
    }
}

extension Argument where Value == Int? {
    /// A whole number from 1 on.
    public static func count(_ name: String, _ summary: Message) -> Argument {
        option(
            name, "N", summary,
            ValueParser(
                .text,
                parse: { word, _ in
                    guard let number = Int(counting: word) else {
                        throw CommandProblem.notANumber(option: name, value: word)
                    }
                    return number
                }, describe: { String($0) }))
    }
}

extension Argument where Value == Bool {
    public static func flag(_ name: String, _ summary: Message) -> Argument { flag(Option(name, nil, summary)) }

    /// The command does not ask.
    public static var yes: Argument { flag(.yes) }

    /// The command changes nothing, and tells what it would change.
    public static var dryRun: Argument { flag(.dryRun) }

    package static func flag(_ option: Option) -> Argument {
        Argument(options: [option], read: { $0.has(option) }, words: { $0 ? [option.name] : [] })
    }
}

/// How a command that asks first is answered in advance.
public struct Confirmation: Hashable, Sendable {
    public var isGiven = false
    public var isDryRun = false

    /// Whether nobody need be asked.
    public var isSure: Bool { isGiven || isDryRun }

    public static let yes = Confirmation(isGiven: true)
    public static let none = Confirmation()
}

extension Argument where Value == Confirmation {
    public static var confirmation: Argument {
        Argument(
            options: [.yes, .dryRun], read: { Confirmation(isGiven: $0.has(.yes), isDryRun: $0.has(.dryRun)) },
            words: { ($0.isGiven ? [Option.yes.name] : []) + ($0.isDryRun ? [Option.dryRun.name] : []) })
    }
}
