import Model
import Navigation

/// The manual page in troff, with the man macros.
struct ManualPage: Sendable {
    let manual: Manual

    var text: String {
        (head + examples + commands + options + keys + statuses + places).joined(separator: "\n")
    }

    private var head: [String] {
        [
            ".TH ALMANAC 1 \"\" \"almanac \(Self.escape(manual.version))\" \"User Commands\"",
            ".SH NAME", "almanac \\- people, groups, planets and notes in one file",
            ".SH SYNOPSIS", ".B almanac", "[OPTION]... [COMMAND [WORD]...]",
            ".SH DESCRIPTION",
            "Without a command it is a conversation on a terminal, and elsewhere it reads commands from standard input, a line each.",
            "The same commands can be typed there, written behind \\-c, and read from a file.",
        ]
    }

    private var examples: [String] {
        [".SH EXAMPLES", ".EX"] + Manual.examples.map(Self.escape) + [".EE"]
    }

    private var commands: [String] {
        [".SH COMMANDS"]
            + (manual.topics + [.inLists, .inForms]).flatMap { topic in
                [".SS " + Self.escape(topic.title)] + topic.commands.flatMap(entry)
            }
    }

    private func entry(of command: Command) -> [String] {
        let also = command.aliases.isEmpty ? "" : " Also: \(command.aliases.joined(separator: ", "))."
        var lines = Self.item(command.usage, "\(command.name): \(command.summary).\(also)")
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

    /// Text as troff shows it: no escapes, no requests, hyphens that can be copied.
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
