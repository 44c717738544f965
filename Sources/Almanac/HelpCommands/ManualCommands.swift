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
                "completion", [Parameter("SHELL", .choice(ShellCompletion.Shell.allCases.map(\.rawValue)))],
                about: "what makes a shell complete all this",
                examples: ["completion bash", "completion zsh", "completion fish"],
                details: ShellCompletion.howTo
            ) { invocation in
                guard let shell = ShellCompletion.Shell(rawValue: invocation.arguments[0]) else {
                    let known = ShellCompletion.Shell.allCases.map(\.rawValue).joined(separator: ", ")
                    throw CommandProblem.notHere(
                        "There is no completion for “\(invocation.arguments[0])”.", next: "There is for: \(known).")
                }
                return .tell(Page("", [.verbatim(ShellCompletion(manual: manual).script(for: shell))]))
            },
            Command(
                "complete", [Parameter("TEXT", .text)], about: "the names that begin so, for the shell",
                examples: ["complete lei"]
            ) { invocation in
                let names = try await services.search.names(
                    beginningWith: invocation.arguments[0], of: Set(Kind.allCases), limit: Self.limit)
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
