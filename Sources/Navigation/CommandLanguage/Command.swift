import Localization

/// Something the user can type: the one definition behind the dispatcher, `help` and completion.
public struct Command: Sendable {
    public let name: String
    public let aliases: [String]
    public let parameters: [Parameter]
    public let options: [Option]
    /// What it does, as a phrase behind its name.
    public let summary: Message
    public let examples: [String]
    /// What else there is to know, in Markdown; may be empty.
    public var details: Message { makeDetails() }
    public let effect: Effect
    /// Commands are made for every line, and their details only for who asks for help.
    private let makeDetails: @Sendable () -> Message
    /// Returns nil where the words are for somebody further up the chain.
    package let run: @Sendable (Invocation) async throws -> NavigationAction?

    public enum Effect: Hashable, Sendable {
        /// It leads somewhere or tells something.
        case looks
        /// It changes what is stored.
        case changes
        /// It changes who is signed in, or ends the program.
        case leaves
    }

    public init(
        _ name: String, aliases: [String] = [], _ parameters: [Parameter] = [], options: [Option] = [],
        about summary: Message, examples: [String] = [],
        details: @autoclosure @escaping @Sendable () -> Message = "", effect: Effect = .looks,
        run: @escaping @Sendable (Invocation) async throws -> NavigationAction?
    ) {
        self.name = name
        self.aliases = aliases
        self.parameters = parameters
        self.options = options
        self.summary = summary
        self.examples = examples.isEmpty && parameters.isEmpty ? [name] : examples
        self.makeDetails = details
        self.effect = effect
        self.run = run
    }

    package func answers(to word: String) -> Bool { name == word || aliases.contains(word) }

    /// How it is typed: `add ADDRESS… to GROUP`.
    public var usage: String {
        ([name] + parameters.map(\.usage) + options.map { "[\($0.usage)]" }).joined(separator: " ")
    }
}
