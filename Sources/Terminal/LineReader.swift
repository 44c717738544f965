import Glibc
import Localization
import Rendering
import Text

public enum LineResult: Hashable, Sendable {
    case line(String)
    /// The user pressed Up to go to the previous line.
    case previous(String)
    /// The user pressed Ctrl-C. The line was discarded, and the session continues.
    case interrupted
    case endOfInput
}

/// A line reader that uses a line editor on a terminal and plain input otherwise.
public final class LineReader {
    public var history: History?
    public var options = LineEditorOptions()
    let traits: TerminalTraits
    private let device: TerminalDevice
    private let signals: SignalDispatcher?
    private let output: Output
    private let lines: ByteLineReader
    private let input: Int32
    private let isSeen: Bool
    private var parser = KeyParser()
    private var keys: [Key] = []
    private var echoSuppressor: EchoSuppressor?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - output: The descriptor for prompts. The default is standard output if it is a terminal, and standard error
    ///     otherwise.
    ///   - history: The history of typed lines, or `nil` for none.
    public init(
        input: Int32 = 0, output: Int32? = nil, traits: TerminalTraits, history: History? = nil,
        signals: SignalDispatcher? = nil
    ) {
        let output = output ?? (traits.isOutputTTY ? 1 : 2)
        isSeen = traits.isInputTTY && isatty(output) == 1
        self.input = input
        self.traits = traits
        self.history = history
        self.signals = signals
        device = TerminalDevice(input: input, output: output, fallbackSize: traits.size, signals: signals)
        self.output = Output(DescriptorSink(output, name: "the terminal"))
        lines = ByteLineReader(input)
    }

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - heading: The lines to show above the prompt.
    ///   - prompt: The prompt, which is shown only on a terminal.
    ///   - isKept: Whether older lines can be recalled and the new line is added to the history.
    /// - Throws: `InputProblem` or `OutputProblem`.
    public func readLine(
        below heading: [Line] = [], prompt: Line, initial: String = "", isKept: Bool = true,
        help: LineEditorHooks = LineEditorHooks()
    ) async throws -> LineResult {
        echoSuppressor = nil
        let result =
            isSeen && traits.isEditable
            ? try await edit(
                EditorState(initial, hasNeighbors: help.hasNeighbors, isComplete: help.isComplete), heading, prompt,
                help, recallsHistory: isKept)
            : try readPlainly(heading, prompt, initial)
        if isKept, traits.isInputTTY, case .line(let line) = result { history?.append(line) }
        return result
    }

    /// Reads a line without showing or recording it. Echo stays off until the next prompt that is not secret.
    public func readSecret(prompt: Line) async throws -> LineResult {
        // After another secret prompt, echo is still off.
        echoSuppressor = echoSuppressor ?? EchoSuppressor(of: input)
        return isSeen && traits.isEditable
            ? try await edit(EditorState(), [], prompt, LineEditorHooks(), isSecret: true) : try readPlainly([], prompt)
    }

    private func show(_ heading: [Line]) throws {
        guard isSeen else { return }
        for line in heading { try output.writeLine(traits.outputPalette.paint(line)) }
        try output.flush()
    }

    /// Reads a line without line editing. An empty line accepts the initial text.
    private func readPlainly(
        _ heading: [Line], _ prompt: Line, _ initial: String = ""
    ) throws -> LineResult {
        let keys = isSeen ? SignalWatch([SIGINT], of: signals) : nil
        try show(heading)
        if isSeen {
            let prompt = initial.isEmpty ? prompt : prompt + Line("(\(initial)) ", .dim)
            try output.write(traits.outputPalette.paint(prompt))
            try output.flush()
        }
        lines.wait = { [input] in try keys?.waitForInput(from: input) }
        defer { lines.wait = {} }
        do {
            guard let line = try lines.next() else { return .endOfInput }
            return .line(line.isEmpty ? initial : line)
        } catch is CancellationError {
            try output.writeLine()
            try output.flush()
            return .interrupted
        }
    }

    // MARK: - Editing

    private func edit(
        _ start: EditorState, _ heading: [Line], _ prompt: Line, _ help: LineEditorHooks, recallsHistory: Bool = false,
        isSecret: Bool = false
    ) async throws -> LineResult {
        var session = EditingSession(start, prompt, help, options, traits, isSecret: isSecret, size: device.size)
        device.open()
        defer { device.close() }
        // The heading is shown in raw mode, so that this prompt also reads an immediate answer, such as Ctrl-D.
        try show(heading)
        try device.write(session.paint())
        // Loading a large history takes time, so the prompt is shown first.
        if recallsHistory { recall(for: &session) }
        while true {
            if keys.isEmpty, let result = try await nextKeys(&session) { return result }
            while !keys.isEmpty {
                switch session.press(keys.removeFirst()) {
                case .edited, .refused: break
                case .submitted(let line): return try end(&session, .line(line))
                case .leftForPrevious(let line): return try end(&session, .previous(line))
                case .interrupted: return try end(&session, .interrupted)
                case .endOfInput: return try end(&session, .endOfInput)
                case .requestsCompletions: await session.complete()
                case .requestsEditor: try await openEditor(for: &session)
                case .requestsSuspension: try suspend(&session)
                case .requestsClearScreen: try device.write(session.clearScreen())
                }
            }
            try device.write(session.paint())
        }
    }

    /// Loads the history into the session.
    private func recall(for session: inout EditingSession) {
        history?.refresh()
        session.setHistory(history?.lines ?? [])
    }

    /// Waits for the next terminal event and either queues its keys or performs its action.
    ///
    /// - Returns: The result if the prompt has ended, or `nil` otherwise.
    private func nextKeys(_ session: inout EditingSession) async throws -> LineResult? {
        switch device.nextEvent(timeout: parser.isWaiting ? Self.escapeDelay : nil) {
        case .bytes(let bytes): keys += parser.feed(bytes)
        case .quiet: keys += parser.flush()
        case .resized: try device.write(session.resize(to: device.size))
        case .continued:
            device.close()
            device.open()
            try device.write(session.repaint())
        case .end: return .endOfInput
        case .signal(SIGTSTP): try suspend(&session)
        case .signal(let signal):
            try? device.write(session.leave())
            device.handOver(to: signal)
            return .interrupted
        }
        return nil
    }

    /// The time in milliseconds after which a lone ESC is read as the Escape key.
    private static let escapeDelay: Int32 = 50

    private func end(_ session: inout EditingSession, _ result: LineResult) throws -> LineResult {
        try device.write(session.paint(isFinal: true) + session.leave())
        return result
    }

    private func openEditor(for session: inout EditingSession) async throws {
        try device.write(session.leave())
        device.close()
        defer { device.open() }
        await session.edit()
        session.size = device.size
    }

    private func suspend(_ session: inout EditingSession) throws {
        try device.write(session.leave())
        device.handOver(to: SIGTSTP)
        device.open()
        session.size = device.size
        try device.write(session.repaint())
    }
}

/// The answer to a multiple-choice question.
public enum Answer: Hashable, Sendable {
    /// The index of a choice.
    case chosen(Int)
    /// A command line instead of an answer.
    case other(String)
    case interrupted
    case endOfInput
}

extension LineReader {
    /// Asks a multiple-choice question until the user enters the number, the first letter, or the title of a choice, or
    /// a command. If several choices begin with the same letter, the letter selects the one that cancels, or none if
    /// none of them cancels.
    ///
    /// - Parameters:
    ///   - preset: The index of the choice that an empty line selects, or `nil` to require an answer.
    ///   - cancel: The index of the choice that cancels, if there is one.
    ///   - isCommand: A function that returns whether a line is a command. A command ends the question.
    public func ask(
        _ question: Message, _ choices: [Message], preset: Int? = nil, cancel: Int? = nil,
        orCommand isCommand: (String) -> Bool = { _ in false }
    ) async throws -> Answer {
        let keys = Self.keys(of: choices, cancel: cancel)
        var heading =
            Line(question.localized, .strong).wrapped(to: traits.size.columns) + lines(of: choices, keys, preset)
        while true {
            switch try await readLine(below: heading, prompt: Line("? ", .prompt), isKept: false) {
            case .interrupted: return .interrupted
            case .endOfInput: return .endOfInput
            case .line(let line), .previous(let line):
                let answer = String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
                if let index = index(of: answer, among: choices, preset: preset, cancel: cancel) {
                    return .chosen(index)
                }
                if isCommand(answer) { return .other(answer) }
                let letters = keys.compactMap(\.self).joined(separator: ", ")
                let hint: Message =
                    letters.isEmpty
                    ? "Type a number from 1 to \(choices.count), or press Ctrl-D to cancel."
                    : "Type \(letters), or a number from 1 to \(choices.count), or press Ctrl-D to cancel."
                heading = Line(hint.localized, .dim).wrapped(to: traits.size.columns)
            }
        }
    }

    private func lines(of choices: [Message], _ keys: [String?], _ preset: Int?) -> [Line] {
        choices.enumerated().map { index, choice in
            let names = [keys[index], index == preset ? Self.enter.localized : nil].compactMap(\.self)
            let key = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
            return Line("  \(index + 1)  ", .dim) + Line(choice.localized) + Line(key, .dim)
        }
    }

    /// The name of the key that ends a line.
    private static let enter: Message = "Enter"

    /// Returns the letter that selects each choice, such as `y`.
    private static func keys(of choices: [Message], cancel: Int?) -> [String?] {
        let letters = choices.map { $0.localized.first.flatMap { $0.isLetter ? $0.lowercased() : nil } }
        return letters.enumerated().map { index, letter in
            index == cancel || letters.count { $0 == letter } == 1 ? letter : nil
        }
    }

    /// Returns the index of the choice that an answer names, or `nil` for other answers.
    public func index(of answer: String, among choices: [Message], preset: Int? = nil, cancel: Int? = nil) -> Int? {
        let answer = answer.lowercased()
        if answer.isEmpty { return preset }
        if let number = Int(answer), choices.indices.contains(number &- 1) { return number - 1 }
        return Self.keys(of: choices, cancel: cancel).firstIndex(of: answer)
            ?? choices.firstIndex { [$0.localized, $0.description].map { $0.lowercased() }.contains(answer) }
    }
}

/// The functions that the app provides to extend the line editor.
public struct LineEditorHooks: Sendable {
    /// A function that returns the completion candidates for Tab, or `nil` to disable completion.
    public var completer: Completer?
    public var highlighter: Highlighter?
    /// A function that returns whether a line is complete. Enter adds a row to an incomplete line.
    public var isComplete: @Sendable (String) -> Bool
    /// A function that opens a line in an external editor. It returns the new text, or `nil` to keep the line.
    public var editor: (@Sendable (String) async -> String?)?
    /// Whether Up and Down go to the previous and the next line, as between the fields of a form.
    public var hasNeighbors: Bool

    public init(
        completer: Completer? = nil, highlighter: Highlighter? = nil,
        isComplete: @escaping @Sendable (String) -> Bool = { _ in true },
        editor: (@Sendable (String) async -> String?)? = nil, hasNeighbors: Bool = false
    ) {
        self.completer = completer
        self.highlighter = highlighter
        self.isComplete = isComplete
        self.editor = editor
        self.hasNeighbors = hasNeighbors
    }
}

/// A function that returns the styled parts of a line. The ranges are counted in grapheme clusters.
public typealias Highlighter = @Sendable (_ line: String) -> [(range: Range<Int>, style: Style)]

/// The optional features of the line editor.
public struct LineEditorOptions: Hashable, Sendable {
    /// Whether the rest of a matching older line is suggested in dim text.
    public var showsSuggestions = true
    /// Whether completion candidates are shown below the line.
    public var showsMenu = true
}

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
