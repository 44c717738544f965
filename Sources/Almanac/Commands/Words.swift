/// A line of the language: words by POSIX quoting, without any expansion.
public enum Words {
    /// Splits a line into its words; `'…'` keeps all, `"…"` all but `\"` and `\\`, a backslash outside quotes the next character.
    public static func of(_ line: String) throws(CommandProblem) -> [String] {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                if quote == "\"" && scalar != "\"" && scalar != "\\" { word.add("\\") }
                word.add(scalar)
                isEscaped = false
            } else if scalar == "\\" && quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if scalar == open { quote = nil } else { word.add(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
                word = word ?? .init()
            } else if scalar.properties.isWhitespace {
                if let whole = word { words.append(String(whole)) }
                word = nil
            } else {
                word.add(scalar)
            }
        }
        if let quote { throw .openQuote(Character(quote)) }
        if isEscaped { word.add("\\") }
        if let whole = word { words.append(String(whole)) }
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

extension String.UnicodeScalarView? {
    /// Adds a scalar to the word, which begins here if there is none yet. A quote counts even where an accent follows it.
    fileprivate mutating func add(_ scalar: Unicode.Scalar) {
        self = self ?? .init()
        self?.append(scalar)
    }
}
