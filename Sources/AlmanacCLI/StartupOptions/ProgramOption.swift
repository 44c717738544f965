import Localization
import Navigation
import Rendering
import Terminal

/// An option of the program, allowed before and after a command, together with its parser.
struct ProgramOption: Sendable {
    let option: Option
    let read: @Sendable (_ value: String, inout ProgramArguments) throws -> Void

    init(
        _ name: String, _ summary: @autoclosure @escaping @Sendable () -> Message, takes value: String? = nil,
        _ kind: ValueKind = .text,
        read: @escaping @Sendable (_ value: String, inout ProgramArguments) throws -> Void
    ) {
        option = Option(name, value, summary(), takes: kind)
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
        format,
        ProgramOption("--json", "Write JSON; use --csv, --table, and so on for other formats") { $1.format = .json },
        ProgramOption(
            "--color", "Use color: \(choices(of: ColorChoice.self))", takes: "WHEN", choice(of: ColorChoice.self)
        ) {
            $1.color = try value($0, of: "--color")
        },
        ProgramOption("--plain", "Write one value per line, for screen readers") { $1.isPlain = true },
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
            ProgramOption("--" + format.rawValue, "Write as \(format.rawValue)") { $1.format = format }
        }

    /// The options listed by help and completion. The last two are converted to commands.
    static let listed =
        options.map(\.option) + [
            Option("--help", nil, "Show help for the program or a command"),
            Option("--version", nil, "Show the version"),
        ]

    private static let format = ProgramOption(
        "--format", "Write as \(choices(of: Format.self))", takes: "FORMAT", choice(of: Format.self)
    ) { $1.format = try value($0, of: "--format") }

    private typealias Choice = RawRepresentable<String> & CaseIterable

    private static func choice<Value: Choice>(of type: Value.Type) -> ValueKind {
        .choice(type.allCases.map(\.rawValue))
    }

    private static func choices<Value: Choice>(of type: Value.Type) -> String {
        type.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static func value<Value: Choice>(_ text: String, of option: String) throws -> Value {
        guard let value = Value(rawValue: text) else {
            throw UsageProblem.invalidChoice(option, text, known: choices(of: Value.self))
        }
        return value
    }
}

extension Format {
    /// Removes format options from the words of a command and returns the last of these formats.
    ///
    /// If the command itself declares `--as`, the format becomes the value of that option.
    static func extract(from words: inout [String], or format: Format? = nil, on state: AppState) throws -> Format? {
        var arguments = ProgramArguments()
        try arguments.read(ProgramOption.formats, from: &words)
        guard let format = arguments.format ?? format else { return nil }
        guard let command = words.first, let option = Option.exportFormat, state.accepts(option, command),
            !words.contains(option.name)
        else { return format }
        words.insert(contentsOf: [option.name, format.rawValue], at: 1)
        return nil
    }
}
