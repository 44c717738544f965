import Model

/// What has been typed of a line so far: its words and where they stand, by the quoting of `ShellWords`.
public struct TypedLine: Hashable, Sendable {
    public struct Word: Hashable, Sendable {
        /// As the command will get it.
        public fileprivate(set) var text: String
        /// Where it stands, quotes and all, in grapheme clusters of the line.
        public fileprivate(set) var range: Range<Int>
        /// Whether a part of it is quoted.
        public fileprivate(set) var isQuoted: Bool
    }

    /// The words of each command: a line end outside quotes ends one.
    public private(set) var commands: [[Word]] = [[]]
    /// The quote that is still open.
    public private(set) var openQuote: Character?
    private var word: Word?

    public init(_ line: String) {
        var quoting = Quoting()
        var isComment = false
        for (place, character) in line.enumerated() {
            for scalar in character.unicodeScalars {
                if isComment {
                    isComment = scalar != "\n"
                } else if scalar == "#", word == nil, commands[commands.count - 1].isEmpty {
                    isComment = true
                } else {
                    switch quoting.take(scalar) {
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
    /// The commands that were typed together, each as a line of its own, without comments.
    public static func lines(of text: String) -> [String] {
        guard text.contains("\n") else { return [text] }
        let characters = Array(text)
        return TypedLine(text).commands.filter { !$0.isEmpty }.map { words in
            String(characters[words[0].range.lowerBound..<words[words.count - 1].range.upperBound])
        }
    }
}
