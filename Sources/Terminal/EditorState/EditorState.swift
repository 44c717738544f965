/// The state of the line editor, independent of the terminal. Each key press updates the state.
public struct EditorState: Sendable {
    public internal(set) var buffer: EditBuffer
    private let initial: String
    /// The previously typed lines, oldest first.
    var history: HistoryLines
    /// Whether Up and Down go to the previous or the next line.
    private let hasNeighbors: Bool
    /// A function that returns whether a line is complete. Enter adds a row to an incomplete line.
    let isComplete: @Sendable (String) -> Bool
    public internal(set) var menu: Menu?
    var recall: HistoryRecall?
    public internal(set) var search: Search?
    /// Whether the previous key was Ctrl-X.
    var isPrefixed = false
    private var edits = Edits()
    private var isTyping = false
    var ring = KillRing()
    var lastWasKill = false
    var yanked: Yank?

    public init(
        _ text: String = "", history: HistoryLines = [], hasNeighbors: Bool = false,
        isComplete: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        buffer = EditBuffer(text)
        initial = text
        self.history = history
        self.hasNeighbors = hasNeighbors
        self.isComplete = isComplete
    }

    /// The effect of a key press, or an action that the caller must perform.
    public enum Outcome: Hashable, Sendable {
        case edited
        /// The key has no effect in the current state.
        case refused
        case submitted(String)
        /// The user goes to the previous line.
        case leftForPrevious(String)
        case interrupted
        case endOfInput
        case requestsCompletions
        /// The user wants to open the line in an external editor.
        case requestsEditor
        case requestsSuspension
        case requestsClearScreen
    }

    public mutating func press(_ key: Key) -> Outcome {
        if isPrefixed { return pressAfterPrefix(key) }
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
        case .up where hasNeighbors && buffer.above == nil: return .leftForPrevious(buffer.text)
        case .down where hasNeighbors && buffer.below == nil: return .submitted(buffer.text)
        case .up, .control("p"):
            return recall == nil ? buffer.above.map { move(to: $0) } ?? recallOlder() : recallOlder()
        case .down, .control("n"):
            return recall == nil ? buffer.below.map { move(to: $0) } ?? .refused : recallNewer()
        case .control("r"): return beginSearch()
        case .control("c"): return .interrupted
        case .control("d"):
            let isUntouched = buffer.text == initial && buffer.isAtEnd
            return buffer.isEmpty || isUntouched ? .endOfInput : edit { _ = $0.remove(to: $0.cursor + 1) }
        case .control("k"): return kill(to: buffer.lineEnd == buffer.cursor ? buffer.cursor + 1 : buffer.lineEnd)
        case .control("u"): return kill(to: buffer.lineStart == buffer.cursor ? buffer.cursor - 1 : buffer.lineStart)
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

    /// Records a change for undo. The characters of a typed word form one undo step.
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

/// The history of changes to a line, for undo and redo.
struct Edits: Sendable {
    private var undoable: [EditBuffer] = []
    private var redoable: [EditBuffer] = []

    /// The approximate maximum number of characters in all recorded lines.
    private static let letters = 1_000_000

    /// Records the line before a change. Changes that were undone earlier can no longer be redone.
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

// Multi-row lines that are typed, pasted, or written in an editor.
extension EditorState {
    /// Handles the key pressed after Ctrl-X.
    mutating func pressAfterPrefix(_ key: Key) -> Outcome {
        isPrefixed = false
        switch key {
        case .control("e"), .text("e"): return .requestsEditor
        case .control("u"), .text("u"): return undo()
        case .control("r"), .text("r"): return redo()
        default: return .refused
        }
    }

    /// Submits the line, or starts a new row if the line is incomplete. Enter in an empty row always submits the line.
    mutating func enter() -> Outcome {
        guard !buffer.text.hasSuffix("\n"), !isComplete(buffer.text) else { return .submitted(buffer.text) }
        return edit {
            $0.move(to: $0.characters.count)
            $0.insert("\n")
        }
    }

    /// Returns pasted text as one line with several rows, without the final line end.
    static func line(ofPasted text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        return (lines.last == "" ? lines.dropLast() : lines).joined(separator: "\n")
    }

    /// Replaces the whole line with text from an external editor.
    mutating func replaceText(with text: String) {
        let before = buffer
        buffer = EditBuffer(Self.line(ofPasted: text))
        remember(before, .unknown)
    }
}
