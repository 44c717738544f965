/// The commands of a page and what they are said to write: the `console` blocks of its Markdown.
struct Transcript {
    /// One line behind `$ `, and the lines that follow it.
    struct Command {
        /// Where it stands, from 1.
        let line: Int
        let text: String
        var output = ""
    }

    private(set) var commands: [Command] = []
    /// Lines of `console` blocks that belong to no command.
    private(set) var strays: [Int] = []

    init(_ markdown: String) {
        var isInside = false
        for (index, line) in markdown.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                commands.append(Command(line: index + 1, text: String(line.dropFirst(2))))
                hasCommand = true
            } else if isInside, hasCommand {
                commands[commands.count - 1].output += line + "\n"
            } else if isInside {
                strays.append(index + 1)
            }
            if !isInside { hasCommand = false }
        }
    }

    /// Whether a command of the block at hand has been read.
    private var hasCommand = false
}
