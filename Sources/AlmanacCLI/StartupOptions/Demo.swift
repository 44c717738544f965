import Almanac
import Navigation

/// The arguments of `demo`. The words after them are a command for the demo database.
struct Demo {
    let isReset: Bool

    /// Removes the arguments from the words.
    ///
    /// - Returns: `nil` if the words do not run `demo`.
    init?(takenFrom words: inout [String]) throws {
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
