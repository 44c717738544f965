import Almanac
import Navigation

/// The options of `demo`. The words that follow them are a command to run in the demo database.
struct Demo {
    let isReset: Bool

    /// Removes `demo` and its options from the words of the command line.
    ///
    /// - Returns: The options, or `nil` if the command is not `demo`.
    init?(removingFrom words: inout [String]) throws {
        guard words.first == DemoCommand.name, !ShellWords.containsHelpOption(Array(words.prefix(2))) else {
            return nil
        }
        words.removeFirst()
        isReset = words.first == DemoCommand.reset.name
        if isReset { words.removeFirst() }
        if let word = words.first, word.hasPrefix("-") {
            throw UsageProblem.unknownOption(word, known: [DemoCommand.reset.name])
        }
    }
}
