import Localization

/// The name, arguments, and documentation of a command. Declarations are used for parsing, `help`, completion, and the
/// manual page.
public struct CommandDeclaration<each Value: Sendable>: Sendable {
    let name: String
    let aliases: [String]
    let arguments: (repeat Argument<each Value>)
    let summary: Message
    let examples: [String]
    let effect: Command.Effect
    let details: @Sendable () -> Message

    public init(
        _ name: String, aliases: [String] = [], _ arguments: repeat Argument<each Value>, about summary: Message,
        examples: [String] = [], details: @autoclosure @escaping @Sendable () -> Message = "",
        effect: Command.Effect = .reads
    ) {
        self.name = name
        self.aliases = aliases
        self.arguments = (repeat each arguments)
        self.summary = summary
        self.examples = examples
        self.effect = effect
        self.details = details
    }

    /// Returns the command line that is read as these values. Arguments that look like options follow `--`.
    public func line(_ values: repeat each Value) -> String {
        var (words, options): ([String], [String]) = ([], [])
        for (argument, value) in repeat (each arguments, each values) {
            let written = argument.words(value)
            words += written.arguments
            options += written.options
        }
        let isClear = !words.contains { $0.hasPrefix("--") }
        return ShellWords.joined([name] + (isClear ? words + options : options + ["--"] + words))
    }

    var parameters: [Parameter] {
        var all: [Parameter] = []
        for argument in repeat each arguments { all += argument.parameters }
        return all
    }

    var options: [Option] {
        var all: [Option] = []
        for argument in repeat each arguments { all += argument.options }
        return all
    }
}
