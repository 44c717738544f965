import Display
import Localization
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
                "completion",
                .argument(
                    "SHELL",
                    ValueParser<ShellCompletion.Shell>.choice {
                        .notHere("No completion script for “\($0)”.", next: "Use one of: \($1).")
                    }),
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

/// The contents of the manual page and the shell completions.
struct Manual: Sendable {
    let version: String
    /// All commands of the app, grouped by topic.
    let topics: [Topic]
    /// The options of the program.
    let options: [Option]
    let articles: [String]

    var commands: [Command] { topics.flatMap(\.commands) }

    static let environment: [(name: String, meaning: Title)] = [
        ("ALMANAC_DATABASE", "The database; --database takes precedence"),
        ("ALMANAC_COLOR", "“always” or “never”; takes precedence over the variables below and the settings"),
        ("NO_COLOR, CLICOLOR_FORCE", "Disable color; force color even when piped"),
        ("ALMANAC_PLAIN, ACCESSIBLE", "Same as --accessible"),
        ("ALMANAC_PAGER, PAGER", "The pager; empty or “cat” for none"),
        ("ALMANAC_EDITOR, VISUAL, EDITOR", "The editor; the setting “editor” takes precedence over the last two"),
        ("ALMANAC_DAILY_BACKUP", "“never” disables the daily backup"),
        ("BROWSER", "The browser for “web”; default: xdg-open"),
        ("COLUMNS, LINES", "The terminal size, if the terminal does not report it"),
        ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language, if a message catalog for it is installed"),
        ("LC_ALL, LC_COLLATE, LANG", "The sort language of a new database"),
        ("XDG_DATA_DIRS", "Additional folders with message catalogs"),
        ("XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "The folders that contain the files below"),
    ]

    /// The files of the program and their default paths.
    static let files: [(name: String, meaning: Title)] = [
        ("~/.local/share/almanac/almanac.db", "The database: an SQLite file, not encrypted"),
        ("~/.local/share/almanac/almanac.db.photos", "Photos and pictures"),
        ("~/.local/share/almanac/almanac.db.backups", "Automatic backups"),
        ("~/.local/share/almanac/demo.db", "The demo database"),
        ("~/.local/share/locale/LANG/LC_MESSAGES/almanac.mo", "A message catalog"),
        ("~/.config/almanac/config", "The settings, one “key = value” per line"),
        ("~/.local/state/almanac", "The history of entered lines and the last screen"),
    ]

    /// Common tasks in the shell. Each line is written without the leading `almanac`.
    static let shellTasks: [(line: String, purpose: Title)] = [
        ("demo", "Try Almanac with sample data"),
        ("import contacts.vcf", "Import contacts"),
        ("new person", "Add a contact"),
        ("find leia", "Search all records"),
        ("edit persons/1 title=Senator", "Change a record"),
        ("undo", "Undo the last change"),
        ("birthdays", "List upcoming birthdays"),
        ("show planets/earth", "Show a planet"),
    ]

    /// Common tasks at the prompt.
    static let promptTasks: [(line: String, purpose: Title)] = [
        ("find leia", "Search all records"),
        ("1", "Open row 1 of the list on screen"),
        ("edit title=Senator", "Change the record on screen"),
        ("new person", "Add a contact"),
        ("undo", "Undo the last change"),
        ("back", "Go back to the previous screen"),
        ("quit", "Leave Almanac"),
    ]
}

extension Manual {
    /// The keys of the line editor.
    static let keys: [(name: String, meaning: Title)] = [
        ("Tab, Shift-Tab", "Complete the word; select the next or previous candidate"),
        ("Right, End", "At the end of the line, accept the suggestion"),
        (
            "Up, Down",
            "Recall an older or newer line that begins with the typed text; in a multi-row line, move up or down"
        ),
        ("Ctrl-R, Ctrl-S", "Search the line history backward or forward; Ctrl-G cancels"),
        ("Ctrl-A, Ctrl-E, Alt-<, Alt->", "Move to the start or end of the row, or of the whole line"),
        ("Alt-B, Alt-F, Ctrl-Left, Ctrl-Right", "Move one word back or forward"),
        ("Ctrl-W, Alt-Backspace, Alt-D", "Cut to the previous space, the start of the word, or its end"),
        ("Ctrl-K, Ctrl-U", "Cut the text after or before the cursor"),
        ("Ctrl-Y, Alt-Y", "Paste the last cut text; replace it with the previous cut"),
        ("Alt-U, Alt-L, Alt-C", "Convert the word to uppercase or lowercase, or capitalize it"),
        ("Ctrl-T", "Swap the characters around the cursor"),
        ("Ctrl-_, Alt-/", "Undo or redo an edit of the line (or Ctrl-X Ctrl-U, Ctrl-X Ctrl-R)"),
        ("Alt-Enter", "Start a new row"),
        ("Ctrl-X Ctrl-E", "Edit the line in your editor"),
        ("Ctrl-L", "Clear the screen"),
        ("Ctrl-C", "Discard the line; interrupt a running command"),
        ("Ctrl-D", "On an empty line, quit"),
        ("Ctrl-Z", "Suspend; “fg” resumes"),
    ]
}

/// The manual page in troff format, written with the `man` macros.
struct ManualPage: Sendable {
    let manual: Manual

    var text: String {
        (head + examples + commands + options + keys + statuses + places).joined(separator: "\n")
    }

    private var head: [String] {
        [
            ".TH ALMANAC 1 \"\" \"almanac \(Self.escape(manual.version))\" \"User Commands\"",
            ".SH NAME", "almanac \\- manage contacts, planets, and notes",
            ".SH SYNOPSIS", ".B almanac", "[OPTION]... [COMMAND [WORD]...]",
            ".SH DESCRIPTION",
            "Almanac manages contacts, planets, and notes in one local SQLite database.",
            "Without a command, it starts the prompt if standard input and output are terminals. If not, it reads commands from standard input, one per line.",
            "Commands work in the same way at the prompt, after \\-c, and in a script.",
        ]
    }

    private var examples: [String] {
        [".SH EXAMPLES", ".EX"] + Manual.shellTasks.map { Self.escape("almanac \($0.line)") } + [".EE"]
    }

    private var commands: [String] {
        [".SH COMMANDS"]
            + (manual.topics + [.inLists, .inForms]).flatMap { topic in
                [".SS " + Self.escape(topic.title)] + topic.commands.flatMap(entry)
            }
    }

    private func entry(of command: Command) -> [String] {
        let aliases = command.aliases.isEmpty ? "" : " Aliases: \(command.aliases.joined(separator: ", "))."
        var lines = Self.item(command.usage, "\(command.summary).\(aliases)")
        if !command.options.isEmpty {
            lines += [".RS"] + command.options.flatMap { Self.item($0.usage, $0.summary.description) } + [".RE"]
        }
        return lines
    }

    private var options: [String] {
        [".SH OPTIONS"] + manual.options.flatMap { Self.item($0.usage, $0.summary.description) }
    }

    private var keys: [String] {
        [".SH KEYS"] + Manual.keys.flatMap { Self.item($0.name, $0.meaning) }
    }

    private var statuses: [String] {
        [".SH EXIT STATUS"] + ExitStatus.allCases.flatMap { Self.item(String($0.rawValue), $0.meaning) }
    }

    private var places: [String] {
        [".SH ENVIRONMENT"] + Manual.environment.flatMap { Self.item($0.name, $0.meaning) }
            + [".SH FILES"] + Manual.files.flatMap { Self.item($0.name, $0.meaning) }
    }

    private static func item(_ term: String, _ meaning: String) -> [String] {
        [".TP", "\\fB\(escape(term))\\fR", escape(meaning)]
    }

    /// Escapes text for troff. The text is displayed unchanged, with hyphens that can be copied.
    private static func escape(_ text: String) -> String {
        var escaped = text.first == "." || text.first == "'" ? "\\&" : ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
