import Model
import Navigation

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
            "Without a command, it starts the prompt if standard input is a terminal. If not, it reads commands from standard input, one per line.",
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
