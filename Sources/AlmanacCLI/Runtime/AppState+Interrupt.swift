import Navigation
import SQLite
import Terminal

extension AppState {
    /// Carries out a line; Ctrl-C stops it, and then nothing of it is kept.
    mutating func sendInterruptibly(_ words: [String], _ signals: Signals) async throws {
        try await interruptibly(signals) { try await $0.send(words: words) }
    }

    /// Carries out the answer to a question, as if its line had been typed; the question is gone in any case.
    mutating func answerInterruptibly(_ answer: Prompt.Answer, _ signals: Signals) async throws {
        do {
            try await interruptibly(signals) { try await $0.answer(answer) }
        } catch {
            decline()
            throw error
        }
    }

    private mutating func interruptibly(
        _ signals: Signals, _ body: @escaping @Sendable (inout AppState) async throws -> Void
    ) async throws {
        let before = self
        self = try await InterruptMonitor.cancelling(signals, on: BlockingExecutor.shared) {
            var after = before
            try await body(&after)
            return after
        }
    }
}
