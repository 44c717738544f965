/// The commands in the `console` blocks of a Markdown page, with their expected output.
struct Transcript {
    /// A command line and its expected output.
    struct Command {
        /// The line number of the command in the page, from 1.
        let line: Int
        let text: String
        var output = ""

        /// The command as the tests run it, with `--table` unless it has a pipe, an output format, or an export.
        var script: String {
            let others = ["|", " --csv", " --json", " --ndjson", " --markdown", " --table", " export "]
            return text.hasPrefix("almanac ") && !others.contains { text.contains($0) } ? text + " --table" : text
        }
    }

    private(set) var commands: [Command] = []
    /// The numbers of the lines in `console` blocks that precede the first command of the block.
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

    /// Returns the page with the output of each command replaced.
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
