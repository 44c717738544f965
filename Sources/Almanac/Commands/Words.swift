/// A line of the language: words by POSIX quoting, without any expansion.
public enum Words {
    /// Splits a line into its words; `'…'` keeps all, `"…"` all but `\"` and `\\`, a backslash outside quotes the next character.
    public static func of(_ line: String) throws(CommandProblem) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                if quote == "\"" && character != "\"" && character != "\\" { word = (word ?? "") + "\\" }
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\" && quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let quote { throw .openQuote(quote) }
        if isEscaped { word = (word ?? "") + "\\" }
        if let whole = word { words.append(whole) }
        return words
    }

    /// A word as it must be typed to be read as just this.
    public static func quote(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { !$0.isWhitespace && !"'\"\\".contains($0) }
        return isPlain ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Words as a line that is read as just these.
    public static func joined(_ words: [String]) -> String { words.map(quote).joined(separator: " ") }
}
