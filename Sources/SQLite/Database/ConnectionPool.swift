import Synchronization

/// A pool that opens connections on demand and serves waiting tasks in first-in, first-out order.
final class ConnectionPool: Sendable {
    // Unchecked, because the lock ensures that a connection is either idle or checked out by a single task.
    /// A connection that is not checked out.
    private struct Idle: @unchecked Sendable {
        let connection: Connection
    }

    /// A connection in use and the generation in which it was checked out.
    private struct Checkout {
        let connection: Connection
        let generation: Int
    }

    private struct State {
        var idle: [Idle] = []
        var checkedOut = 0
        /// The number of times that the connections have been renewed.
        var generation = 0
        var phase = Phase.open
        var afterwards: (@Sendable () -> Void)?

        mutating func removeIdle() -> [Idle] {
            defer { idle = [] }
            return idle
        }
    }

    private enum Phase {
        case open
        /// A state in which further checkouts are rejected. Open connections stay open.
        case rejecting
        case closed
    }

    private let semaphore: AsyncSemaphore
    private let open: @Sendable () throws -> Connection
    private let state = Mutex(State())

    init(limit: Int, open: @escaping @Sendable () throws -> Connection) {
        semaphore = AsyncSemaphore(permits: limit)
        self.open = open
    }

    /// Adds a connection that was opened elsewhere.
    func add(_ connection: sending Connection) {
        let idle = Idle(connection: connection)
        state.withLock { $0.idle.append(idle) }
    }

    /// Runs the body with a connection that no other task is using.
    /// - Throws: `CancellationError` if the task is cancelled. A running statement is interrupted.
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
            // SQLite reports an interrupted wait for a lock as busy.
            checkIn(checkout)
            throw CancellationError()
        } catch {
            checkIn(Self.invalidatesConnection(error) ? nil : checkout)
            throw error
        }
    }

    // A connection is unreliable after a COMMIT with an unknown outcome, or if it opened the WAL as read-only while the
    // WAL could not be written.
    /// Returns whether a connection must be replaced after an error.
    static func invalidatesConnection(_ error: any Error) -> Bool {
        error is CommitOutcomeUnknown || (error as? SQLiteError)?.code == .readOnly
    }

    /// Rejects further checkouts. Connections in use stay open.
    func rejectCheckouts() {
        state.withLock { state in
            if state.phase == .open { state.phase = .rejecting }
        }
    }

    /// Closes idle connections now and checked-out connections when they are returned, then calls `afterwards`.
    func close(then afterwards: @escaping @Sendable () -> Void = {}) {
        var (idle, isDone) = state.withLock { state in
            state.phase = .closed
            if state.checkedOut > 0 { state.afterwards = afterwards }
            return (state.removeIdle(), state.checkedOut == 0)
        }
        Self.close(&idle)
        if isDone { afterwards() }
    }

    /// Closes idle connections now and checked-out connections when they are returned, so that new connections see the
    /// current state of the file.
    func renew() {
        var idle = state.withLock { state in
            state.generation += 1
            return state.removeIdle()
        }
        Self.close(&idle)
    }

    // Writable connections are closed last, because only they checkpoint the WAL.
    /// Closes idle connections. The caller must not hold the lock, because closing may wait for other programs.
    private static func close(_ idle: inout [Idle]) {
        idle.removeAll { !$0.connection.isWritable }
        idle = []
    }

    var wasRenewed: Bool { state.withLock { $0.generation > 0 } }

    private func checkOut() throws -> Checkout {
        let (idle, generation): (Idle?, Int) = try state.withLock { state in
            guard state.phase == .open else { throw SQLiteError(.misuse, "the database has been closed") }
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

    /// Returns a connection to the pool. A connection with an open transaction is closed instead, which rolls back the
    /// transaction.
    private func checkIn(_ checkout: Checkout?) {
        let idle = checkout.flatMap { $0.connection.isInTransaction ? nil : Idle(connection: $0.connection) }
        let generation = checkout?.generation
        let afterwards: (@Sendable () -> Void)? = state.withLock { state in
            state.checkedOut -= 1
            if let idle, state.phase != .closed, state.generation == generation { state.idle.append(idle) }
            guard state.phase == .closed, state.checkedOut == 0 else { return nil }
            defer { state.afterwards = nil }
            return state.afterwards
        }
        afterwards?()
    }
}
