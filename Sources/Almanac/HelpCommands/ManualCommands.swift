import Display
import Model
import Navigation

/// The commands that generate the manual page and the shell completions.
public struct ManualCommands: Responder {
    /// The name of the command that completes words for shells.
    public static let complete = "complete"

    let configuration: Configuration
    /// The topics of all other commands of the app.
    let others: [Topic]

    public var commands: [Command] {
        [
            Command("man", about: "Print the manual page", examples: ["man | man -l -"]) { _ in
                .tell(Page("", [.verbatim(ManualPage(manual: manual).text)]))
            },
            Command(
                "completion", .argument("SHELL", .shell),
                about: "Print the completion script for a shell",
                examples: ["completion bash", "completion zsh", "completion fish"],
                details: ShellCompletion.instructions
            ) { _, shell in
                .tell(Page("", [.verbatim(ShellCompletion(manual: manual).script(for: shell))]))
            },
            Command(
                Self.complete, .argument("LINE", .text), .argument("TEXT", .text),
                Argument.flag("--folded", "List names without accents if TEXT lacks them"),
                about: "List the completions of TEXT after LINE, for shells",
                examples: ["complete 'almanac edit leia ' ph"]
            ) { invocation, line, text, isFolded in
                let commands = invocation.screen.topics.flatMap(\.commands)
                let words = await configuration.completions(text, line, commands).filter(\.text.isOneVisibleLine)
                let lines = words.map { isFolded ? $0.folded ?? $0.text : $0.text }.joined(separator: "\n")
                return .tell(lines.isEmpty ? .nothing : Page("", [.verbatim(lines)]))
            },
        ]
    }

    var topic: Topic { Topic("Shell", commands) }

    private var manual: Manual {
        Manual(
            version: configuration.version, topics: others + [topic],
            options: configuration.options,
            articles: configuration.articles.map(\.topic))
    }
}

extension ValueParser where Value == ShellCompletion.Shell {
    fileprivate static var shell: ValueParser {
        .choice { .notHere("No completion script for “\($0)”.", next: "Use one of: \($1).") }
    }
}

/// A text that completes a word in a shell.
public struct ShellCandidate: Hashable, Sendable {
    let text: String
    /// The text without accents if only this form contains the typed word, or `nil` otherwise.
    let folded: String?

    public init(_ text: String, folded: String?) { (self.text, self.folded) = (text, folded) }
}
