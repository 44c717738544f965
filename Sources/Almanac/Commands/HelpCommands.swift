import Display

/// What can be typed here, read off the same chain that answers it.
struct HelpCommands: Responder {
    let options: [Option]

    var commands: [Command] {
        [
            Command(
                "help", aliases: ["?"], [Parameter("COMMAND", .command, .optional)],
                about: "what can be typed here, nearest first", examples: ["help", "help edit"]
            ) {
                invocation in
                let commands = invocation.scene.commands
                guard let name = invocation.arguments.first else { return .tell(overview(commands)) }
                let found = commands.filter { $0.answers(to: name) }
                guard !found.isEmpty else {
                    let known = commands.map(\.name)
                    throw CommandProblem.unknownCommand(name, suggestions: Suggestions.nearest(to: name, among: known))
                }
                return .tell(Page("help \(name)", found.map { .prose(description(of: $0)) }))
            }
        ]
    }

    private func overview(_ commands: [Command]) -> Page {
        var seen: Set<String> = []
        let rows = commands.filter { seen.insert($0.name).inserted }.map { command in
            Row([
                Field("name", "Name", .text(command.name)),
                Field("usage", "Type", .text(command.usage)),
                Field("summary", "for", .text(command.summary)),
            ])
        }
        let options = options.map { option in
            Row([
                Field("name", "Option", .text(option.name)),
                Field("usage", "Type", .text(option.usage)),
                Field("summary", "for", .text(option.summary)),
            ])
        }
        return Page(
            "Help",
            [
                .table(Table("commands", columns: [Column("name", "Type"), Column("summary", "for")], rows: rows)),
                .table(
                    Table("options", columns: [Column("usage", "Option"), Column("summary", "for")], rows: options)),
                .prose("`help COMMAND` says how a command is written, with examples."),
            ])
    }

    private func description(of command: Command) -> String {
        var parts = ["`\(command.usage)`", "\(command.name): \(command.summary)."]
        if !command.aliases.isEmpty { parts.append("Also: \(command.aliases.joined(separator: ", ")).") }
        if !command.options.isEmpty {
            parts.append(
                command.options.map {
                    "- `\([$0.name, $0.value].compactMap { $0 }.joined(separator: " "))` \($0.summary)"
                }.joined(separator: "\n"))
        }
        if !command.details.isEmpty { parts.append(command.details) }
        if !command.examples.isEmpty {
            parts.append(
                "Examples:\n\n```\n" + command.examples.map { "almanac \($0)" }.joined(separator: "\n") + "\n```")
        }
        return parts.joined(separator: "\n\n")
    }
}
