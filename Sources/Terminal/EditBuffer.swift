/// A line of text and a cursor position, which is counted in grapheme clusters.
public struct EditBuffer: Hashable, Sendable {
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

    /// Inserts text at the cursor. A leading combining mark joins the preceding character.
    public mutating func insert(_ text: String) {
        replace(cursor..<cursor, with: text)
    }

    /// Replaces a range of the line and moves the cursor to the end of the new text. The range is clamped to the line.
    public mutating func replace(_ range: Range<Int>, with text: String) {
        let range = range.clamped(to: 0..<characters.count)
        // New text can combine with adjacent characters. Extend the range until the rest is unchanged.
        let start = max(0, range.lowerBound - 1)
        let head = String(characters[start..<range.lowerBound]) + text
        var end = min(range.upperBound + 1, characters.count)
        var joined = Array(head + String(characters[range.upperBound..<end]))
        while end < characters.count, joined.last != characters[end - 1] {
            end = min(end + joined.count, characters.count)
            joined = Array(head + String(characters[range.upperBound..<end]))
        }
        var length = 0
        let kept = joined.prefix { character in
            defer { length += character.utf8.count }
            return length < head.utf8.count
        }
        characters.replaceSubrange(start..<end, with: joined)
        cursor = start + kept.count
    }

    /// Removes the text between the cursor and a position.
    ///
    /// - Returns: The removed text.
    public mutating func remove(to target: Int) -> String {
        let target = min(max(0, target), characters.count)
        let range = min(cursor, target)..<max(cursor, target)
        let removed = String(characters[range])
        replace(range, with: "")
        return removed
    }

    /// Swaps the characters before and after the cursor. At the end of the text, swaps the last two characters.
    public mutating func transpose() {
        guard characters.count > 1, cursor > 0 else { return }
        let right = min(cursor, characters.count - 1)
        replace(right - 1..<right + 1, with: String([characters[right], characters[right - 1]]))
    }

    /// Applies a change to the word after the cursor and moves the cursor to the end of the word.
    public mutating func changeWord(_ change: (String) -> String) {
        let word = cursor..<wordEnd
        replace(word, with: change(String(characters[word])))
    }

    // MARK: - Moving

    public mutating func move(to target: Int) { cursor = min(max(0, target), characters.count) }

    /// The start of the word before the cursor.
    public var wordStart: Int {
        let head = characters[..<cursor]
        let word = head.reversed().drop { !$0.isWordPart }
        return word.drop(while: \.isWordPart).count
    }

    /// The end of the word after the cursor.
    public var wordEnd: Int {
        let tail = characters[cursor...]
        return tail.drop { !$0.isWordPart }.drop(while: \.isWordPart).startIndex
    }

    /// The start of the whitespace-delimited word before the cursor, used by Ctrl-W.
    public var blankDelimitedStart: Int {
        let head = characters[..<cursor].reversed()
        return head.drop(while: \.isWhitespace).drop { !$0.isWhitespace }.count
    }

    // MARK: - Multiple lines

    /// The start of the line that contains the cursor.
    public var lineStart: Int { characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }

    /// The end of the line that contains the cursor.
    public var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

    /// The position of the same column in the line above, or `nil` in the first line.
    public var above: Int? {
        guard lineStart > 0 else { return nil }
        let end = lineStart - 1
        let start = characters[..<end].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        return min(end, start + cursor - lineStart)
    }

    /// The position of the same column in the line below, or `nil` in the last line.
    public var below: Int? {
        guard lineEnd < characters.count else { return nil }
        let start = lineEnd + 1
        let end = characters[start...].firstIndex(of: "\n") ?? characters.count
        return min(end, start + cursor - lineStart)
    }
}

extension String {
    /// The text with its first letter or digit in uppercase and the rest in lowercase.
    var capitalized: String {
        let start = firstIndex(where: \.isWordPart) ?? endIndex
        let rest = self[start...]
        return self[..<start] + rest.prefix(1).uppercased() + rest.dropFirst().lowercased()
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}

/// The commands that kill (cut) and yank (paste) text.
extension EditorState {
    /// The most recent yank. Its text can be replaced with text killed earlier.
    struct Yank: Sendable {
        /// The line before the yank.
        let before: EditBuffer
        /// The position of the yanked text in the kill ring, counted from the newest text.
        let age: Int
    }

    mutating func kill(to target: Int) -> Outcome {
        let isBackward = target < buffer.cursor
        var removed = ""
        let outcome = edit { removed = $0.remove(to: target) }
        guard !removed.isEmpty else { return outcome }
        if lastWasKill { ring.extend(with: removed, isBackward: isBackward) } else { ring.add(removed) }
        lastWasKill = true
        return outcome
    }

    mutating func yank() -> Outcome {
        guard !ring.isEmpty else { return .refused }
        return insert(Yank(before: buffer, age: 0))
    }

    /// Replaces the yanked text with the text killed before it.
    mutating func yankOlder() -> Outcome {
        guard let yanked else { return .refused }
        return insert(Yank(before: yanked.before, age: yanked.age + 1))
    }

    private mutating func insert(_ yank: Yank) -> Outcome {
        buffer = yank.before
        buffer.insert(ring.text(yank.age))
        yanked = yank
        return .edited
    }
}

/// A ring of killed texts, oldest first.
struct KillRing: Sendable {
    private var texts: [String] = []
    private static let limit = 60

    var isEmpty: Bool { texts.isEmpty }

    /// Returns the text killed `age` kills before the newest text, wrapping around after the oldest text.
    func text(_ age: Int) -> String {
        texts.isEmpty ? "" : texts[texts.count - 1 - age % texts.count]
    }

    mutating func add(_ text: String) {
        texts.append(text)
        texts.removeFirst(max(0, texts.count - Self.limit))
    }

    /// Appends text to the newest killed text, or prepends it for a backward kill.
    mutating func extend(with text: String, isBackward: Bool) {
        let last = texts.popLast() ?? ""
        texts.append(isBackward ? text + last : last + text)
    }
}
