/// A line and the place in it, counted in grapheme clusters: no edit ever takes half a letter.
public struct LineBuffer: Hashable, Sendable {
    public private(set) var characters: [Character]
    public private(set) var cursor: Int

    public init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    public var text: String { String(characters) }
    public var isEmpty: Bool { characters.isEmpty }
    public var isAtEnd: Bool { cursor == characters.count }

    // MARK: - Editing

    /// Inserts at the cursor; a mark joins the letter before it.
    public mutating func insert(_ text: String) {
        replace(cursor..<cursor, with: text)
    }

    /// The cursor ends behind the new text; a range that does not fit is clamped.
    public mutating func replace(_ range: Range<Int>, with text: String) {
        let range = range.clamped(to: 0..<characters.count)
        let head = String(characters[..<range.lowerBound]) + text
        let tail = characters[min(range.upperBound, characters.count)...]
        characters = Array(head + String(tail))
        var length = 0
        cursor =
            characters.prefix { character in
                defer { length += character.utf8.count }
                return length < head.utf8.count
            }.count
    }

    /// - Returns: What was removed.
    public mutating func remove(to target: Int) -> String {
        let target = min(max(0, target), characters.count)
        let range = min(cursor, target)..<max(cursor, target)
        let removed = String(characters[range])
        replace(range, with: "")
        return removed
    }

    /// Swaps the letters around the cursor.
    public mutating func transpose() {
        guard characters.count > 1, cursor > 0 else { return }
        let right = min(cursor, characters.count - 1)
        replace(right - 1..<right + 1, with: String([characters[right], characters[right - 1]]))
    }

    // MARK: - Moving

    public mutating func move(to target: Int) { cursor = min(max(0, target), characters.count) }

    public var start: Int { 0 }
    public var end: Int { characters.count }

    /// Where the word before the cursor begins.
    public var wordStart: Int {
        let head = characters[..<cursor]
        let word = head.reversed().drop { !$0.isWordPart }
        return word.drop(while: \.isWordPart).count
    }

    /// Where the word after the cursor ends.
    public var wordEnd: Int {
        let tail = characters[cursor...]
        return tail.drop { !$0.isWordPart }.drop(while: \.isWordPart).startIndex
    }

    /// Where the run of non-blanks before the cursor begins, as Ctrl-W takes it.
    public var blankDelimitedStart: Int {
        let head = characters[..<cursor].reversed()
        return head.drop(while: \.isWhitespace).drop { !$0.isWhitespace }.count
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}
