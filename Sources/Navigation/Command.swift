import Display
import Localization
import Model

/// A command with its name, arguments, and implementation.
///
///     let command = Command(
///         "greet", .argument("NAME", .text), Argument.flag("--loud", "Use capital letters"),
///         about: "Greet a person", examples: ["greet Leia --loud"]
///     ) { _, name, isLoud in
///         .tell(Page("Hello, \(isLoud ? name.uppercased() : name)", []))
///     }
public struct Command: Sendable {
    public private(set) var name: String
    public let aliases: [String]
    public let parameters: [Parameter]
    public let options: [Option]
    public let summary: Message
    public let examples: [String]
    public let effect: Effect
    // Commands are created for each line, but only the help needs their details.
    let makeDetails: @Sendable () -> Message
    private(set) var read: @Sendable (inout ArgumentReader) throws -> Work = { _ in { _ in nil } }

    public enum Effect: Hashable, Sendable {
        /// The effect of a command that navigates or shows information.
        case reads
        /// The effect of a command that changes the database. The command accepts `--dry-run`.
        case changes
        /// The effect of a command that changes the database after confirmation. The command accepts `--yes` and
        /// `--dry-run`.
        case confirmedChanges
        /// The effect of a command that changes or saves the form on screen.
        case formChanges
        /// The effect of a command that signs in or out. The command accepts `--dry-run`.
        case sessionChanges
        /// The effect of a command that leaves the current form or exits the program.
        case endsSession

        public var isChange: Bool {
            switch self {
            case .changes, .confirmedChanges, .formChanges: true
            case .reads, .sessionChanges, .endsSession: false
            }
        }

        /// The options that every command with this effect accepts.
        fileprivate var options: [Option] {
            switch self {
            case .changes, .sessionChanges: [.dryRun]
            case .confirmedChanges: [.yes, .dryRun]
            case .reads, .formChanges, .endsSession: []
            }
        }
    }

    /// The implementation of a command. It returns `nil` to leave the words to the next responder.
    typealias Work = @Sendable (Invocation) async throws -> NavigationAction?

    /// A command with the values read from a line.
    struct Call: Sendable {
        /// The words to record in the history, with row numbers replaced with IDs.
        let words: [String]
        let confirmation: Confirmation
        let run: Work
    }
}

extension Command {
    /// Creates a command.
    ///
    /// - Parameter run: Receives the invocation and the declared values. Returns `nil` to leave the words to the next
    ///   responder.
    public init<each Value: Sendable>(
        _ declaration: CommandDeclaration<repeat each Value>,
        run: @escaping @Sendable (Invocation, repeat each Value) async throws -> NavigationAction?
    ) {
        self = declaration.command
        read = { reader in
            let values = (repeat try reader.read(each declaration.arguments))
            return { try await run($0, repeat each values) }
        }
    }

    public init<each Value: Sendable>(
        _ name: String, aliases: [String] = [], _ arguments: repeat Argument<each Value>, about summary: Message,
        examples: [String] = [], details: @autoclosure @escaping @Sendable () -> Message = "",
        effect: Effect = .reads,
        run: @escaping @Sendable (Invocation, repeat each Value) async throws -> NavigationAction?
    ) {
        self.init(
            CommandDeclaration(
                name, aliases: aliases, repeat each arguments, about: summary, examples: examples, details: details(),
                effect: effect),
            run: run)
    }

    /// Reads the words that follow the name of the command.
    ///
    /// - Parameter others: The options of the program.
    /// - Throws: `ArgumentMismatch` if another command with the same name may accept the words.
    func call(_ words: [String], besides others: [Option] = [], in invocation: Invocation) throws -> Call {
        var invocation = invocation
        invocation.acceptsPart = effect == .reads || invocation.isInteractive
        var reader = try ArgumentReader(words, for: self, besides: others, in: invocation)
        if let record = reader.missingRecord {
            reader = try ArgumentReader([record.description] + words, for: self, besides: others, in: invocation)
        }
        try reader.requireAllWords()
        let run = try read(&reader)
        return Call(words: reader.recordedLine, confirmation: reader.confirmation, run: run)
    }

    /// Returns whether the record on screen can take the place of a missing first argument.
    package func usesRecord(onScreen id: RecordID, isInteractive: Bool) -> Bool {
        guard let first = parameters.first, first.screenUse == .always || first.screenUse == .atPrompt && isInteractive
        else { return false }
        return accepts(id)
    }

    /// Returns whether the first argument can be a record of the given record’s kind.
    func accepts(_ id: RecordID) -> Bool {
        if case .record(let kinds) = parameters.first?.kind { kinds.contains(id.kind) } else { false }
    }

    /// Whether the words after a record are text, as in `note persons/7 Likes tea.` On the page of a record, all words
    /// are text unless the first one is an ID or a row number.
    package var takesTextAboutRecord: Bool {
        guard let rest = parameters.dropFirst().first, rest.count == .any, case .text = rest.kind else { return false }
        return true
    }

    /// Returns the command under the name or alias that the user entered, for messages.
    func entered(as word: String) -> Command {
        var command = self
        command.name = word
        return command
    }

    package func matches(_ word: String) -> Bool { name == word || aliases.contains(word) }

    /// The name and the aliases of the command, without single-letter aliases.
    public var words: [String] { [name] + aliases.filter { $0.count > 1 } }

    /// The detailed documentation in Markdown; may be empty.
    public var details: Message { makeDetails() }

    /// The syntax of the command, such as `add PERSON… to GROUP`. Optional keywords and the words after them share
    /// brackets.
    public var usage: String {
        var words = [name]
        var keywords = ""
        for parameter in parameters {
            if parameter.isKeyword, parameter.count == .optional {
                keywords += parameter.name + " "
            } else {
                words.append(keywords.isEmpty ? parameter.usage : "[\(keywords)\(parameter.placeholder)]")
                keywords = ""
            }
        }
        return (words + options.map(\.usageInLine)).joined(separator: " ")
    }
}

/// A group of commands under one heading in the help and the manual page.
public struct Topic: Sendable {
    public let title: Title
    // Creating all commands for each line would cost more than running most of them.
    private let makeCommands: @Sendable () -> [Command]
    /// A phrase that completes “available …” in the help, or `nil` for the commands of the current scene.
    package let place: Message?
    /// The name of the responder that receives forwarded commands, or `nil` if they are not forwarded.
    private(set) var handler: String?

    package init(
        _ title: Title, _ commands: @autoclosure @escaping @Sendable () -> [Command], answering place: Message? = nil
    ) {
        self.title = title
        makeCommands = commands
        self.place = place
    }

    public var commands: [Command] { makeCommands() }

    /// Returns the topic for a responder that forwards the commands to another responder.
    func handled(by name: String) -> Topic {
        var topic = self
        topic.handler = name
        return topic
    }
}

/// The name, arguments, and documentation of a command. Declarations are used for parsing, `help`, completion, and the
/// manual page.
public struct CommandDeclaration<each Value: Sendable>: Sendable {
    let arguments: (repeat Argument<each Value>)
    /// The declared command, without an implementation.
    package let command: Command

    public init(
        _ name: String, aliases: [String] = [], _ arguments: repeat Argument<each Value>, about summary: Message,
        examples: [String] = [], details: @autoclosure @escaping @Sendable () -> Message = "",
        effect: Command.Effect = .reads
    ) {
        var (parameters, options): ([Parameter], [Option]) = ([], [])
        for argument in repeat each arguments {
            parameters += argument.parameters
            options += argument.options.filter { !options.contains($0) }
        }
        self.arguments = (repeat each arguments)
        let others = effect.options.filter { !options.contains($0) }
        command = Command(
            name: name, aliases: aliases, parameters: parameters, options: options + others, summary: summary,
            examples: examples.isEmpty && parameters.isEmpty ? [name] : examples, effect: effect, makeDetails: details)
    }

    /// Returns a command line from which these values are read. Arguments that look like options follow `--`.
    ///
    /// - Parameter confirmation: The options `--yes` and `--dry-run` to include in the line.
    public func line(_ values: repeat each Value, confirmation: Confirmation = .none) -> String {
        var (words, options): ([String], [String]) = ([], [])
        for (argument, value) in repeat (each arguments, each values) {
            if argument.options.isEmpty { words += argument.words(value) } else { options += argument.words(value) }
        }
        options += confirmation.words
        let isClear = !words.contains(where: \.isReadAsOption)
        return ShellWords.joined([command.name] + (isClear ? words + options : options + ["--"] + words))
    }
}

/// The context of a running command.
public struct Invocation: Sendable {
    /// Whether the program can prompt the user and the user can select rows by number.
    public let isInteractive: Bool
    package let screen: ScreenContents
    /// Whether part of a name can identify a record. This is the case for read-only commands and in interactive
    /// sessions.
    package var acceptsPart = false
    /// Whether a prompt about the form on screen is still unanswered.
    package var hasOpenPrompt = false
    /// The options `--yes` and `--dry-run` of the command.
    package var confirmation = Confirmation.none
    /// The history context shared by all changes of the command.
    package var context: CommandContext

    /// Returns the record in the row with the given number, or `nil` if there is none.
    package func row(_ word: String) -> RecordID? { place(word).flatMap { RecordID($0) } }

    /// Returns the nearest responder with a capability, such as `any WebPageNavigator`, without knowing its type.
    ///
    ///     let pages: any WebPageNavigator = try invocation.nearest()
    ///
    /// - Throws: `CommandProblem` if no responder in the chain has the capability.
    package func nearest<Capability>(_ type: Capability.Type = Capability.self) throws -> Capability {
        guard let found = screen.chain.firstNonNil({ $0 as? Capability }) else {
            throw CommandProblem.noResponder(for: "\(type)")
        }
        return found
    }

    /// Returns the location opened by the row with the given number, or `nil` if there is no such row or the session is
    /// not interactive.
    package func place(_ word: String) -> String? {
        guard isInteractive, let row = Int(word), String(row) == word else { return nil }
        return screen.rows[row]
    }
}

/// The parts of the screen that a command can refer to.
package struct ScreenContents: Sendable {
    /// The locations opened by numbered rows, by row number.
    package let rows: [Int: String]
    /// The page shown by the last command.
    package let shown: Page
    /// The record on screen, or `nil` if the screen does not show a record.
    package let record: RecordID?
    /// The location of the screen.
    let location: Route
    /// The responder chain of the screen.
    package let chain: [any Responder]

    /// Returns the filtered list or the search on screen, or `nil` if the screen shows all records or something else.
    ///
    /// - Parameter kinds: The kinds of record that the command accepts. The list contains at least one of them.
    package func selection(of kinds: some Collection<Kind>) -> Route? {
        guard location.isNarrowed, location.listedKinds.contains(where: kinds.contains) else { return nil }
        return location.wholeList
    }

    /// Whether the screen shows one record, a search, or a list with only some of its items.
    package var isNarrowed: Bool { record != nil || location.isNarrowed }

    /// The topics of the available commands, in responder-chain order.
    package var topics: [Topic] { chain.flatMap(\.topics) }
    /// The commands of the screen and its flows.
    package var nearbyCommands: [Command] { chain.dropLast().flatMap(\.commands) }
}

/// A word that identifies a record: its ID, its name, or a row number.
public struct RecordArgument: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The record in the row that the word identifies, or `nil` if the word is not a row number.
    public let row: RecordID?
    public let kinds: [Kind]
    /// Whether part of a name identifies a record if only one record matches.
    public var acceptsPart: Bool

    public init(
        text: String, row: RecordID? = nil, kinds: [Kind] = Kind.allCases, acceptsPart: Bool = false
    ) {
        self.text = text
        self.row = row
        self.kinds = kinds
        self.acceptsPart = acceptsPart
    }

    public init(_ id: RecordID) { self.init(text: id.description) }

    public var id: RecordID? { row ?? RecordID(text) }

    /// The word in a form that does not depend on the screen: an ID replaces a row number.
    public var description: String { row?.description ?? text }
}
