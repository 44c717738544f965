import Synchronization
import Testing

@testable import SQLite

@Suite struct ConnectionPoolTests {
    let opened = Counter()
    let pool: ConnectionPool

    /// A counter of opened connections.
    final class Counter: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }
        func raise() { number.withLock { $0 += 1 } }
    }

    init() {
        pool = ConnectionPool(limit: 2) { [opened] in
            opened.raise()
            return try Connection.inMemory()
        }
    }

    @Test func `A returned connection is reused`() async throws {
        for _ in 1...3 { try await pool.withConnection { _ in } }
        #expect(opened.value == 1)
    }

    @Test func `A connection checked out before renewal is not reused`() async throws {
        try await pool.withConnection { [pool] _ in pool.renew() }
        try await pool.withConnection { _ in }
        #expect(opened.value == 2)
    }

    @Test func `A pool that rejects checkouts can still be closed`() async throws {
        try await pool.withConnection { [pool] _ in pool.rejectCheckouts() }
        await #expect(throws: SQLiteError.self) { try await pool.withConnection { _ in } }
        let closed = Counter()
        pool.close { closed.raise() }
        #expect(closed.value == 1)
    }
}
