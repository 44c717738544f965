import Almanac
import Display
import Localization
import Model
import Rendering
import Synchronization
import Terminal
import Text

/// A reporter that writes errors, warnings, and notices to standard error.
struct ErrorReporter: Sendable {
    let traits: TerminalTraits
    let isDebugging: Bool

    /// Reports an error and returns its exit status.
    ///
    /// - Parameter line: The command line with the error and its position; empty for a single command.
    func report(_ error: any Error, of line: Message = "") -> ExitStatus {
        if let problem = error as? OutputProblem, !problem.isWorthReporting { return .done }
        notify(line)
        switch error {
        case let problem as any UserFacingError:
            for row in problem.explanation.passage?.rows(within: columns) ?? [] { notify("\(row)") }
            for detail in problem.explanation.details { notify(detail) }
            notify(problem.explanation.sentences.joined())
            return problem.explanation.status
        case let problem as OutputProblem:
            notify(problem.sentence)
            return .failed
        case let problem as UnshownChangeProblem:
            notify(problem.sentence)
            return .failed
        case let problem as InputProblem:
            notify(problem.sentence)
            return .failed
        case is CancellationError:
            notify("Interrupted. Nothing was changed.")
            return .interrupted
        default:
            notify(
                isDebugging
                    ? "Unexpected error: \(String(describing: error))"
                    : "Unexpected error. Use --debug for details.")
            return .failed
        }
    }

    /// The log that writes debug messages to standard error if `--debug` is given.
    var debugLog: DebugLog {
        isDebugging ? DebugLog { message in notify("debug: \(message)", .dim) } : DebugLog()
    }

    /// The width of the terminal that shows standard error, or `nil` for no limit.
    private var columns: Int? { traits.isErrorTTY ? traits.size.columns : nil }

    /// Writes a paragraph to standard error. Write errors are ignored.
    func notify(_ message: Message, _ style: Style? = nil) {
        let text = message.localized
        guard !text.isEmpty else { return }
        let output = Output.standardError()
        for row in Line(text, style).wrapped(to: columns) { try? output.writeLine(traits.errorPalette.paint(row)) }
        try? output.flush()
    }

    /// Shows the page of an error, such as both versions of a record after an edit conflict.
    func show(_ page: Page) async {
        try? await PageRenderer(.table, traits).render(page, .everything, to: .standardError())
    }
}

extension ErrorReport.Passage {
    /// Returns one row with the text and one with a caret below the error. If the text is too long, only the part
    /// around the error is included.
    func rows(within columns: Int?) -> [String] {
        let cells = text.map { VisibleText.line(String($0)) }
        let widths = cells.map(DisplayWidth.width)
        let space = max(8, (columns ?? .max) - Self.margin.count - 2)
        var start = 0
        var ahead = widths[..<column].reduce(0, +)
        while ahead > space / 2, ahead + widths[column...].reduce(0, +) > space {
            ahead -= widths[start]
            start += 1
        }
        var end = start
        var width = 0
        while end < cells.count, width + widths[end] <= space {
            width += widths[end]
            end += 1
        }
        let before = start > 0 ? "…" : ""
        let row = before + cells[start..<end].joined() + (end < cells.count ? "…" : "")
        return [
            Self.margin + row, Self.margin + String(repeating: " ", count: before.count + ahead) + "^",
        ]
    }

    private static let margin = "  "
}

/// An output error of a command that has changed data.
struct UnshownChangeProblem: Error {
    let sentence: Message

    /// Creates an error from an output error.
    ///
    /// - Parameter outcome: A sentence that states the outcome of the command.
    init(_ problem: OutputProblem, _ outcome: Message) { sentence = [problem.sentence, outcome].joined() }
}

/// A progress indicator on standard error. If the progress is unknown, it shows the elapsed time.
final class ProgressIndicator: Sendable {
    private let traits: TerminalTraits
    private let state = Mutex(State())
    private static let pause = Duration.milliseconds(500)

    private struct State {
        var progress: Progress?
        /// Whether a prompt or another program uses the terminal.
        var isHidden = false
    }

    init(_ traits: TerminalTraits) { self.traits = traits }

    /// Shows the progress of an operation while it runs.
    ///
    /// - Parameter title: The name of the operation, such as the name of the command.
    func during<Result>(_ title: Message, _ work: () async throws -> Result) async throws -> Result {
        guard traits.isErrorTTY else { return try await work() }
        state.withLock { $0.progress = Progress(title, traits: traits) }
        let ticking = Task {
            while true {
                try await Task.sleep(for: Self.pause)
                state.withLock { if !$0.isHidden { $0.progress?.tick() } }
            }
        }
        var isDone = false
        defer {
            ticking.cancel()
            state.withLock { state in
                state.progress?.finish(isDone: isDone)
                state.progress = nil
            }
        }
        let result = try await work()
        isDone = true
        return result
    }

    func update(_ part: Title? = nil, done: Int?, of total: Int?) {
        state.withLock { if !$0.isHidden { $0.progress?.update(part, done: done, of: total) } }
    }

    /// Removes the progress line until it is redrawn, and writes other lines in its place.
    func write(_ lines: () -> Void) {
        state.withLock { state in
            state.progress?.hide()
            lines()
        }
    }

    /// Hides the progress while a prompt or another program uses the terminal.
    func hidden<Result>(during work: () async throws -> Result) async rethrows -> Result {
        state.withLock { state in
            state.progress?.hide()
            state.isHidden = true
        }
        defer { state.withLock { $0.isHidden = false } }
        return try await work()
    }
}
