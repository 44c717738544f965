/// The commands in the `console` blocks of a Markdown page, with their expected output.
struct Transcript {
    /// A line after `$ ` and the lines that follow it.
    struct Command {
        /// The line number, from 1.
        let line: Int
        let text: String
        var output = ""

        /// The command as it runs in the tests. Its output is a table, as on a terminal, unless it goes to a pipe or the
        /// command selects another format.
        var script: String {
            let others = ["|", " --csv", " --json", " --ndjson", " --markdown", " --table", " export "]
            return text.hasPrefix("almanac ") && !others.contains { text.contains($0) } ? text + " --table" : text
        }
    }

    private(set) var commands: [Command] = []
    /// The numbers of lines in `console` blocks before the first command.
    private(set) var strayLines: [Int] = []
    private let lines: [Substring]

    init(_ markdown: String) {
        lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
        var isInside = false
        var hasCommand = false
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                isInside = line == "```console"
                hasCommand = false
            } else if isInside, line.hasPrefix("$ ") {
                commands.append(Command(line: index + 1, text: String(line.dropFirst(2))))
                hasCommand = true
            } else if isInside, hasCommand {
                commands[commands.count - 1].output += line + "\n"
            } else if isInside {
                strayLines.append(index + 1)
            }
        }
    }

    /// The page with other outputs, one for each command.
    func page(with outputs: [String]) -> String {
        var page: [Substring] = []
        var next = 0
        for (command, output) in zip(commands, outputs) {
            page += lines[next..<command.line]
            page += output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            next = command.line + command.output.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        }
        return (page + lines[next...]).joined(separator: "\n")
    }
}
