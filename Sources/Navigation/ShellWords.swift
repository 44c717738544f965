import Localization
import Model

/// Functions that split and join command lines with POSIX quoting. Only the home folder is expanded.
public enum ShellWords {
    /// The prefix of a path relative to the home folder.
    public static let homePrefix = "~/"

    /// Splits a command line into words.
    ///
    /// - Parameter home: The folder that replaces the `~` in an unquoted `~/` at the start of a word.
    public static func split(_ line: String, home: String? = nil) throws(CommandProblem) -> [String] {
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

    /// Returns a path with its leading `~`, if followed by a slash, replaced with the home folder.
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

    private static let shellOperators: Set = ["<", ">", ">>", "|"]

    /// Returns whether an unquoted word of a line redirects input or output, which only a shell does.
    public static func needsShell(_ line: String) -> Bool {
        TypedLine(line).commands.joined().contains { !$0.isQuoted && isShellOperator($0.text) }
    }

    /// Returns whether a shell redirects input or output at a word.
    static func isShellOperator(_ word: some StringProtocol) -> Bool { shellOperators.contains(String(word)) }

    /// Returns whether a word is the option `--help` or `-h`.
    public static func isHelpOption(_ word: String) -> Bool { word == "--help" || word == "-h" }

    /// Returns whether the words of a command contain the option `--help` or `-h`.
    public static func containsHelpOption(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains(where: isHelpOption)
    }

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
        /// Whitespace outside quotes, which ends a word.
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

/// The words of a line, which may be unfinished, and their ranges.
public struct TypedLine: Hashable, Sendable {
    public struct Word: Hashable, Sendable {
        /// The unquoted text.
        public fileprivate(set) var text: String
        /// The range of the word, including quotes, in characters of the line.
        public fileprivate(set) var range: Range<Int>
        /// Whether any part of the word is quoted.
        public fileprivate(set) var isQuoted: Bool
    }

    /// The words of each command. An unquoted newline ends a command.
    public private(set) var commands: [[Word]] = [[]]
    /// The quote that is still open at the end of the line, if any.
    public private(set) var openQuote: Character?
    private var word: Word?

    public init(_ line: String) {
        var quoting = QuotingState()
        var isComment = false
        for (place, character) in line.enumerated() {
            for scalar in character.unicodeScalars {
                if isComment {
                    isComment = scalar != "\n"
                } else if scalar == "#", word == nil, commands[commands.count - 1].isEmpty {
                    isComment = true
                } else {
                    switch quoting.consume(scalar) {
                    case .text(let text): add(text, at: place)
                    case .escape: add("", at: place)
                    case .quote:
                        add("", at: place)
                        word?.isQuoted = true
                    case .space:
                        endWord()
                        if scalar == "\n" { commands.append([]) }
                    }
                }
            }
        }
        if quoting.isEscaping { word?.text += "\\" }
        openQuote = quoting.open.map { Character($0) }
        endWord()
    }

    private mutating func add(_ text: String, at place: Int) {
        let beginning = word?.range.lowerBound ?? place
        word = word ?? Word(text: "", range: place..<place, isQuoted: false)
        word?.text += text
        word?.range = beginning..<place + 1
    }

    private mutating func endWord() {
        if let word { commands[commands.count - 1].append(word) }
        word = nil
    }
}

extension TypedLine {
    /// Splits text with several lines into one line for each command and omits comments. A single line is returned
    /// unchanged.
    public static func lines(of text: String) -> [String] {
        guard text.contains("\n") else { return [text] }
        let characters = Array(text)
        return TypedLine(text).commands.filter { !$0.isEmpty }.map { words in
            String(characters[words[0].range.lowerBound..<words[words.count - 1].range.upperBound])
        }
    }
}

/// Functions that reassemble a filter from words split by the shell or the prompt, quoting its values again.
package enum FilterTokenJoiner {
    package static func filter(_ words: [String], of kind: Kind) throws(FilterProblem) -> Filter {
        let plain = words.joined(separator: " ")
        let quoted = words.count > 1 ? requoted(words) : plain
        let problem: FilterProblem
        do { return try Filter(quoted, of: kind) } catch { problem = error }
        guard quoted != plain else { throw problem.withSuggestions }
        do {
            return try Filter(plain, of: kind)
        } catch {
            // Report the problem that is closer to the end of the filter.
            throw (problem.rest <= error.rest ? problem : error).withSuggestions
        }
    }

    /// Joins words and quotes the values in them. The last word may be incomplete.
    static func requoted(_ words: [String]) -> String {
        var text = ""
        for word in words {
            let isValue = text.last.map(signs.contains) ?? false
            text += (text.isEmpty ? "" : " ") + (isValue ? quote(word) : requoted(word))
        }
        return text
    }

    /// Quotes the value in a word such as `group=Rebel Alliance`.
    private static func requoted(_ word: String) -> String {
        guard let sign = word.firstIndex(where: signs.contains), !word[..<sign].contains(where: \.isWhitespace),
            let value = word[sign...].firstIndex(where: { !signs.contains($0) })
        else { return word }
        return word[..<value] + quote(String(word[value...]))
    }

    /// Quotes a value. Unbalanced closing parentheses at the end stay outside the quotes.
    private static func quote(_ value: String) -> String {
        if let first = value.first, first == value.last, value.count > 1, quotes.contains(first) { return value }
        let excess = max(0, value.count { $0 == ")" } - value.count { $0 == "(" })
        let parentheses = String(value.reversed().prefix { $0 == ")" }.prefix(excess))
        return FilterValue.text(String(value.dropLast(parentheses.count))).description + parentheses
    }

    private static let signs: Set<Character> = ["<", ">", "=", "~", "≤", "≥", "≠"]
    private static let quotes: Set<Character> = ["\"", "'"]
}

extension FilterProblem {
    /// The length of the text from the mistake to the end.
    fileprivate var rest: Int { text.count - column }

    package var withSuggestions: FilterProblem {
        var problem = self
        let names = HeadingVocabulary.suggestions(for: found).flatMap { $0.split(separator: ".").reversed() }
        if let name = names.map({ $0.lowercased() }).first(where: expected.words.contains) {
            problem.suggestions = [name]
        } else if !found.isEmpty {
            problem.suggestions = SpellingSuggestions.suggestions(for: found, among: expected.words)
        }
        return problem
    }
}

extension Kind {
    /// An example of a filter for this kind of record, shown in the help.
    package var filterExample: String {
        switch self {
        case .person: "birthday is null and group = \"Rebel Alliance\""
        case .group: "members > 10"
        case .planet: "radius:rearth < 1.25 and discovered >= 2020"
        case .note: "text ~ plans and modified >= 2026-11"
        }
    }
}

/// An incomplete filter, for completion. In `radius:re`, the word to complete is `re`, and its prefix is `radius:`.
public struct PartialFilter: Sendable {
    /// The text before the word at the cursor.
    public let text: String
    /// The text directly before the word at the cursor, without a space in between.
    public let prefix: String
    public let word: String

    /// Creates a partial filter from the text typed before the cursor.
    ///
    /// - Parameter words: The preceding words, with or without a leading `where`.
    public init(_ typed: String, isQuoted: Bool, after words: [String]) {
        let separators = ":()<>=!~≤≥≠"
        let end = isQuoted ? nil : typed.lastIndex { separators.contains($0) }
        let start = end.map { typed.index(after: $0) } ?? typed.startIndex
        let isFirst = words.first?.lowercased() == "where"
        prefix = String(typed[..<start])
        word = String(typed[start...])
        text = FilterTokenJoiner.requoted(words.dropFirst(isFirst ? 1 : 0) + (prefix.isEmpty ? [] : [prefix]))
    }
}
