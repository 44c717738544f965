import FoundationEssentials

/// The commands in the `console` blocks of a Markdown page, with their expected output.
public struct Transcript: Sendable {
    /// A command line and its expected output.
    public struct Command: Sendable {
        /// The line number of the command in the page, from 1.
        public let line: Int
        public let text: String
        public fileprivate(set) var output = ""
    }

    public private(set) var commands: [Command] = []
    /// The numbers of the lines in `console` blocks that precede the first command of the block.
    public private(set) var strayLines: [Int] = []
    private let lines: [Substring]

    /// Whether the tests replace the expected output instead of comparing it.
    public static let isRecording = ProcessInfo.processInfo.environment["ALMANAC_RECORD"] == "1"

    public init(_ markdown: String, prompt: String = "$ ") {
        lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
        var isInside = false
        var hasCommand = false
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                isInside = line == "```console"
                hasCommand = false
            } else if isInside, line.hasPrefix(prompt) {
                commands.append(Command(line: index + 1, text: String(line.dropFirst(prompt.count))))
                hasCommand = true
            } else if isInside, hasCommand {
                commands[commands.count - 1].output += line + "\n"
            } else if isInside {
                strayLines.append(index + 1)
            }
        }
    }

    /// Returns the page with the output of each command replaced.
    public func page(with outputs: [String]) -> String {
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

extension String {
    /// The text without spaces at the ends of its lines.
    public var withoutTrailingSpaces: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
