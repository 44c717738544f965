/// The state of the line editor, independent of the terminal. Each key press updates the state.
public struct EditorState: Sendable {
    public internal(set) var buffer: EditBuffer
    private let initial: String
    /// The previously typed lines, oldest first.
    var history: HistoryLines
    /// Whether Up in the first row goes to the previous line, and Down in the last row submits the current line.
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

    mutating func undo(from current: EditBuffer) -> EditBuffer? {
        guard let last = undoable.popLast() else { return nil }
        redoable.append(current)
        return last
    }

    mutating func redo(from current: EditBuffer) -> EditBuffer? {
        guard let next = redoable.popLast() else { return nil }
        undoable.append(current)
        return next
    }
}

// Handles multi-row lines, which are typed, pasted, or written in an editor.
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

    /// Submits the line, or starts a new row if the line is incomplete. If the last row is empty, the line is always
    /// submitted.
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

    /// The state of history recall, which is limited to lines that start with the typed text.
    struct HistoryRecall: Hashable, Sendable {
        let typed: EditBuffer
        var index: Int
    }

    /// The remaining text of the newest history line that starts with the typed text, or `nil` for no suggestion.
    public var suggestion: String? {
        guard search == nil, menu == nil, buffer.isAtEnd, !buffer.isEmpty,
            buffer.characters.count < Self.longestSuggestion
        else { return nil }
        let typed = buffer.text
        let line = history.last(before: history.count, beginningWith: typed, otherThan: typed)
        return line.map { String(decoding: history[$0].utf8.dropFirst(typed.utf8.count), as: UTF8.self) }
    }

    /// The line length, in characters, at which suggestions stop.
    private static let longestSuggestion = 1000

    mutating func acceptSuggestion() -> Outcome {
        guard let suggestion else { return .refused }
        buffer = edited { $0.insert(suggestion) }
        return .edited
    }

    mutating func recallOlder() -> Outcome {
        let walk = recall ?? HistoryRecall(typed: buffer, index: history.count)
        let older = history.last(before: walk.index, beginningWith: walk.typed.text, otherThan: buffer.text)
        guard let index = older else { return .refused }
        return show(history[index], HistoryRecall(typed: walk.typed, index: index))
    }

    mutating func recallNewer() -> Outcome {
        guard let walk = recall else { return .refused }
        if let index = history.first(from: walk.index + 1, beginningWith: walk.typed.text, otherThan: buffer.text) {
            return show(history[index], HistoryRecall(typed: walk.typed, index: index))
        }
        buffer = walk.typed
        recall = nil
        return .edited
    }

    private mutating func show(_ line: String, _ walk: HistoryRecall) -> Outcome {
        buffer = EditBuffer(line)
        recall = walk
        return .edited
    }

    /// An incremental history search that ignores case and accents.
    public struct Search: Hashable, Sendable {
        public internal(set) var wanted = ""
        public internal(set) var hasFailed = false
        let typed: EditBuffer
        let lines: FoldedLines
        var index: Int
    }

    mutating func beginSearch() -> Outcome {
        search = Search(typed: buffer, lines: FoldedLines(history), index: history.count)
        return .edited
    }

    /// Handles a key during a search.
    ///
    /// - Returns: The effect of the key, or `nil` if the key ends the search and must be handled as usual.
    mutating func pressWhileSearching(_ key: Key) -> Outcome? {
        guard var current = search else { return nil }
        switch key {
        case .text(let text):
            current.wanted += text
            // If the search text has no match, a longer text has none either.
            return current.hasFailed
                ? show(current, at: nil, hasFailed: true)
                : search(for: current, from: min(current.index, history.count - 1))
        case .backspace, .control("h"):
            guard !current.wanted.isEmpty else { return .refused }
            current.wanted.removeLast()
            return search(for: current, from: history.count - 1)
        case .control("r"), .up:
            return search(for: current, from: current.index - 1)
        case .control("s"), .down:
            return searchForward(for: current)
        case .control("g"), .escape:
            buffer = current.typed
            search = nil
            return .edited
        default:
            search = nil
            // Undo then restores the line typed before the search.
            remember(current.typed, .unknown)
            return nil
        }
    }

    private mutating func search(for search: Search, from newest: Int) -> Outcome {
        guard !search.wanted.isEmpty else { return show(search, at: nil) }
        let index = search.lines.last(upTo: newest, containing: search.wanted)
        return show(search, at: index, hasFailed: index == nil)
    }

    private mutating func searchForward(for search: Search) -> Outcome {
        guard !search.wanted.isEmpty,
            let index = search.lines.first(from: search.index + 1, containing: search.wanted)
        else { return .refused }
        return show(search, at: index)
    }

    private mutating func show(_ search: Search, at index: Int?, hasFailed: Bool = false) -> Outcome {
        var found = search
        found.hasFailed = hasFailed
        if let index {
            found.index = index
            buffer = EditBuffer(history[index])
        }
        self.search = found
        return hasFailed ? .refused : .edited
    }

    /// The menu of completion candidates below the line.
    public struct Menu: Hashable, Sendable {
        public let completions: Completions
        /// The index of the candidate inserted into the line, or `nil` if the line contains only typed text.
        public internal(set) var chosen: Int?
        /// The line before a candidate was inserted.
        let typed: EditBuffer

        var candidates: [Completions.Candidate] { completions.candidates }
    }

    /// Inserts the only candidate, or inserts the common prefix of several candidates and opens the menu.
    public mutating func complete(with completions: Completions, offering: Bool = true) -> Outcome {
        menu = nil
        guard !completions.candidates.isEmpty else { return .refused }
        let common = completions.commonPrefix
        let before = buffer
        var completions = completions
        let range = completions.range
        if completions.candidates.count == 1 || common.count >= range.count {
            buffer.replace(range, with: common)
            completions.range = range.lowerBound..<max(range.lowerBound, buffer.cursor)
        }
        if completions.candidates.count > 1, offering {
            menu = Menu(completions: completions, chosen: nil, typed: buffer)
        }
        remember(before, .tab)
        return .edited
    }

    /// Handles a key while the menu is open.
    ///
    /// - Returns: The effect of the key, or `nil` if the key closes the menu and must be handled as usual.
    mutating func pressInMenu(_ key: Key) -> Outcome? {
        guard var current = menu else { return nil }
        let count = current.candidates.count
        let before = buffer
        switch key {
        case .tab: current.chosen = current.chosen.map { ($0 + 1) % count } ?? 0
        case .backTab: current.chosen = ((current.chosen ?? 0) + count - 1) % count
        case .escape, .control("g"):
            buffer = current.typed
            menu = nil
            return .edited
        case .enter where current.chosen != nil:
            menu = nil
            return .edited
        default:
            menu = nil
            return nil
        }
        buffer = current.typed
        if let chosen = current.chosen {
            buffer.replace(current.completions.range, with: current.candidates[chosen].replacement)
        }
        menu = current
        remember(before, key)
        return .edited
    }
}

/// The completion candidates at the cursor.
public struct Completions: Hashable, Sendable {
    /// The range of the line that a candidate replaces, in grapheme clusters.
    public internal(set) var range: Range<Int>
    public let candidates: [Candidate]
    /// The total number of candidates, including those not in `candidates`.
    public let total: Int
    /// Whether the search stopped at a limit. The menu then shows the total with a plus sign, as in `2000+`.
    public let isCapped: Bool

    public init(range: Range<Int>, candidates: [Candidate], total: Int? = nil, isCapped: Bool = false) {
        self.range = range
        self.candidates = candidates
        self.total = total ?? candidates.count
        self.isCapped = isCapped
    }

    public struct Candidate: Hashable, Sendable {
        /// The quoted text to insert. It ends with a space if it completes the word.
        public let replacement: String
        /// The text shown in the menu.
        public let title: String

        public init(_ replacement: String, title: String? = nil) {
            self.replacement = replacement
            self.title = title ?? replacement
        }
    }

    /// The longest common prefix of all replacements.
    var commonPrefix: String {
        guard var common = candidates.first.map({ Array($0.replacement) }) else { return "" }
        for candidate in candidates.dropFirst() {
            common = zip(common, candidate.replacement).prefix { $0 == $1 }.map(\.0)
        }
        return String(common)
    }
}

/// A function that returns the completion candidates at a cursor position. The position is counted in grapheme
/// clusters.
public typealias Completer = @Sendable (_ line: String, _ cursor: Int) async -> Completions
