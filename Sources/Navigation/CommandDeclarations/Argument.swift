/// A typed argument of a command: positional words, an option, or several options that form one value.
public struct Argument<Value: Sendable>: Sendable {
    public let parameters: [Parameter]
    public let options: [Option]
    let read: @Sendable (inout ArgumentReader) throws -> Value
    /// A closure that converts a value back to the words from which it is read.
    let words: @Sendable (Value) -> [String]

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

    public static func argument(_ name: String, _ parser: @autoclosure @escaping MakeParser<Value>) -> Argument {
        Argument(
            [Parameter(name, parser().kind)], read: { try $0.required(parser()) }, words: { [parser().describe($0)] })
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
    public static func any<Word>(_ name: String, _ parser: @autoclosure @escaping MakeParser<Word>) -> Argument
    where Value == [Word] {
        Argument(
            [Parameter(name, parser().kind, .any)], read: { try $0.rest(parser()) },
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
}
