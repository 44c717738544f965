/// A line being edited together with its picture on the screen.
struct EditingSession {
    private var state: EditorState
    private var painter: FramePainter
    private let prompt: Line
    private let charset: Charset
    private let showsSuggestions: Bool
    private let isSecret: Bool
    var size: TerminalSize

    init(_ state: EditorState, _ prompt: Line, _ traits: TerminalTraits, isSecret: Bool, size: TerminalSize) {
        self.state = state
        self.prompt = prompt
        self.isSecret = isSecret
        self.size = size
        charset = traits.charset
        showsSuggestions = traits.outputPalette.isColored
        painter = FramePainter(traits.outputPalette)
    }

    mutating func press(_ key: Key) -> EditorState.Outcome {
        let outcome = state.press(key)
        return isSecret && outcome == .wantsCompletions ? .refused : outcome
    }

    mutating func complete(with completer: Completer?) async {
        guard let completer else { return }
        let completions = await completer(state.buffer.text, state.buffer.cursor)
        _ = state.complete(with: completions)
    }

    // MARK: - The bytes for the terminal

    mutating func paint(isFinal: Bool = false) -> String {
        let setting = Frame.Setting(
            prompt: prompt, size: size, charset: charset, showsSuggestions: showsSuggestions, isSecret: isSecret
        )
        return painter.paint(Frame(state, setting, isFinal: isFinal))
    }

    mutating func resize(to size: TerminalSize) -> String {
        self.size = size
        return painter.reflow(to: size) + paint()
    }

    mutating func clearScreen() -> String { painter.clearScreen() + paint() }
    mutating func leave() -> String { painter.leave() }

    /// The prompt anew, where the cursor is now.
    mutating func repaint() -> String {
        _ = painter.leave()
        return paint()
    }
}
