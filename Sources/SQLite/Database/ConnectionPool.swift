import Synchronization

/// Connections of one kind, opened on demand and checked out by one task at a time, in the order of the requests.
final class ConnectionPool: Sendable {
    /// Unchecked, because a connection is either idle here or with the one task that checked it out; the lock orders both.
    private struct Idle: @unchecked Sendable {
        let connection: Connection
    }

    private struct State {
        var idle: [Idle] = []
        var checkedOut = 0
        /// How often what was open has been given up for what is opened anew.
        var generation = 0
        var condition = Condition.open
        var afterwards: (@Sendable () -> Void)?

        mutating func removeIdle() -> [Idle] {
            defer { idle = [] }
            return idle
        }
    }

    private enum Condition {
        case open
        /// Rejects further checkouts. Open connections stay open.
        case rejecting
        case closed
    }

    private struct Checkout {
        let connection: Connection
        let generation: Int
    }

    private let semaphore: AsyncSemaphore
    private let open: @Sendable () throws -> Connection
    private let state = Mutex(State())

    init(limit: Int, open: @escaping @Sendable () throws -> Connection) {
        semaphore = AsyncSemaphore(permits: limit)
        self.open = open
    }

    /// Takes in a connection that was opened elsewhere.
    func add(_ connection: sending Connection) {
        let idle = Idle(connection: connection)
        state.withLock { $0.idle.append(idle) }
    }

    /// Runs the body with a connection that no other task has; cancelling the task stops the statement under way.
    func withConnection<Result>(_ body: (Connection) throws -> Result) async throws -> Result {
        try await semaphore.acquire()
        defer { semaphore.release() }
        try Task.checkCancellation()
        let checkout = try checkOut()
        let connection = checkout.connection
        let handle = InterruptHandle()
        do {
            let result = try await withTaskCancellationHandler {
                try connection.interruptible(by: handle) { try body(connection) }
            } onCancel: {
                handle.interrupt()
            }
            checkIn(checkout)
            return result
        } catch let error as SQLiteError where handle.isInterrupted && [.interrupt, .busy].contains(error.code) {
            // SQLite says busy where a wait for another program's lock is given up.
            checkIn(checkout)
            throw CancellationError()
        } catch {
            checkIn(Self.invalidatesConnection(error) ? nil : checkout)
            throw error
        }
    }

    /// Whether a connection that met the error may know less than a new one: what COMMIT has left, or that the log, which
    /// could not be written for a moment and was therefore opened for reading only, can be written again.
    static func invalidatesConnection(_ error: any Error) -> Bool {
        error is CommitOutcomeUnknown || (error as? SQLiteError)?.code == .readOnly
    }

    /// Rejects further checkouts.
    func rejectCheckouts() {
        state.withLock { state in
            if state.condition == .open { state.condition = .rejecting }
        }
    }

    /// Closes idle connections now and checked out ones when they return, then calls `afterwards`.
    func close(then afterwards: @escaping @Sendable () -> Void = {}) {
        var (idle, isDone) = state.withLock { state in
            state.condition = .closed
            if state.checkedOut > 0 { state.afterwards = afterwards }
            return (state.removeIdle(), state.checkedOut == 0)
        }
        Self.close(&idle)
        if isDone { afterwards() }
    }

    /// Closes idle connections now and checked out ones when they return, so that new ones see the file as it is.
    func renew() {
        var idle = state.withLock { state in
            state.generation += 1
            return state.removeIdle()
        }
        Self.close(&idle)
    }

    /// Outside of the lock, since who closes may wait for others; last what may write, since only that folds the log back.
    private static func close(_ idle: inout [Idle]) {
        idle.removeAll { !$0.connection.isWritable }
        idle = []
    }

    var wasRenewed: Bool { state.withLock { $0.generation > 0 } }

    private func checkOut() throws -> Checkout {
        let (idle, generation): (Idle?, Int) = try state.withLock { state in
            guard state.condition == .open else { throw SQLiteError(.misuse, "the database has been closed") }
            state.checkedOut += 1
            return (state.idle.popLast(), state.generation)
        }
        do {
            return Checkout(connection: try idle?.connection ?? open(), generation: generation)
        } catch {
            checkIn(nil)
            throw error
        }
    }

    /// A connection on which a transaction was left open is closed, which rolls it back.
    private func checkIn(_ checkout: Checkout?) {
        let idle = checkout.flatMap { $0.connection.isInTransaction ? nil : Idle(connection: $0.connection) }
        let generation = checkout?.generation
        let afterwards: (@Sendable () -> Void)? = state.withLock { state in
            state.checkedOut -= 1
            if let idle, state.condition != .closed, state.generation == generation { state.idle.append(idle) }
            return state.condition == .closed && state.checkedOut == 0 ? state.afterwards : nil
        }
        afterwards?()
    }
}
