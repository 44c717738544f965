import Localization
import Rendering
import Synchronization
import Terminal

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
