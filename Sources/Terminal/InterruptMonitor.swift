import Glibc

/// Functions that handle Ctrl-C while a command runs.
public enum InterruptMonitor {
    /// Runs a command and calls a handler on the main thread for each SIGINT. The signal does not end the process.
    ///
    /// The handler must not add or remove listeners.
    public static func during<Result>(
        _ signals: SignalDispatcher, _ body: () async throws -> Result,
        interrupted handler: @escaping @Sendable () -> Void
    ) async rethrows -> Result {
        let listener = signals.listen(for: [SIGINT]) { _ in handler() }
        defer { signals.remove(listener) }
        return try await body()
    }

    /// Runs an operation as a task that Ctrl-C cancels.
    ///
    /// The Ctrl-C listener is added before the task starts. A listener added by the task therefore takes precedence.
    ///
    /// - Parameters:
    ///   - executor: The preferred executor of the task.
    ///   - isDiscardable: A function that returns whether to throw `CancellationError` instead of returning the result
    ///     of work that finished despite Ctrl-C.
    public static func cancelling<Result: Sendable>(
        _ signals: SignalDispatcher, on executor: (any TaskExecutor)? = nil,
        _ work: @escaping @Sendable () async throws -> Result,
        discarding isDiscardable: (Result) -> Bool = { _ in false }
    ) async throws -> Result {
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task(executorPreference: executor) {
            for await _ in beginning {}
            return try await work()
        }
        let result = try await during(signals) {
            begin.finish()
            return try await task.value
        } interrupted: {
            task.cancel()
        }
        if task.isCancelled, isDiscardable(result) { throw CancellationError() }
        return result
    }
}
