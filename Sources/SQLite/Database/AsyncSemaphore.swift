import Synchronization

// An actor would also admit one task at a time, but a cancelled task cannot leave the queue of an actor.
/// A first-in, first-out async semaphore.
final class AsyncSemaphore: Sendable {
    private struct State {
        var permits: Int
        var lastTicket = 0
        var waiters: [(ticket: Int, continuation: CheckedContinuation<Void, any Error>)] = []

        mutating func takePermit() -> Bool {
            guard permits > 0 else { return false }
            permits -= 1
            return true
        }
    }

    private let state: Mutex<State>

    init(permits: Int) { state = Mutex(State(permits: permits)) }

    /// Acquires a permit, waiting if necessary.
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    func acquire() async throws {
        // Most calls need not wait. A continuation and a cancellation handler would cost as much as a short query.
        if state.withLock({ $0.takePermit() }) { return }
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    // An earlier cancellation found no waiter to remove.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.takePermit() { return .success(()) }
                    state.waiters.append((ticket, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Releases a permit, passing it to the longest-waiting task if there is one.
    func release() {
        let next = state.withLock { state in
            if state.waiters.isEmpty { state.permits += 1 }
            return state.waiters.isEmpty ? nil : state.waiters.removeFirst()
        }
        next?.continuation.resume()
    }
}
