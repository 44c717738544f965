import Synchronization

/// A counting semaphore for tasks. Waiting tasks are admitted in the order in which they came.
final class AsyncSemaphore: Sendable {
    private struct Waiter {
        let ticket: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var permits: Int
        var lastTicket = 0
        var queue: [Waiter] = []
    }

    private let state: Mutex<State>

    init(permits: Int) {
        state = Mutex(State(permits: permits))
    }

    /// Waits for a place.
    /// - Throws: `CancellationError` as soon as the waiting task is cancelled.
    func acquire() async throws {
        let ticket: Int? = state.withLock { state in
            if state.permits > 0 {
                state.permits -= 1
                return nil
            }
            state.lastTicket += 1
            return state.lastTicket
        }
        guard let ticket else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { queue(Waiter(ticket: ticket, continuation: $0)) }
        } onCancel: {
            cancelWaiter(ticket)
        }
    }

    /// Gives the place to the task that has waited longest.
    func release() {
        let next: Waiter? = state.withLock { state in
            if state.queue.isEmpty {
                state.permits += 1
                return nil
            }
            return state.queue.removeFirst()
        }
        next?.continuation.resume()
    }

    private func queue(_ waiter: Waiter) {
        enum Decision { case proceed, wait, cancelled }
        let decision: Decision = state.withLock { state in
            // A cancellation before this moment found no waiter to withdraw.
            if Task.isCancelled { return .cancelled }
            if state.permits > 0 {
                state.permits -= 1
                return .proceed
            }
            state.queue.append(waiter)
            return .wait
        }
        switch decision {
        case .proceed: waiter.continuation.resume()
        case .wait: break
        case .cancelled: waiter.continuation.resume(throwing: CancellationError())
        }
    }

    private func cancelWaiter(_ ticket: Int) {
        let waiter: Waiter? = state.withLock { state in
            state.queue.firstIndex { $0.ticket == ticket }.map { state.queue.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }
}
