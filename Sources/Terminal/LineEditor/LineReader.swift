import Glibc
import Rendering

/// What came of asking for a line.
public enum LineResult: Hashable, Sendable {
    case line(String)
    /// Ctrl-C: what was typed is dropped, the session goes on.
    case interrupted
    case endOfInput
}

/// Asks for lines: with an editor on a terminal, byte by byte from anything else.
public final class LineReader {
    public var history: History?
    public var options = LineEditorOptions()
    let traits: TerminalTraits
    private let device: TerminalDevice
    private let signals: Signals?
    private let output: Output
    private let lines: ByteLines
    private let input: Int32
    /// Whether somebody sees the prompts.
    private let isSeen: Bool
    private var parser = KeyParser()
    private var keys: [Key] = []
    private var echoSuppressor: EchoSuppressor?

    /// - Parameters:
    ///   - output: Where prompts go; if it is not given, to standard output, or standard error if only that is a terminal.
    ///   - history: nil keeps nothing and recalls nothing.
    public init(
        input: Int32 = 0, output: Int32? = nil, traits: TerminalTraits, history: History? = nil, signals: Signals? = nil
    ) {
        let output = output ?? (traits.isOutputTTY ? 1 : 2)
        isSeen = traits.isInputTTY && isatty(output) == 1
        self.input = input
        self.traits = traits
        self.history = history
        self.signals = signals
        device = TerminalDevice(input: input, output: output, usualSize: traits.size, signals: signals)
        self.output = Output(DescriptorSink(output, name: "the terminal"))
        lines = ByteLines(input)
    }

    /// Where a script is, for its error messages: the number of the line that was read last, from 1.
    public var lineNumber: Int { lines.lineNumber }

    /// - Parameters:
    ///   - heading: Lines above the prompt. They are shown once keys are read as they come, so that an answer given at
    ///     first sight, even Ctrl-D, is one to the prompt.
    ///   - prompt: Not shown unless somebody sits at a terminal.
    ///   - isKept: Whether the line goes into the history, before this returns.
    /// - Throws: `InputProblem`, `OutputProblem`.
    public func readLine(
        below heading: [Line] = [], prompt: Line, initial: String = "", isKept: Bool = true,
        help: LineEditorHooks = LineEditorHooks()
    ) async throws -> LineResult {
        echoSuppressor = nil
        let result =
            isSeen && traits.isEditable
            ? try await edit(
                EditorState(initial, isWhole: help.isWhole), heading, prompt, help, recallsHistory: isKept)
            : try readPlainly(heading, prompt, initial)
        if isKept, traits.isInputTTY, case .line(let line) = result { history?.append(line) }
        return result
    }

    /// A line that is neither shown nor kept; nothing that is typed is seen until another line is read.
    public func readSecret(prompt: Line) async throws -> LineResult {
        echoSuppressor = EchoSuppressor(of: input)
        defer { echoSuppressor?.restoreOnCrash() }
        return isSeen && traits.isEditable
            ? try await edit(EditorState(), [], prompt, LineEditorHooks(), isSecret: true) : try readPlainly([], prompt)
    }

    private func show(_ heading: [Line]) throws {
        guard isSeen else { return }
        for line in heading { try output.writeLine(traits.outputPalette.paint(line)) }
        try output.flush()
    }

    /// Where a line cannot be edited, an empty one leaves the text that it would have begun with; the terminal itself shows
    /// Ctrl-C, and drops what was typed.
    private func readPlainly(
        _ heading: [Line], _ prompt: Line, _ initial: String = ""
    ) throws -> LineResult {
        // Who sees the prompt can leave it.
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
        try show(heading)
        try device.write(session.paint())
        if recallsHistory { recall(for: &session) }
        while true {
            if keys.isEmpty, let result = try await nextKeys(&session) { return result }
            while !keys.isEmpty {
                switch session.press(keys.removeFirst()) {
                case .edited: break
                case .refused: break
                case .submitted(let line): return try end(&session, .line(line))
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

    /// The prompt is there first: however long the history is, nobody waits for it.
    private func recall(for session: inout EditingSession) {
        history?.refresh()
        session.setHistory(history?.lines ?? [])
    }

    /// Waits until there is a key, or the prompt has ended.
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
            // A terminal that has gone takes nothing any more, and the signal is obeyed all the same.
            try? device.write(session.leave())
            device.handOver(to: signal)
            return signal == SIGINT ? .interrupted : .endOfInput
        }
        return nil
    }

    /// Milliseconds after which a lone ESC is the Escape key.
    private static let escapeDelay: Int32 = 50

    private func end(_ session: inout EditingSession, _ result: LineResult) throws -> LineResult {
        try device.write(session.paint(isFinal: true) + session.leave())
        return result
    }

    /// The terminal belongs to the editor meanwhile.
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
