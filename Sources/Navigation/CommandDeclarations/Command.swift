import Localization

/// A command with its name, arguments, and implementation.
public struct Command: Sendable {
    public let name: String
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
        /// The effect of a command that changes the database.
        case changes
        /// The effect of a command that signs in, signs out, or exits the program.
        case endsSession
    }

    /// The implementation of a command. It returns `nil` to leave the words to the next responder.
    typealias Work = @Sendable (Invocation) async throws -> NavigationAction?

    /// A command with the values read from a line.
    struct Call: Sendable {
        /// The words to record in the history, with row numbers replaced by IDs.
        let words: [String]
        let isDryRun: Bool
        let run: Work
    }
}

extension Command {
    /// Creates a command.
    ///
    /// - Parameter run: Receives the declared values. Returns `nil` to leave the words to the next responder.
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
        invocation.isReading = effect == .reads
        var reader = try ArgumentReader(words, for: self, besides: others, in: invocation)
        let run = try read(&reader)
        return Call(words: reader.recordedLine, isDryRun: reader.isDryRun, run: run)
    }

    package func matches(_ word: String) -> Bool { name == word || aliases.contains(word) }

    /// The name and the aliases of the command, without single-letter aliases.
    public var words: [String] { [name] + aliases.filter { $0.count > 1 } }

    /// The detailed documentation in Markdown; may be empty.
    public var details: Message { makeDetails() }

    /// The syntax of the command, such as `add PERSON… to GROUP`.
    public var usage: String {
        ([name] + parameters.map(\.usage) + options.map { "[\($0.usage)]" }).joined(separator: " ")
    }
}

/// A group of commands under one heading in the help and the manual page.
public struct Topic: Sendable {
    public let title: Title
    // Creating all commands for each line would cost more than running most of them.
    private let makeCommands: @Sendable () -> [Command]
    /// A phrase that completes “available …” in the help, or `nil` for the commands of the current scene.
    package let place: Message?
    /// The responder to which the commands are forwarded, or `nil` if they are not forwarded.
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
