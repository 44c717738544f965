/// A line of the language: words by POSIX quoting, without any expansion but that of the home folder.
public enum ShellWords {
    /// How a path begins that is meant from the home folder on.
    public static let homeward = "~/"

    /// Splits a line into its words.
    /// - Parameter home: The folder that `~` stands for where a word begins with `~/`, unquoted.
    public static func of(_ line: String, home: String? = nil) throws(CommandProblem) -> [String] {
        var quoting = Quoting()
        var words: [String] = []
        var word: String?
        // By scalars: a quote counts even where an accent follows it.
        let scalars = line.unicodeScalars
        for place in scalars.indices {
            switch quoting.take(scalars[place]) {
            case .text(let text):
                let isHome = word == nil && scalars[place...].starts(with: homeward.unicodeScalars)
                word = word ?? ""
                word?.append(isHome ? home ?? text : text)
            case .escape, .quote: word = word ?? ""
            case .space:
                if let whole = word { words.append(whole) }
                word = nil
            }
        }
        if let quote = quoting.open { throw .openQuote(Character(quote)) }
        if quoting.isEscaping { word?.append("\\") }
        if let whole = word { words.append(whole) }
        return words
    }

    /// A word as it must be typed to be read as just this.
    public static func quote(_ word: String) -> String {
        let special = { (scalar: Unicode.Scalar) in
            scalar.properties.isWhitespace || scalar == "'" || scalar == "\"" || scalar == "\\"
        }
        let isPlain = !word.isEmpty && !word.hasPrefix(homeward) && !word.unicodeScalars.contains(where: special)
        if isPlain { return word }
        let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// Whether `--help` stands among the options of a command.
    public static func containsHelpOption(_ words: [String]) -> Bool { words.prefix { $0 != "--" }.contains("--help") }

    /// Words as a line that is read as just these.
    public static func joined(_ words: [String]) -> String { words.map(quote).joined(separator: " ") }
}
