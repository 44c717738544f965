import Display
import Localization
import Model
import Navigation

/// What can be typed here, read off the same chain that answers it.
struct HelpCommands: Responder {
    let options: [Option]

    var commands: [Command] {
        [
            Command(
                "help", aliases: ["?"], .optional("COMMAND", .text(.command)),
                about: "what can be typed here, nearest first", examples: ["help", "help edit"]
            ) { invocation, name in
                let topics = invocation.screen.topics()
                guard let name else { return .tell(overview(topics)) }
                let commands = topics.flatMap(\.commands)
                let here = commands.filter { $0.matches(name) }
                if !here.isEmpty {
                    return .tell(page(of: here, called: name, isInteractive: invocation.isInteractive))
                }
                let elsewhere = [Topic.inLists, Topic.inForms]
                for topic in elsewhere {
                    let found = topic.commands.filter { $0.matches(name) }
                    guard !found.isEmpty, let place = topic.place else { continue }
                    var page = page(of: found, called: name, isInteractive: true)
                    page.blocks.append(.prose("It answers \(place)."))
                    return .tell(page)
                }
                let known = (commands + elsewhere.flatMap(\.commands)).map(\.name)
                throw CommandProblem.unknownCommand(
                    name, suggestions: SpellingSuggestions.suggestions(for: name, among: known))
            },
            Command("keys", about: "what the keys do at the prompt") { _ in .tell(keys) },
        ]
    }

    private var keys: Page {
        let columns = [Column("keys", "Keys"), Column("meaning", "What they do", isProse: true)]
        let rows = Manual.keys.map { key in
            Row([
                Field("keys", "Keys", .text(key.name)),
                Field("meaning", "What they do", .words(Message(title: key.meaning))),
            ])
        }
        return Page("Keys", [.table(Table("keys", columns: columns, rows: rows))])
    }

    /// What can be typed, under the headings of who answers it; a command that a nearer one covers is left out.
    private func overview(_ topics: [Topic]) -> Page {
        var seen: Set<String> = []
        var blocks = [Block.prose("```\n\(Manual.examples.joined(separator: "\n"))\n```")]
        var all: [Row] = []
        for topic in topics {
            let rows = topic.commands.filter { seen.insert($0.name).inserted }.map { row(of: $0, in: topic) }
            guard !rows.isEmpty else { continue }
            all += rows
            let columns = [Column("name", topic.title), Column("summary", "for", isProse: true)]
            blocks.append(.table(Table("commands", columns: columns, rows: rows)))
        }
        let options = options.map { option in
            Row([
                Field("name", "Option", .text(option.name)),
                Field("usage", "Type", .text(option.usage)),
                Field("summary", "for", .words(option.summary)),
            ])
        }
        let optionTable = Table(
            "options", columns: [Column("usage", "Option"), Column("summary", "for", isProse: true)], rows: options)
        let statuses = ExitStatus.allCases.map { "\($0.rawValue) \(title: $0.meaning)" as Message }.joined(
            separator: " · ")
        return Page(
            "Help",
            blocks + [
                .table(optionTable), .prose("`help COMMAND` says how a command is written, with examples."),
                .prose("Status: \(statuses)."),
            ],
            forPrograms: [
                blocks[0],
                .table(Table("commands", columns: [Column("name", "Type"), Column("summary", "for")], rows: all)),
                .table(optionTable), .prose("Status: \(statuses)."),
            ])
    }

    private func row(of command: Command, in topic: Topic) -> Row {
        Row([
            Field("name", topic.title, .text(command.name)),
            Field("usage", "Type", .text(command.usage)),
            Field("summary", "for", .words(command.summary)),
            Field("topic", "Topic", .text(topic.title), for: .programs),
            Field("changes", "Changes what is stored", .flag(command.effect == .changes), for: .programs),
        ])
    }

    private func page(of commands: [Command], called name: String, isInteractive: Bool) -> Page {
        Page("help \(name)", commands.map { .prose(description(of: $0, isInteractive: isInteractive)) })
    }

    private func description(of command: Command, isInteractive: Bool) -> Message {
        let examples = command.examples.map { isInteractive ? $0 : "almanac \($0)" }.joined(separator: "\n")
        var parts: [Message] =
            (examples.isEmpty ? [] : ["```\n\(examples)\n```"]) + [
                "`\(command.usage)`", "\(command.name): \(command.summary).",
            ]
        if !command.aliases.isEmpty { parts.append("Also: \(command.aliases.joined(separator: ", ")).") }
        if !command.options.isEmpty {
            parts.append(
                command.options.map { option -> Message in
                    "- `\([option.name, option.value].compactMap(\.self).joined(separator: " "))` \(option.summary)"
                }.joined(separator: "\n"))
        }
        if !command.details.isEmpty { parts.append(command.details) }
        return parts.joined(separator: "\n\n")
    }
}
