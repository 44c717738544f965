import Rendering

/// An editor state and the painter that displays it.
struct EditingSession {
    private(set) var state: EditorState
    private var painter: FramePainter
    private let prompt: Line
    private let help: LineEditorHooks
    private let options: LineEditorOptions
    private let traits: TerminalTraits
    private let isSecret: Bool
    var size: TerminalSize

    init(
        _ state: EditorState, _ prompt: Line, _ help: LineEditorHooks, _ options: LineEditorOptions,
        _ traits: TerminalTraits,
        isSecret: Bool, size: TerminalSize
    ) {
        self.state = state
        self.prompt = prompt
        self.help = help
        self.options = options
        self.isSecret = isSecret
        self.size = size
        self.traits = traits
        painter = FramePainter(traits.outputPalette)
    }

    mutating func setHistory(_ history: HistoryLines) { state.history = history }

    mutating func press(_ key: Key) -> EditorState.Outcome {
        let outcome = state.press(key)
        let leavesPrompt = outcome == .requestsCompletions || outcome == .requestsEditor
        return isSecret && leavesPrompt ? .refused : outcome
    }

    mutating func complete() async {
        guard let completer = help.completer else { return }
        let completions = await completer(state.buffer.text, state.buffer.cursor)
        _ = state.complete(with: completions, offering: options.showsMenu)
    }

    /// Opens the line in an external editor.
    mutating func edit() async {
        guard let text = await help.editor?(state.buffer.text) else { return }
        state.replaceText(with: text)
    }

    // MARK: - Display

    mutating func paint(isFinal: Bool = false) -> String {
        painter.paint(frame(isFinal: isFinal))
    }

    func frame(isFinal: Bool = false) -> Frame {
        let setting = Frame.Setting(
            prompt: prompt, size: size, charset: traits.charset,
            showsSuggestions: traits.outputPalette.isColored && options.showsSuggestions, isSecret: isSecret,
            highlights: highlights)
        return Frame(state, setting, isFinal: isFinal)
    }

    /// The highlighted parts of the line. Very long lines are not highlighted.
    private var highlights: [(range: Range<Int>, style: Style)] {
        guard traits.outputPalette.isColored, !isSecret, state.buffer.characters.count < Self.longestHighlighted else {
            return []
        }
        return help.highlighter?(state.buffer.text) ?? []
    }

    private static let longestHighlighted = 2000

    mutating func resize(to size: TerminalSize) -> String {
        self.size = size
        return painter.reflow(to: size) + paint()
    }

    mutating func clearScreen() -> String { painter.clearScreen() + paint() }
    mutating func leave() -> String { painter.leave() }

    /// Returns the output that redraws the prompt at the current cursor position.
    mutating func repaint() -> String {
        _ = painter.leave()
        return paint()
    }
}
