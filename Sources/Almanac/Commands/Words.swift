/// A line of the language: words by POSIX quoting, without any expansion.
public enum Words {
    /// Splits a line into its words.
    public static func of(_ line: String) throws(CommandProblem) -> [String] {
        var quoting = Quoting()
        var words: [String] = []
        var word: String?
        // By scalars: a quote counts even where an accent follows it.
        for scalar in line.unicodeScalars {
            switch quoting.take(scalar) {
            case .text(let text):
                word = word ?? ""
                word?.append(text)
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
        guard word.isEmpty || word.unicodeScalars.contains(where: special) else { return word }
        let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// Whether `--help` stands among the options of a command.
    public static func asksForHelp(_ words: [String]) -> Bool { words.prefix { $0 != "--" }.contains("--help") }

    /// Words as a line that is read as just these.
    public static func joined(_ words: [String]) -> String { words.map(quote).joined(separator: " ") }
}
