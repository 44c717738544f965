import Localization
import Rendering
import Synchronization
import Terminal

/// A progress indicator on standard error. If the progress is unknown, it shows the elapsed time.
final class ProgressIndicator: Sendable {
    private let traits: TerminalTraits
    private let progress = Mutex<Progress?>(nil)
    private static let pause = Duration.milliseconds(500)

    init(_ traits: TerminalTraits) { self.traits = traits }

    /// Shows the progress of an operation while it runs.
    ///
    /// - Parameter title: The name of the operation, such as the name of the command.
    func during<Result>(_ title: Message, _ work: () async throws -> Result) async throws -> Result {
        guard traits.isErrorTTY else { return try await work() }
        progress.withLock { $0 = Progress(title, traits: traits) }
        let ticking = Task {
            while true {
                try await Task.sleep(for: Self.pause)
                progress.withLock { $0?.tick() }
            }
        }
        var isDone = false
        defer {
            ticking.cancel()
            progress.withLock { progress in
                progress?.finish(isDone: isDone)
                progress = nil
            }
        }
        let result = try await work()
        isDone = true
        return result
    }

    func update(_ part: Title? = nil, done: Int?, of total: Int?) {
        progress.withLock { $0?.update(part, done: done, of: total) }
    }
}
