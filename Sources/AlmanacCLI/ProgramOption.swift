import Almanac
import Interchange
import Localization
import Navigation
import Rendering
import Terminal

/// An option of the program and its parser. The option is allowed before a command and, unless `isLeading`, after it.
struct ProgramOption: Sendable {
    let option: Option
    /// Whether the option is accepted only before the command, because commands declare an option with the same name.
    let isLeading: Bool
    let read: @Sendable (_ value: String, inout ProgramArguments) throws -> Void

    init(
        _ name: String, _ summary: @autoclosure @escaping @Sendable () -> Message, takes value: String? = nil,
        _ kind: ValueKind = .text, isLeading: Bool = false,
        read: @escaping @Sendable (_ value: String, inout ProgramArguments) throws -> Void
    ) {
        option = Option(name, value, summary(), takes: kind)
        self.isLeading = isLeading
        self.read = read
    }

    static let all = options + formats

    private static let options = [
        ProgramOption("-c", "Run a command; can be repeated", takes: "'COMMAND'") { $1.lines.append($0) },
        ProgramOption("--file", "Run the commands in a file", takes: "SCRIPT", .file) { $1.script = $0 },
        ProgramOption("--keep-going", "Continue after a command fails") { $1.keepsGoing = true },
        ProgramOption("--database", "Use this database instead of $ALMANAC_DATABASE", takes: "FILE", .file) {
            $1.database = $0
        },
        ProgramOption("--create", "Create the database if it is missing; use before the command", isLeading: true) {
            $1.createsDatabase = true
        },
        format,
        ProgramOption("--json", "Write JSON; use --csv, --table, and so on for other formats") {
            $1.format = RequestedFormat(.json)
        },
        ProgramOption(
            "--color", "Use color: \(choices(of: ColorChoice.self))", takes: "WHEN", choice(of: ColorChoice.self)
        ) {
            $1.color = try value($0, of: "--color")
        },
        ProgramOption("--accessible", "Write one value per line, for screen readers") { $1.isPlain = true },
        ProgramOption("--plain", "Same as --accessible") { $1.isPlain = true },
        ProgramOption("--no-animation", "Disable transitions between screens") { $1.isAnimated = false },
        ProgramOption("--private", "Do not save typed lines in the history file") { $1.recordsHistory = false },
        ProgramOption("--no-input", "Never prompt or start a pager") { ($1.mayAsk, $1.mayPage) = (false, false) },
        ProgramOption("--no-pager", "Never start a pager") { $1.mayPage = false },
        ProgramOption("--no-config", "Ignore the configuration file") { $1.usesConfiguration = false },
        ProgramOption("--debug", "Write debug messages to standard error") { $1.isDebugging = true },
    ]

    /// The options for the output format. Scripts and the prompt accept them on each line.
    static let formats =
        [format]
        + Format.allCases.filter { $0 != .plain }.map { format in
            ProgramOption("--" + format.rawValue, "Write as \(format.rawValue)") { $1.format = RequestedFormat(format) }
        }

    /// The options listed by help and completion. The last two are converted to commands.
    static let listed =
        options.map(\.option) + [
            Option("--help", nil, "Show help for the program or a command"),
            Option("--version", nil, "Show the version"),
        ]

    private static let format = ProgramOption(
        "--format", "Write as \(choices(of: Format.self))", takes: "FORMAT", choice(of: Format.self)
    ) { $1.format = try RequestedFormat($0) }

    private typealias Choice = RawRepresentable<String> & CaseIterable

    private static func choice<Value: Choice>(of type: Value.Type) -> ValueKind {
        .choice(type.allCases.map(\.rawValue))
    }

    private static func choices<Value: Choice>(of type: Value.Type) -> String {
        type.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static func value<Value: Choice>(_ text: String, of option: String) throws -> Value {
        guard let value = Value(rawValue: text) else {
            throw UsageProblem.invalidChoice(option, text, next: "Use one of: \(choices(of: Value.self)).")
        }
        return value
    }
}

/// The value of the option `--format`: an output format, or the format of an exported file, such as `mutt`.
struct RequestedFormat {
    let word: String

    init(_ format: Format) { word = format.rawValue }

    init(_ word: String) throws(UsageProblem) {
        guard Format(rawValue: word) != nil || ExportFormat(named: word) != nil else {
            throw .invalidChoice(
                "--format", word,
                next: "Use one of: \(Self.known). Use “help export” to list the formats of exported files.")
        }
        self.word = word
    }

    /// The output format.
    ///
    /// - Throws: `UsageProblem` if only exported files can have the format.
    fileprivate var output: Format {
        get throws(UsageProblem) {
            if let format = Format(rawValue: word) { return format }
            throw UsageProblem(
                "The format “\(word)” is supported only by “export”.", next: "Use one of: \(Self.known).")
        }
    }

    private static var known: String { Format.allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Format {
    /// Removes format options from the words of a command and returns the last of these formats or, without such
    /// options, the given format, if any.
    ///
    /// If the command itself declares `--as`, the format becomes the value of that option, and the result is `nil`.
    static func extract(
        from words: inout [String], or format: RequestedFormat? = nil, on state: AppState
    ) throws -> Format? {
        var arguments = ProgramArguments()
        try arguments.read(ProgramOption.formats, from: &words)
        guard let format = arguments.format ?? format else { return nil }
        guard let command = words.first, let option = Option.exportFormat, state.accepts(option, command),
            !words.contains(option.name)
        else { return try format.output }
        words.insert(contentsOf: [option.name, format.word], at: 1)
        return nil
    }
}
