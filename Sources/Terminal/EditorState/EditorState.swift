/// A line being edited, as a value: a key makes the next state, and nothing here knows a terminal.
public struct EditorState: Sendable {
    public internal(set) var buffer: EditBuffer
    /// What stood there before anybody typed.
    private let initial: String
    /// Older lines, the oldest first.
    var history: HistoryLines
    /// Whether Enter ends the line, or goes on in the next row: with an open quote it does.
    let isWhole: @Sendable (String) -> Bool
    public internal(set) var menu: Menu?
    var recall: Recall?
    public internal(set) var search: Search?
    /// Ctrl-X was pressed, and belongs to the next key.
    var isPrefixed = false
    private var edits = Edits()
    private var isTyping = false
    var ring = KillRing()
    var lastWasKill = false
    var yanked: Yank?

    public init(
        _ text: String = "", history: HistoryLines = [], isWhole: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        buffer = EditBuffer(text)
        initial = text
        self.history = history
        self.isWhole = isWhole
    }

    /// What a key asks for beyond the line itself.
    public enum Outcome: Hashable, Sendable {
        case edited
        /// The key did nothing here.
        case refused
        case submitted(String)
        case interrupted
        case endOfInput
        case requestsCompletions
        /// The line is to be written in an editor.
        case requestsEditor
        case requestsSuspension
        case requestsClearScreen
    }

    public mutating func press(_ key: Key) -> Outcome {
        if isPrefixed { return pressBehindPrefix(key) }
        if let outcome = pressInMenu(key) ?? pressWhileSearching(key) { return outcome }
        if key != .up, key != .down, key != .control("p"), key != .control("n") { recall = nil }
        if key != .control("y"), key != .alt("y") { yanked = nil }
        let before = buffer
        let outcome = perform(key)
        if key != .control("_"), key != .alt("/") { remember(before, key) }
        return outcome
    }

    private mutating func perform(_ key: Key) -> Outcome {
        switch key {
        case .text(let text): return edit { $0.insert(text) }
        case .paste(let text): return edit { $0.insert(Self.line(ofPasted: text)) }
        case .enter: return enter()
        case .alt("\r"): return edit { $0.insert("\n") }
        case .tab: return .requestsCompletions
        case .backspace, .control("h"): return edit { _ = $0.remove(to: $0.cursor - 1) }
        case .delete: return edit { _ = $0.remove(to: $0.cursor + 1) }
        case .left, .control("b"): return move(to: buffer.cursor - 1)
        case .right, .control("f"): return buffer.isAtEnd ? acceptSuggestion() : move(to: buffer.cursor + 1)
        case .home, .control("a"): return move(to: buffer.lineStart)
        case .end, .control("e"): return buffer.isAtEnd ? acceptSuggestion() : move(to: buffer.lineEnd)
        case .alt("<"): return move(to: 0)
        case .alt(">"): return move(to: buffer.characters.count)
        case .wordLeft, .alt("b"): return move(to: buffer.wordStart)
        case .wordRight, .alt("f"): return move(to: buffer.wordEnd)
        case .up, .control("p"):
            return recall == nil ? buffer.above.map { move(to: $0) } ?? recallOlder() : recallOlder()
        case .down, .control("n"):
            return recall == nil ? buffer.below.map { move(to: $0) } ?? .refused : recallNewer()
        case .control("r"): return beginSearch()
        case .control("c"): return .interrupted
        case .control("d"):
            let isUntouched = buffer.text == initial && buffer.isAtEnd
            return buffer.isEmpty || isUntouched ? .endOfInput : edit { _ = $0.remove(to: $0.cursor + 1) }
        case .control("k"): return kill(to: max(buffer.lineEnd, buffer.cursor + (buffer.isAtLineEnd ? 1 : 0)))
        case .control("u"): return kill(to: min(buffer.lineStart, buffer.cursor - (buffer.isAtLineStart ? 1 : 0)))
        case .control("w"): return kill(to: buffer.blankDelimitedStart)
        case .alt("\u{7F}"): return kill(to: buffer.wordStart)
        case .alt("d"): return kill(to: buffer.wordEnd)
        case .control("y"): return yank()
        case .alt("y"): return yankOlder()
        case .control("t"): return edit { $0.transpose() }
        case .alt("u"): return edit { $0.changeWord { $0.uppercased() } }
        case .alt("l"): return edit { $0.changeWord { $0.lowercased() } }
        case .alt("c"): return edit { $0.changeWord(\.capitalized) }
        case .control("x"):
            isPrefixed = true
            return .edited
        case .control("_"): return undo()
        case .alt("/"): return redo()
        case .control("l"): return .requestsClearScreen
        case .control("z"): return .requestsSuspension
        case .escape, .backTab, .pageUp, .pageDown, .control, .alt, .unknown: return .refused
        }
    }

    // MARK: - Editing

    func edited(_ change: (inout EditBuffer) -> Void) -> EditBuffer {
        var changed = buffer
        change(&changed)
        return changed
    }

    mutating func edit(_ change: (inout EditBuffer) -> Void) -> Outcome {
        let changed = edited(change)
        defer { buffer = changed }
        return changed == buffer ? .refused : .edited
    }

    private mutating func move(to target: Int) -> Outcome { edit { $0.move(to: target) } }

    // MARK: - Undo

    mutating func undo() -> Outcome { replaceLine(with: edits.undo(from: buffer)) }
    mutating func redo() -> Outcome { replaceLine(with: edits.redo(from: buffer)) }

    private mutating func replaceLine(with line: EditBuffer?) -> Outcome {
        guard let line else { return .refused }
        buffer = line
        (isTyping, lastWasKill) = (false, false)
        return .edited
    }

    /// Letters typed in a row are undone together, word by word.
    mutating func remember(_ before: EditBuffer, _ key: Key) {
        var isLetter = false
        if case .text(let text) = key { isLetter = text != " " }
        switch key {
        case .control("k"), .control("u"), .control("w"), .alt("d"), .alt("\u{7F}"): break
        default: lastWasKill = false
        }
        if before.characters != buffer.characters, !(isTyping && isLetter) { edits.add(before) }
        isTyping = isLetter
    }
}

/// What a line was before each change, and after those that were undone: the way back and the way forward again.
struct Edits: Sendable {
    private var undoable: [EditBuffer] = []
    private var redoable: [EditBuffer] = []

    /// How many letters are kept, in all.
    private static let letters = 1_000_000

    /// What was undone before a new change cannot be done again.
    mutating func add(_ before: EditBuffer) {
        redoable = []
        undoable.append(before)
        let most = max(8, Self.letters / (before.characters.count + 1))
        undoable.removeFirst(max(0, undoable.count - most))
    }

    mutating func undo(from present: EditBuffer) -> EditBuffer? {
        guard let last = undoable.popLast() else { return nil }
        redoable.append(present)
        return last
    }

    mutating func redo(from present: EditBuffer) -> EditBuffer? {
        guard let next = redoable.popLast() else { return nil }
        undoable.append(present)
        return next
    }
}
