/// Functions that split and join command lines with POSIX quoting. Only the home folder is expanded.
public enum ShellWords {
    /// The prefix of a path relative to the home folder.
    public static let homePrefix = "~/"

    /// Splits a command line into words.
    ///
    /// - Parameter home: The folder that replaces the `~` in an unquoted `~/` at the start of a word.
    public static func of(_ line: String, home: String? = nil) throws(CommandProblem) -> [String] {
        var quoting = QuotingState()
        var words: [String] = []
        var word: String?
        // Iterate over scalars because a combining accent would hide a quote.
        let scalars = line.unicodeScalars
        for place in scalars.indices {
            switch quoting.consume(scalars[place]) {
            case .text(let text):
                let isHome = word == nil && scalars[place...].starts(with: homePrefix.unicodeScalars)
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

    // Suggested commands are also copied into a shell, so more characters are quoted than the prompt requires.
    private static let special = Set("'\"\\$`;&|<>()*?[]{}!".unicodeScalars)

    /// Returns a path in which the home folder replaces the `~` in a `~/` at its start.
    public static func expandingHome(_ path: String, _ home: String) -> String {
        path.hasPrefix(homePrefix) ? home + path.dropFirst() : path
    }

    /// Returns a word, quoted if the prompt or a shell would otherwise change its meaning.
    public static func quote(_ word: String) -> String {
        let isPlain =
            !word.isEmpty && !word.hasPrefix("~") && !word.hasPrefix("#")
            && !word.unicodeScalars.contains { $0.properties.isWhitespace || special.contains($0) }
        if isPlain { return word }
        let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// Returns whether the words of a command contain the option `--help`.
    public static func containsHelpOption(_ words: [String]) -> Bool { words.prefix { $0 != "--" }.contains("--help") }

    /// Joins words into a command line, quoting each word if necessary.
    public static func joined(_ words: [String]) -> String { words.map(quote).joined(separator: " ") }
}

/// A state machine for POSIX quoting. Single quotes preserve all characters. In double quotes, `\"` and `\\` are escape
/// sequences. Outside quotes, a backslash preserves the next character.
struct QuotingState {
    enum Meaning {
        /// Text within a word. It starts a word if none has started.
        case text(String)
        /// A part of a word that adds no text.
        case escape, quote
        /// The end of a word.
        case space
    }

    /// The open quote, or `nil` outside quotes.
    private(set) var open: Unicode.Scalar?
    /// Whether a backslash escapes the next scalar.
    private(set) var isEscaping = false

    mutating func consume(_ scalar: Unicode.Scalar) -> Meaning {
        if isEscaping {
            isEscaping = false
            return .text(open == "\"" && scalar != "\"" && scalar != "\\" ? "\\\(scalar)" : "\(scalar)")
        }
        switch (open, scalar) {
        case (nil, "\\"), ("\"", "\\"):
            isEscaping = true
            return .escape
        case (nil, "'"), (nil, "\""):
            open = scalar
            return .quote
        case (scalar, _):
            open = nil
            return .quote
        case (nil, _) where scalar.properties.isWhitespace:
            return .space
        default:
            return .text("\(scalar)")
        }
    }
}
