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
    /// Lazy, since commands are created for every line, but their details are needed only by the help.
    private let makeDetails: @Sendable () -> Message
    private let read: @Sendable (inout ArgumentReader) throws -> Work

    public enum Effect: Hashable, Sendable {
        /// Navigates or shows something.
        case reads
        /// Changes the database.
        case changes
        /// Signs in or out, or exits the program.
        case endsSession
    }

    /// Returns nil to leave the words to the next responder.
    typealias Work = @Sendable (Invocation) async throws -> NavigationAction?

    /// A command whose words were read.
    struct Call: Sendable {
        /// The words, with row numbers replaced by IDs.
        let words: [String]
        let isDryRun: Bool
        let run: Work
    }

    /// - Parameter run: Receives the declared values. Returns nil to leave the words to the next responder.
    public init<each Value: Sendable>(
        _ declaration: CommandDeclaration<repeat each Value>,
        run: @escaping @Sendable (Invocation, repeat each Value) async throws -> NavigationAction?
    ) {
        name = declaration.name
        aliases = declaration.aliases
        parameters = declaration.parameters
        options = declaration.options
        summary = declaration.summary
        examples = declaration.examples.isEmpty && parameters.isEmpty ? [name] : declaration.examples
        effect = declaration.effect
        makeDetails = declaration.details
        read = { reader in
            let values = (repeat try reader.read(each declaration.arguments))
            return { try await run($0, repeat each values) }
        }
    }

    /// A command that is only documented.
    package init<each Value: Sendable>(_ declaration: CommandDeclaration<repeat each Value>) {
        self.init(declaration, run: { (_: Invocation, _: repeat each Value) in nil })
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

    /// Reads the words after the name.
    ///
    /// - Parameter others: The options of the program.
    /// - Throws: `ArgumentMismatch` if another command of that name may accept them.
    func call(_ words: [String], besides others: [Option] = [], in invocation: Invocation) throws -> Call {
        var reader = try ArgumentReader(words, for: self, besides: others, in: invocation)
        let run = try read(&reader)
        return Call(words: reader.line, isDryRun: reader.isDryRun, run: run)
    }

    package func matches(_ word: String) -> Bool { name == word || aliases.contains(word) }

    /// The name and the aliases, without those of a single letter.
    public var words: [String] { [name] + aliases.filter { $0.count > 1 } }

    /// Further documentation, in Markdown; may be empty.
    public var details: Message { makeDetails() }

    /// The syntax, such as `add PERSON… to GROUP`.
    public var usage: String {
        ([name] + parameters.map(\.usage) + options.map { "[\($0.usage)]" }).joined(separator: " ")
    }
}

/// A group of commands under a heading of the help and the manual page.
public struct Topic: Sendable {
    public let title: Title
    public let commands: [Command]
    /// Where the commands are available, to complete “available …”; nil for those of the current scene.
    package let place: Message?

    package init(_ title: Title, _ commands: [Command], answering place: Message? = nil) {
        self.title = title
        self.commands = commands
        self.place = place
    }
}
