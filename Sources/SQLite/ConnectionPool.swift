import Dispatch
import Synchronization

/// A pool of connections for several readers and one writer. It reuses idle connections, because each new connection
/// must read the schema, and serves waiting tasks in first-in, first-out order.
final class ConnectionPool: Sendable {
    /// A connection that is not checked out.
    private struct Idle: @unchecked Sendable {
        // The conformance is unchecked, because the lock ensures that a connection is either idle or checked out by a
        // single task.
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
        var isClosed = false

        mutating func removeIdle() -> [Idle] {
            defer { idle = [] }
            return idle
        }

        /// Removes and returns an idle connection for a purpose, or returns `nil` if no such connection is idle.
        /// Readers leave the writable connection to the writer if possible.
        mutating func removeIdle(for purpose: ConnectionPurpose) -> Idle? {
            let index =
                switch purpose {
                case .reading: idle.lastIndex { !$0.connection.isWritable } ?? idle.indices.last
                case .writing: idle.lastIndex { $0.connection.isWritable }
                }
            return index.map { idle.remove(at: $0) }
        }

        /// Removes and returns the idle connections to close. Returns none unless the pool is closed.
        mutating func removeClosable() -> [Idle] {
            // The writable connections are closed last, because only they checkpoint the WAL.
            guard isClosed else { return [] }
            if checkedOut == 0 { return removeIdle() }
            defer { idle.removeAll { !$0.connection.isWritable } }
            return idle.filter { !$0.connection.isWritable }
        }
    }

    private let readers: AsyncSemaphore
    private let writers = AsyncSemaphore(permits: 1)
    private let open: @Sendable (ConnectionPurpose) throws -> Connection
    private let state = Mutex(State())

    init(readerLimit: Int, open: @escaping @Sendable (ConnectionPurpose) throws -> Connection) {
        readers = AsyncSemaphore(permits: readerLimit)
        self.open = open
    }

    /// Adds a connection that was opened elsewhere.
    func add(_ connection: sending Connection) {
        let idle = Idle(connection: connection)
        state.withLock { $0.idle.append(idle) }
    }

    /// Runs the body with a connection that no other task is using.
    /// - Throws: `CancellationError` if the task is cancelled. A running statement is interrupted.
    func withConnection<Result>(
        for purpose: ConnectionPurpose, _ body: (Connection) throws -> Result
    ) async throws -> Result {
        let semaphore = purpose == .reading ? readers : writers
        try await semaphore.acquire()
        defer { semaphore.release() }
        try Task.checkCancellation()
        let checkout = try checkOut(for: purpose)
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
        } catch let error as SQLiteError
            where handle.isInterrupted && [.interrupt, .busy, .error].contains(error.code)
        {
            // SQLite reports an interrupted wait for a lock as busy, and the interrupted creation of a virtual table,
            // such as json_each, as an error without a specific code.
            checkIn(checkout)
            throw CancellationError()
        } catch {
            checkIn(Self.invalidatesConnection(error) ? nil : checkout)
            throw error
        }
    }

    /// Returns whether a connection must be replaced after an error.
    static func invalidatesConnection(_ error: any Error) -> Bool {
        // A connection is unreliable after a COMMIT with an unknown outcome, or if it opened the WAL as read-only while
        // the WAL could not be written.
        error is CommitOutcomeUnknown || (error as? SQLiteError)?.code == .readOnly
    }

    /// Rejects further checkouts. Closes idle connections now and checked-out connections when they are returned.
    func close() {
        var closable = state.withLock { state in
            state.isClosed = true
            return state.removeClosable()
        }
        Self.close(&closable)
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

    /// Closes idle connections, the writable ones last. The caller must not hold the lock, because closing may wait for
    /// other programs.
    private static func close(_ idle: inout [Idle]) {
        idle.removeAll { !$0.connection.isWritable }
        idle = []
    }

    private func checkOut(for purpose: ConnectionPurpose) throws -> Checkout {
        var (idle, generation): (Idle?, Int) = try state.withLock { state in
            guard !state.isClosed else { throw SQLiteError(.misuse, "the database has been closed") }
            state.checkedOut += 1
            return (state.removeIdle(for: purpose), state.generation)
        }
        do {
            // Connections share the memory of the WAL. A reader that was opened while the WAL could not be written
            // would also prevent a new connection from writing. Readers opened before the first write are not affected.
            if idle == nil, purpose == .writing, generation > 0 {
                renew()
                generation = state.withLock(\.generation)
            }
            let connection = try idle?.connection ?? open(purpose)
            idle = nil
            try connection.serve(purpose)
            return Checkout(connection: connection, generation: generation)
        } catch {
            checkIn(nil)
            throw error
        }
    }

    /// Returns a connection to the pool. A connection of an earlier generation is closed instead, as is one with an
    /// open transaction, which is thereby rolled back.
    private func checkIn(_ checkout: Checkout?) {
        let idle = checkout.flatMap { $0.connection.isInTransaction ? nil : Idle(connection: $0.connection) }
        let generation = checkout?.generation
        var closable = state.withLock { state in
            state.checkedOut -= 1
            if let idle, state.generation == generation { state.idle.append(idle) }
            return state.removeClosable()
        }
        Self.close(&closable)
    }
}

/// The purpose of a checkout.
enum ConnectionPurpose: Sendable {
    case reading, writing
}

/// A first-in, first-out async semaphore.
final class AsyncSemaphore: Sendable {
    // An actor would also admit one task at a time, but a cancelled task cannot leave the queue of an actor.
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

/// An executor for operations that block their thread, such as SQLite calls and terminal input.
///
/// Blocking operations would otherwise occupy the cooperative thread pool, which has only one thread per core.
public final class BlockingExecutor: TaskExecutor {
    // The executor is in this module because `SQLite` may not import another Swift module of this package.
    public static let shared = BlockingExecutor()

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Dispatch starts a thread for every serial queue, but only one per core for a concurrent queue.
        DispatchQueue(label: "almanac.blocking").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
