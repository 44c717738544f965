import Localization

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
            options += argument.options
        }
        self.arguments = (repeat each arguments)
        command = Command(
            name: name, aliases: aliases, parameters: parameters, options: options, summary: summary,
            examples: examples.isEmpty && parameters.isEmpty ? [name] : examples, effect: effect, makeDetails: details)
    }

    /// Returns a command line from which these values are read. Arguments that look like options follow `--`.
    public func line(_ values: repeat each Value) -> String {
        var (words, options): ([String], [String]) = ([], [])
        for (argument, value) in repeat (each arguments, each values) {
            if argument.options.isEmpty { words += argument.words(value) } else { options += argument.words(value) }
        }
        let isClear = !words.contains { $0.hasPrefix("--") }
        return ShellWords.joined([command.name] + (isClear ? words + options : options + ["--"] + words))
    }
}
