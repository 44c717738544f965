import Display
import Localization
import Model
import Navigation

/// The commands `help`, `keys`, and `demo`.
struct HelpCommands: Responder {
    let configuration: Configuration

    private static let commandList = "commands"

    var commands: [Command] {
        let words = [Self.commandList] + configuration.articles.map(\.topic)
        return [
            Command(
                "help", aliases: ["?"], .optional("COMMAND|TOPIC", .text(.command(or: words))),
                Argument.flag("--article", "Show the article, even if a command has the same name"),
                about: "Show help for a command or topic",
                examples: ["help edit", "help filters", "help sync --article", "help commands"]
            ) { invocation, name, isArticle in
                switch name {
                case nil: .tell(overview(invocation.screen))
                case Self.commandList: .tell(list(invocation.screen.topics))
                case let name?: .tell(try page(about: name, isArticle: isArticle, invocation))
                }
            },
            Command("keys", about: "List the keys of the line editor") { _ in .tell(keys) },
            DemoCommand.command,
        ]
    }

    /// Returns the help for the commands with the given name, or the article with that name.
    ///
    /// - Parameter isArticle: Whether the article is shown even if a command has the same name.
    /// - Throws: `CommandProblem` if there is no help or article with that name.
    private func page(about name: String, isArticle: Bool, _ invocation: Invocation) throws -> Page {
        let topics = invocation.screen.topics
        let article = configuration.articles.first { $0.topic == name.lowercased() }
        if isArticle {
            if let article { return page(of: article, topics) }
            let known = configuration.articles.map(\.topic).joined(separator: ", ")
            throw CommandProblem.notHere("There is no article “\(name)”.", next: "Use one of: \(known).")
        }
        var blocks = topics.flatMap(\.commands).filter { $0.matches(name) }.flatMap {
            entry(of: $0, isAtPrompt: configuration.isAtPrompt)
        }
        let elsewhere = [Topic.inLists, .inForms]
        for topic in elsewhere where blocks.isEmpty {
            blocks = topic.commands.filter { $0.matches(name) }.flatMap { entry(of: $0, isAtPrompt: true) }
            if !blocks.isEmpty, let place = topic.place { blocks.append(.prose("Available \(place).")) }
        }
        guard !blocks.isEmpty else {
            if let article { return page(of: article, topics) }
            let known = (topics + elsewhere).flatMap(\.commands).map(\.name) + configuration.articles.map(\.topic)
            throw CommandProblem.unknownCommand(
                name, suggestions: SuggestedCommands.suggestions(for: name, among: known))
        }
        if let article {
            blocks.append(.prose("For the article on this topic, use `\(line(for: article.topic, topics))`."))
        }
        return .documentation("\(name)", blocks)
    }

    private func page(of article: Article, _ topics: [Topic]) -> Page {
        let text = article.text(replacingLinks: { line(for: $0, topics) })
        return .documentation("\(article.title)", [.prose("\(text)")])
    }

    /// Returns the command line that shows the article on a topic.
    private func line(for topic: String, _ topics: [Topic]) -> String {
        let isCommand = topics.contains { $0.commands.contains { $0.matches(topic) } }
        return (configuration.isAtPrompt ? "" : "almanac ") + "help \(topic)" + (isCommand ? " --article" : "")
    }

    /// Returns the help for a command: summary, usage, aliases, examples, options, and details.
    private func entry(of command: Command, isAtPrompt: Bool) -> [Block] {
        let examples = command.examples.map { isAtPrompt && !ShellWords.needsShell($0) ? $0 : "almanac \($0)" }
        var usage: [Message] = ["\(command.summary).", "Usage: \(command.usage)"]
        if !command.aliases.isEmpty { usage.append("Aliases: \(command.aliases.joined(separator: ", "))") }
        if !examples.isEmpty { usage.append("Examples:\n```\n\(examples.joined(separator: "\n"))\n```") }
        var blocks: [Block] = [.prose(usage.joined(separator: "\n\n"))]
        if !command.options.isEmpty { blocks.append(.table(table(of: command.options))) }
        if !command.details.isEmpty { blocks.append(.prose(command.details)) }
        return blocks
    }

    private func table(of options: [Option]) -> Table {
        Table(
            "options",
            columns: [
                Column("usage", "Option", isWhole: true), Column("summary", "Description", isProse: true),
            ],
            rows: options.map { option in
                Row([
                    Field("name", "Option", .text(option.name)),
                    Field("usage", "Option", .text(option.usage)),
                    Field("summary", "Description", .words(option.summary)),
                ])
            })
    }

    // MARK: - The overview

    /// Returns an overview of common tasks, with references to further help. The overview fits on a screen with 24
    /// lines.
    private func overview(_ screen: ScreenContents) -> Page {
        let prefix = configuration.isAtPrompt ? "" : "almanac "
        let examples = configuration.isAtPrompt ? Manual.promptTasks : Manual.shellTasks
        let more: [(usage: String, purpose: Title)] = [
            ("\(prefix)help COMMAND", "Show usage, examples, and options of a command"),
            ("\(prefix)help commands", "List all commands and options"),
            ("\(prefix)help TOPIC", "Read about a topic"),
        ]
        let nearby = screen.nearbyCommands.map(\.name).unique.joined(separator: ", ")
        let topics = configuration.articles.map(\.topic).joined(separator: ", ")
        var notes: [Message] = ["Topics: \(topics)"]
        if configuration.isAtPrompt {
            if !nearby.isEmpty { notes.append("Commands on this screen: \(nearby)") }
        } else {
            notes.append("Exit status: \(statuses)")
        }
        return .documentation(
            configuration.isAtPrompt
                ? "Almanac manages contacts, planets, and notes from the terminal."
                : "Usage: almanac [OPTION…] [COMMAND [ARGUMENT…]]",
            [
                .table(table("tasks", "Examples", examples.map { (prefix + $0.line, $0.purpose) })),
                .table(table("help", "More help", more)), .prose(notes.joined(separator: "\n\n")),
            ], forPrograms: lists(screen.topics))
    }

    private func table(_ key: String, _ title: Title, _ rows: [(usage: String, purpose: Title)]) -> Table {
        Table(
            key, columns: [Column("usage", title, isWhole: true), Column("purpose", "", isProse: true)],
            rows: rows.map { row in
                Row([
                    Field("usage", title, .text(row.usage)),
                    Field("purpose", "Description", .words(Message(title: row.purpose))),
                ])
            })
    }

    private var statuses: Message {
        ExitStatus.allCases.map { "\($0.rawValue)\u{A0}\(title: $0.meaning)" as Message }.joined(separator: " · ")
    }

    // MARK: - All commands

    /// Returns all commands under the headings of their topics, followed by the options of the program and the exit
    /// statuses.
    private func list(_ topics: [Topic]) -> Page {
        let tables = rows(of: topics).map { title, rows in
            let columns = [Column("name", title), Column("summary", "", isProse: true)]
            return Block.table(Table("commands", columns: columns, rows: rows))
        }
        return .documentation("Commands", tables + programBlocks, forPrograms: lists(topics))
    }

    /// The options of the program and the exit statuses.
    private var programBlocks: [Block] {
        [.table(table(of: configuration.options)), .prose("Exit status: \(statuses)")]
    }

    /// Returns a row for each command under the title of its first topic.
    private func rows(of topics: [Topic]) -> [(title: Title, rows: [Row])] {
        var seen: Set<String> = []
        return topics.map { topic in
            let commands = topic.commands.filter { seen.insert($0.name).inserted }
            return (topic.title, commands.map { row(of: $0, in: topic) })
        }.filter { !$0.rows.isEmpty }
    }

    /// Returns a table of all commands, a table of the options, and the exit statuses.
    private func lists(_ topics: [Topic]) -> [Block] {
        let columns = [Column("name", "Command"), Column("summary", "Description")]
        let table = Table("commands", columns: columns, rows: rows(of: topics).flatMap(\.rows))
        return [.table(table)] + programBlocks
    }

    private func row(of command: Command, in topic: Topic) -> Row {
        Row([
            Field("name", topic.title, .text(command.name)),
            Field("usage", "Usage", .text(command.usage)),
            Field("summary", "Description", .words(command.summary)),
            Field("topic", "Topic", .text(topic.title), for: .programs),
            Field("changes", "Changes data", .flag(command.effect.isChange), for: .programs),
        ])
    }

    private var keys: Page {
        let columns = [Column("keys", "Keys"), Column("meaning", "Action", isProse: true)]
        let rows = Manual.keys.map { name, meaning in
            Row([Field("keys", "Keys", .text(name)), Field("meaning", "Action", .words(Message(title: meaning)))])
        }
        return .documentation("Keys", [.table(Table("keys", columns: columns, rows: rows))])
    }
}

extension Page {
    fileprivate static func documentation(
        _ title: Message, _ blocks: [Block], forPrograms blocksForPrograms: [Block]? = nil
    ) -> Page {
        var page = Page(title, blocks, forPrograms: blocksForPrograms)
        page.isDocumentation = true
        return page
    }
}

/// The command `demo`. The program opens the demo database at startup, instead of any other database. At the prompt,
/// the command fails because a database is already open.
public enum DemoCommand {
    public static let name = "demo"
    public static let reset = Option("--reset", nil, "Discard all changes and load the sample data again")

    static var command: Command {
        Command(
            name, .flag(reset), .any("COMMAND", .text(.command(or: []))),
            about: "Try Almanac with sample data in a separate database",
            examples: ["demo", "demo find tatooine", "demo --reset"],
            details: """
                Without COMMAND, `demo` opens the prompt. The demo database contains characters from two fictional \
                worlds and the bodies of the solar system. Your own database is not opened. Changes are kept until you \
                use `--reset`.
                """
        ) { _, _, _ in
            throw CommandProblem.notHere(
                "Cannot open the demo: another database is open.", next: "Run “almanac demo” in a shell.")
        }
    }
}
