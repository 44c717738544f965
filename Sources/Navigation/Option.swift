import Localization

/// An option of a command, such as `--limit N`. Options with the same name, value, and kind are equal.
public struct Option: Sendable {
    /// The name of the option, including its dashes.
    public let name: String
    /// The placeholder for the value, or `nil` for a flag.
    public let value: String?
    /// Whether the history records the option.
    let isRecorded: Bool
    /// Whether the option selects records, so that no ID is required.
    let selectsRecords: Bool
    /// Whether a line can contain the option several times.
    let isRepeatable: Bool
    /// A closure that returns whether the last argument of a line is the value of the option, even without its name.
    package let recognizes: @Sendable (String) -> Bool
    // Options are created for each line, but only help and completion need their kinds and summaries.
    private let makeKind: @Sendable () -> ValueKind
    private let makeSummary: @Sendable () -> Message

    public init(
        _ name: String, _ value: String? = nil, _ summary: @autoclosure @escaping @Sendable () -> Message,
        takes kind: @autoclosure @escaping @Sendable () -> ValueKind = .text, isRecorded: Bool = true,
        selectsRecords: Bool = false, isRepeatable: Bool = false,
        recognizes: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.name = name
        self.value = value
        self.isRecorded = isRecorded
        self.selectsRecords = selectsRecords
        self.isRepeatable = isRepeatable
        self.recognizes = recognizes
        makeKind = kind
        makeSummary = summary
    }

    public var kind: ValueKind { makeKind() }

    public var summary: Message { makeSummary() }

    package var usage: String { value.map { "\(name) \($0)" } ?? name }

    /// The usage of the option within the usage of a command, in brackets.
    var usageInLine: String { isRepeatable ? "[\(usage)]…" : "[\(usage)]" }
}

extension Option {
    public static let yes = Option("--yes", nil, "Skip confirmation")
    // The `CommandContext` of a dry run collects the changes, and the database rolls them back.
    public static let dryRun = Option("--dry-run", nil, "Show what would change, without changing anything")
    package static let force = Option("--force", nil, "Save unusual values without asking")
}

extension String {
    /// Whether a command line contains the word as an option unless it follows `--`: the word begins with two hyphens,
    /// or with a hyphen and a letter and contains no spaces.
    package var isReadAsOption: Bool {
        guard hasPrefix("-"), let next = dropFirst().first else { return false }
        return next == "-" || next.isLetter && !contains(where: \.isWhitespace)
    }
}

extension Option: Equatable {
    public static func == (left: Option, right: Option) -> Bool {
        left.name == right.name && left.value == right.value && left.kind == right.kind
    }
}

extension Argument {
    public static func option<Word>(
        _ name: String, _ value: String, _ summary: @autoclosure @escaping @Sendable () -> Message,
        _ parser: @autoclosure @escaping MakeParser<Word>, selectsRecords: Bool = false
    ) -> Argument where Value == Word? {
        option(Option(name, value, summary(), takes: parser().kind, selectsRecords: selectsRecords), parser())
    }

    package static func option<Word>(
        _ option: Option, _ parser: @autoclosure @escaping MakeParser<Word>
    ) -> Argument where Value == Word? {
        Argument(
            options: [option], read: { try $0.value(of: option, parser()) },
            words: { $0.map { [option.name, parser().describe($0)] } ?? [] })
    }

    /// Returns an option that a line can contain several times.
    public static func options<Word>(
        _ name: String, _ value: String, _ summary: @autoclosure @escaping @Sendable () -> Message,
        _ parser: @autoclosure @escaping MakeParser<Word>
    ) -> Argument where Value == [Word] {
        let option = Option(name, value, summary(), takes: parser().kind, isRepeatable: true)
        return Argument(
            options: [option], read: { try $0.values(of: option, parser()) },
            words: { $0.flatMap { [name, parser().describe($0)] } })
    }
}

extension Argument where Value == Bool {
    public static func flag(
        _ name: String, _ summary: @autoclosure @escaping @Sendable () -> Message
    ) -> Argument { flag(Option(name, nil, summary())) }

    package static func flag(_ option: Option) -> Argument {
        Argument(options: [option], read: { $0.has(option) }, words: { $0 ? [option.name] : [] })
    }

    public static var dryRun: Argument { flag(.dryRun) }

    package static var force: Argument { flag(.force) }

    package static var editor: Argument { flag("--editor", "Edit the whole record in your editor") }

    package static var dark: Argument { flag("--dark", "Use a dark background in the SVG file") }
}

extension Argument where Value == Int? {
    /// Returns an option whose value is a positive whole number.
    public static func count(
        _ name: String, _ summary: @autoclosure @escaping @Sendable () -> Message
    ) -> Argument {
        option(name, "N", summary(), .number(in: 1...Int.largestCount) { .notANumber(option: name, value: $0) })
    }

    package static var limit: Argument { count("--limit", "Show at most N rows") }

    package static var ifVersion: Argument { count("--if-version", "Fail unless the record is at version N") }
}

/// The options `--yes` and `--dry-run` of a command line.
public struct Confirmation: Hashable, Sendable {
    public var isGiven = false
    public var isDryRun = false

    /// Whether to run the command without a prompt.
    public var isConfirmed: Bool { isGiven || isDryRun }

    public static let yes = Confirmation(isGiven: true)
    public static let none = Confirmation()

    var words: [String] { (isGiven ? [Option.yes.name] : []) + (isDryRun ? [Option.dryRun.name] : []) }
}
