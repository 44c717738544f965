import Model

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
    /// Splits text into one line for each command and omits comments.
    public static func lines(of text: String) -> [String] {
        guard text.contains("\n") else { return [text] }
        let characters = Array(text)
        return TypedLine(text).commands.filter { !$0.isEmpty }.map { words in
            String(characters[words[0].range.lowerBound..<words[words.count - 1].range.upperBound])
        }
    }
}
