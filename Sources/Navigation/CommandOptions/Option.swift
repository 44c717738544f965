import Localization

/// An option of a command, such as `--limit N`.
public struct Option: Hashable, Sendable {
    /// The name of the option, including its dashes.
    public let name: String
    /// The placeholder for the value, or `nil` for a flag.
    public let value: String?
    public let kind: ValueKind
    public let summary: Message

    public init(_ name: String, _ value: String? = nil, _ summary: Message, takes kind: ValueKind = .text) {
        self.name = name
        self.value = value
        self.kind = kind
        self.summary = summary
    }

    package var usage: String { value.map { "\(name) \($0)" } ?? name }
}

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

extension Argument where Value == Bool {
    public static func flag(_ name: String, _ summary: Message) -> Argument { flag(Option(name, nil, summary)) }

    package static var editor: Argument { flag("--editor", "Edit the whole record in your editor") }

    package static func flag(_ option: Option) -> Argument {
        Argument(options: [option], read: { $0.has(option) }, words: { $0 ? [option.name] : [] })
    }
}

extension Argument where Value == Int? {
    /// Returns an option whose value is a positive whole number.
    public static func count(_ name: String, _ summary: Message) -> Argument {
        option(name, "N", summary, .number(in: 1...Int.largestCount) { .notANumber(option: name, value: $0) })
    }

    package static var limit: Argument { count("--limit", "Show at most N rows") }

    package static var ifVersion: Argument { count("--if-version", "Fail unless the record is at version N") }
}

extension Argument where Value == String? {
    package static var svg: Argument { option("--svg", "FILE", "Write the picture to a new SVG file", .file) }
}
