import Localization

/// Something the user can type: what it is called and takes, and what it does.
public struct Command: Sendable {
    public let name: String
    public let aliases: [String]
    public let parameters: [Parameter]
    public let options: [Option]
    /// What it does, as a phrase behind its name.
    public let summary: Message
    public let examples: [String]
    public let effect: Effect
    /// Commands are made for every line, and their details only for who asks for help.
    private let makeDetails: @Sendable () -> Message
    private let read: @Sendable (inout ArgumentReader) throws -> Work

    public enum Effect: Hashable, Sendable {
        /// It leads somewhere or tells something.
        case reads
        /// It changes what is stored.
        case changes
        /// It changes who is signed in, or ends the program.
        case endsSession
    }

    /// Nil where the words are for somebody further up the chain.
    typealias Work = @Sendable (Invocation) async throws -> NavigationAction?

    /// A command with its words read.
    struct Call: Sendable {
        /// The words, with the rows on screen by their IDs.
        let words: [String]
        let isDryRun: Bool
        let run: Work
    }

    /// - Parameter run: Gets what was declared; returns nil where the words are for somebody further up the chain.
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

    /// A command that is only asked about.
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

    /// Reads the words behind the name.
    ///
    /// - Parameter others: What the program takes beside the command's options.
    /// - Throws: `ArgumentMismatch` where they may be for another command of that name.
    func call(_ words: [String], besides others: [Option] = [], in invocation: Invocation) throws -> Call {
        var reader = try ArgumentReader(words, for: self, besides: others, in: invocation)
        let run = try read(&reader)
        return Call(words: reader.line, isDryRun: reader.isDryRun, run: run)
    }

    package func matches(_ word: String) -> Bool { name == word || aliases.contains(word) }

    /// The name and the aliases, without those of a single letter.
    public var words: [String] { [name] + aliases.filter { $0.count > 1 } }

    /// What else there is to know, in Markdown; may be empty.
    public var details: Message { makeDetails() }

    /// How it is typed: `add ID… to GROUP`.
    public var usage: String {
        ([name] + parameters.map(\.usage) + options.map { "[\($0.usage)]" }).joined(separator: " ")
    }
}
