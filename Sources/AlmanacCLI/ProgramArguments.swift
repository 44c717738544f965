import Almanac
import Localization
import Model
import Navigation
import Rendering
import Terminal

/// The parsed command line of the program: its options and what to run.
struct ProgramArguments {
    enum Work: Equatable {
        /// The interactive prompt if the session is interactive, or the lines of standard input otherwise.
        case standardInput
        case words([String])
        case lines([String])
        case script(path: String)
    }

    private(set) var work = Work.standardInput
    var database: String?
    /// Whether to create a missing database and its folder for any command.
    var createsDatabase = false
    var format: RequestedFormat?
    var color: ColorChoice?
    var isPlain = false
    var isAnimated = true
    var recordsHistory = true
    var isDebugging = false
    var keepsGoing = false
    var mayAsk = true
    var mayPage = true
    var usesConfiguration = true
    var lines: [String] = []
    var script: String?
    /// The options of `demo`, or `nil` for any other command.
    private(set) var demo: Demo?

    /// The words of the command line, without the name of the program.
    ///
    /// - Throws: `UsageProblem` if a word is not UTF-8, because Swift would replace its bytes.
    static var ofProcess: [String] {
        get throws(UsageProblem) {
            var words: [String] = []
            for place in (0..<Int(CommandLine.argc)).dropFirst() {
                guard let argument = CommandLine.unsafeArgv[place] else { break }
                guard let word = String(validatingCString: argument) else {
                    throw .notUTF8(place, String(cString: argument))
                }
                words.append(word)
            }
            return words
        }
    }

    init() {}

    /// Parses the words of the command line.
    ///
    /// - Parameter home: The home folder, for paths in an unfinished command line.
    init(_ words: [String], home: String) throws {
        var words = words
        try read(ProgramOption.all, from: &words)
        demo = try Demo(removingFrom: &words)
        if demo != nil, database != nil {
            throw UsageProblem("“demo” and --database cannot be combined.", next: "Use only one of them.")
        }
        work = try work(Self.command(words))
        if case .words(let words) = work, words.first == ManualCommands.complete {
            useDatabase(of: words.dropFirst().first { $0 != "--" } ?? "", home: home)
        }
    }

    /// Uses the database of an unfinished command line, so that a shell completes names from that database. The
    /// shell has not yet expanded the line.
    private mutating func useDatabase(of line: String, home: String) {
        var words = (TypedLine(line).commands.last ?? []).dropFirst().map { word in
            word.isQuoted ? word.text : ShellWords.expandingHome(word.text, home)
        }
        var others = ProgramArguments()
        guard (try? others.read(ProgramOption.all, from: &words)) != nil else { return }
        database = database ?? others.database
        let named = (try? Demo(removingFrom: &words)) ?? nil
        if database == nil, named?.isReset == false { demo = named }
    }

    /// Reads the options before `--` and removes them from the words.
    mutating func read(_ options: [ProgramOption], from words: inout [String]) throws {
        var rest: [String] = []
        var unread = words[...]
        while let word = unread.popFirst() {
            if word == "--" {
                rest += [word] + unread
                break
            }
            let isBeforeCommand = rest.isEmpty
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let attached = word.hasPrefix("--") && parts.count > 1 ? parts[1] : nil
            let name = attached == nil ? word : parts[0]
            guard let option = options.first(where: { $0.option.name == name }),
                attached == nil || option.option.value != nil, isBeforeCommand || !option.isLeading
            else {
                rest.append(word)
                continue
            }
            guard option.option.value != nil else {
                try option.read("", &self)
                continue
            }
            guard let value = attached ?? unread.popFirst(), !value.isEmpty else {
                throw UsageProblem(
                    "The option \(name) requires a value.", next: "Use “almanac help commands” to list the options.")
            }
            try option.read(value, &self)
        }
        words = rest
    }

    /// Returns the command in the remaining words. The options `--help` and `--version` become commands.
    private static func command(_ words: [String]) throws -> [String] {
        guard let first = words.first else { return [] }
        if first == "--" { return Array(words.dropFirst()) }
        let options = words.prefix { $0 != "--" }
        if let version = options.lastIndex(of: "--version") { return ["version"] + words[(version + 1)...] }
        let isHelp = ShellWords.isHelpOption(first)
        guard isHelp || !first.hasPrefix("-") || first == "-" else {
            throw UsageProblem.unknownOption(
                first, known: ProgramOption.listed.map(\.name) + ProgramOption.formats.map(\.option.name))
        }
        return [isHelp ? "help" : first] + words.dropFirst()
    }

    private func work(_ words: [String]) throws -> Work {
        if let word = words.first, !lines.isEmpty || script != nil { throw UsageProblem.severalCommands(word) }
        if let script {
            if let line = lines.first { throw UsageProblem.severalCommands(line) }
            return .script(path: script)
        }
        if !lines.isEmpty { return .lines(lines) }
        return words.isEmpty ? .standardInput : .words(words)
    }

    func flags(_ settings: Settings) -> TerminalTraits.Flags {
        TerminalTraits.Flags(
            color: color, colorSetting: ColorChoice(settings.color), isPlain: isPlain,
            isStill: !isAnimated || !settings.animation)
    }
}

extension ColorChoice {
    fileprivate init(_ setting: Settings.Color) {
        self =
            switch setting {
            case .auto: .auto
            case .always: .always
            case .never: .never
            }
    }
}

/// An error in the arguments of the program.
struct UsageProblem: UserFacingError {
    let explanation: ErrorReport

    init(_ what: Message, next: Message) { explanation = ErrorReport(.wrongUsage, what, next: next) }

    private init(_ explanation: ErrorReport) { self.explanation = explanation }

    /// - Parameter text: The argument, with its invalid bytes replaced.
    static func notUTF8(_ place: Int, _ text: String) -> UsageProblem {
        UsageProblem(
            "Argument \(place) (“\(text)”) is not valid UTF-8.", next: "Use UTF-8 in the terminal and in file names.")
    }

    static func invalidChoice(_ option: String, _ text: String, next: Message) -> UsageProblem {
        UsageProblem("Invalid value “\(text)” for \(option).", next: next)
    }

    static func severalCommands(_ word: String) -> UsageProblem {
        UsageProblem(
            "“\(word)” cannot be combined with -c or --file.",
            next: "Use -c for every command, or put them all in one script.")
    }

    static func unknownOption(_ word: String, known: [String]) -> UsageProblem {
        let commands = SuggestedCommands.commands(for: word.drop { $0 == "-" }.prefix { $0 != "=" })
        guard commands.isEmpty else {
            let lines = commands.map { "“almanac \($0)”" }.joined(separator: " or ")
            return UsageProblem("Unknown option \(word).", next: "Use \(lines).")
        }
        return UsageProblem(
            "Unknown option \(word).",
            next: SpellingSuggestions.suggestions(for: word, among: known).first.map { "Did you mean \($0)?" }
                ?? "Use “almanac help commands” to list the options.")
    }

    static func unreadableScript(path: String, reason: Message) -> UsageProblem {
        UsageProblem(ErrorReport(.failed, "Cannot read the script \(path).", why: reason))
    }
}

/// The options of `demo`. The words that follow them are a command to run in the demo database.
struct Demo {
    let isReset: Bool

    /// Removes `demo` and its options from the words of the command line.
    ///
    /// - Returns: The options, or `nil` if the command is not `demo`.
    init?(removingFrom words: inout [String]) throws {
        guard words.first == DemoCommand.name, !ShellWords.containsHelpOption(Array(words.prefix(2))) else {
            return nil
        }
        words.removeFirst()
        isReset = words.first == DemoCommand.reset.name
        if isReset { words.removeFirst() }
        if let word = words.first, word.hasPrefix("-") {
            throw UsageProblem.unknownOption(word, known: [DemoCommand.reset.name])
        }
    }
}
