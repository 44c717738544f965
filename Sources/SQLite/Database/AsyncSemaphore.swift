import Synchronization

/// A counting semaphore for tasks. Waiting tasks are admitted in the order in which they came.
final class AsyncSemaphore: Sendable {
    private struct Waiter {
        let ticket: Int
        let admission: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var places: Int
        var lastTicket = 0
        var queue: [Waiter] = []
    }

    private let state: Mutex<State>

    init(places: Int) {
        state = Mutex(State(places: places))
    }

    /// Waits for a place.
    /// - Throws: `CancellationError` as soon as the waiting task is cancelled.
    func acquire() async throws {
        let ticket: Int? = state.withLock { state in
            if state.places > 0 {
                state.places -= 1
                return nil
            }
            state.lastTicket += 1
            return state.lastTicket
        }
        guard let ticket else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { queue(Waiter(ticket: ticket, admission: $0)) }
        } onCancel: {
            withdraw(ticket)
        }
    }

    /// Gives the place to the task that has waited longest.
    func release() {
        let next: Waiter? = state.withLock { state in
            if state.queue.isEmpty {
                state.places += 1
                return nil
            }
            return state.queue.removeFirst()
        }
        next?.admission.resume()
    }

    private func queue(_ waiter: Waiter) {
        enum Answer { case enter, wait, cancelled }
        let answer: Answer = state.withLock { state in
            // A cancellation before this moment found no waiter to withdraw.
            if Task.isCancelled { return .cancelled }
            if state.places > 0 {
                state.places -= 1
                return .enter
            }
            state.queue.append(waiter)
            return .wait
        }
        switch answer {
        case .enter: waiter.admission.resume()
        case .wait: break
        case .cancelled: waiter.admission.resume(throwing: CancellationError())
        }
    }

    private func withdraw(_ ticket: Int) {
        let waiter: Waiter? = state.withLock { state in
            state.queue.firstIndex { $0.ticket == ticket }.map { state.queue.remove(at: $0) }
        }
        waiter?.admission.resume(throwing: CancellationError())
    }
}
