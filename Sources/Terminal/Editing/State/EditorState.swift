/// A line being edited, as a value: a key makes the next state, and nothing here knows a terminal.
public struct EditorState: Sendable {
    public internal(set) var buffer: LineBuffer
    /// What stood there before anybody typed.
    private let initial: String
    /// Older lines, the oldest first.
    let past: [String]
    /// What could complete the line, shown until the next key.
    public internal(set) var offered: [Completions.Candidate] = []
    var recall: Recall?
    public internal(set) var search: Search?
    private var undoable: [LineBuffer] = []
    private var isTyping = false
    private var killed = ""
    private var lastWasKill = false

    public init(_ text: String = "", past: [String] = []) {
        buffer = LineBuffer(text)
        initial = text
        self.past = past
    }

    /// What a key asks for beyond the line itself.
    public enum Outcome: Hashable, Sendable {
        case edited
        /// The key did nothing here.
        case refused
        case submitted(String)
        case interrupted
        case endOfInput
        case wantsCompletions
        case wantsSuspension
        case wantsClearScreen
    }

    public mutating func press(_ key: Key) -> Outcome {
        offered = []
        if search != nil, let outcome = pressWhileSearching(key) { return outcome }
        if key != .up, key != .down, key != .control("p"), key != .control("n") { recall = nil }
        let before = buffer
        let outcome = perform(key)
        remember(before, key)
        return outcome
    }

    private mutating func perform(_ key: Key) -> Outcome {
        switch key {
        case .text(let text): return edit { $0.insert(text) }
        case .paste(let text): return edit { $0.insert(Self.line(ofPasted: text)) }
        case .enter: return .submitted(buffer.text)
        case .tab: return .wantsCompletions
        case .backspace, .control("h"): return edit { _ = $0.remove(to: $0.cursor - 1) }
        case .delete: return edit { _ = $0.remove(to: $0.cursor + 1) }
        case .left, .control("b"): return move(to: buffer.cursor - 1)
        case .right, .control("f"): return buffer.isAtEnd ? acceptSuggestion() : move(to: buffer.cursor + 1)
        case .home, .control("a"): return move(to: buffer.start)
        case .end, .control("e"): return buffer.isAtEnd ? acceptSuggestion() : move(to: buffer.end)
        case .wordLeft, .alt("b"): return move(to: buffer.wordStart)
        case .wordRight, .alt("f"): return move(to: buffer.wordEnd)
        case .up, .control("p"): return recallOlder()
        case .down, .control("n"): return recallNewer()
        case .control("r"): return beginSearch()
        case .control("c"): return .interrupted
        case .control("d"):
            let isUntouched = buffer.text == initial && buffer.isAtEnd
            return buffer.isEmpty || isUntouched ? .endOfInput : edit { _ = $0.remove(to: $0.cursor + 1) }
        case .control("k"): return kill(to: buffer.end)
        case .control("u"): return kill(to: buffer.start)
        case .control("w"): return kill(to: buffer.blankDelimitedStart)
        case .alt("d"): return kill(to: buffer.wordEnd)
        case .control("y"): return edit { [killed] in $0.insert(killed) }
        case .control("t"): return edit { $0.transpose() }
        case .control("_"): return undo()
        case .control("l"): return .wantsClearScreen
        case .control("z"): return .wantsSuspension
        case .escape, .backTab, .pageUp, .pageDown, .control, .alt, .unknown: return .refused
        }
    }

    /// Lines that were pasted together stay one line until someone presses Enter; the last line end is dropped.
    private static func line(ofPasted text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        return (lines.last == "" ? lines.dropLast() : lines).joined(separator: "\n")
    }

    // MARK: - Editing

    func edited(_ change: (inout LineBuffer) -> Void) -> LineBuffer {
        var changed = buffer
        change(&changed)
        return changed
    }

    private mutating func edit(_ change: (inout LineBuffer) -> Void) -> Outcome {
        let changed = edited(change)
        defer { buffer = changed }
        return changed == buffer ? .refused : .edited
    }

    private mutating func move(to target: Int) -> Outcome { edit { $0.move(to: target) } }

    /// What is killed in a row comes back together.
    private mutating func kill(to target: Int) -> Outcome {
        let isBackward = target < buffer.cursor
        var removed = ""
        let outcome = edit { removed = $0.remove(to: target) }
        killed = lastWasKill ? (isBackward ? removed + killed : killed + removed) : removed
        lastWasKill = true
        return outcome
    }

    /// Puts the candidate in, or as much as all have in common, and offers the choice.
    public mutating func complete(with completions: Completions) -> Outcome {
        offered = []
        guard !completions.candidates.isEmpty else { return .refused }
        let common = completions.commonPrefix
        let before = buffer
        if completions.candidates.count == 1 || common.count >= completions.range.count {
            buffer.replace(completions.range, with: common)
        }
        if completions.candidates.count > 1 { offered = completions.candidates }
        remember(before, .tab)
        return .edited
    }

    // MARK: - Undo

    private mutating func undo() -> Outcome {
        guard let last = undoable.popLast() else { return .refused }
        buffer = last
        return .edited
    }

    /// Letters typed in a row are undone together, word by word.
    private mutating func remember(_ before: LineBuffer, _ key: Key) {
        var isLetter = false
        if case .text(let text) = key { isLetter = text != " " }
        switch key {
        case .control("k"), .control("u"), .control("w"), .alt("d"): break
        default: lastWasKill = false
        }
        if key != .control("_"), before.characters != buffer.characters, !(isTyping && isLetter) {
            undoable.append(before)
        }
        isTyping = isLetter
    }
}
