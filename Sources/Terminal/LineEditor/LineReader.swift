import Glibc
import Rendering

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

    /// Reads a line without showing or recording it. Echo stays off until the next line is read.
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
        // In raw mode, this prompt also reads an immediate answer, such as Ctrl-D.
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
