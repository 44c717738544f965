import Display
import Model
import Navigation

/// The manual page, the shells' completions, and the names those ask for.
struct ManualCommands: Responder {
    let services: Services
    /// Everything else that can be typed anywhere.
    let others: [Topic]

    var commands: [Command] {
        [
            Command("man", about: "the manual page, for “man -l”", examples: ["man | man -l -"]) { _ in
                .tell(Page("", [.verbatim(ManualPage(manual: manual).text)]))
            },
            Command(
                "completion", .argument("SHELL", .shell),
                about: "what makes a shell complete all this",
                examples: ["completion bash", "completion zsh", "completion fish"],
                details: ShellCompletion.howTo
            ) { _, shell in
                .tell(Page("", [.verbatim(ShellCompletion(manual: manual).script(for: shell))]))
            },
            Command(
                "complete", .argument("TEXT", .text), about: "the names that begin so, for the shell",
                examples: ["complete lei"]
            ) { _, text in
                let names = try await services.search.names(
                    beginningWith: text, of: Set(Kind.allCases), limit: Self.limit)
                let lines = names.references.map(\.name).unique.joined(separator: "\n")
                return .tell(lines.isEmpty ? .nothing : Page("", [.verbatim(lines)]))
            },
        ]
    }

    private static let limit = 50

    private var manual: Manual {
        Manual(
            version: services.configuration.version, topics: others + [Topic("The shell", commands)],
            options: services.configuration.options)
    }
}

extension ValueParser where Value == ShellCompletion.Shell {
    fileprivate static var shell: ValueParser {
        .choice { .notHere("There is no completion for “\($0)”.", next: "There is for: \($1).") }
    }
}
