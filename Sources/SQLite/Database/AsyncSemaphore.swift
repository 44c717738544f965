import Synchronization

/// Lets so many tasks in at once, the others in the order in which they came.
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

    /// Waits for a place; a task that is cancelled meanwhile goes away without one.
    func enter() async throws {
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

    /// Gives the place to whoever waits longest.
    func leave() {
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
            // A cancellation before this moment found nobody to withdraw.
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
