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
        pool = ConnectionPool(readerLimit: 2) { [opened] _ in
            opened.raise()
            return try Connection.inMemory()
        }
    }

    @Test(arguments: [ConnectionPurpose.reading, .writing])
    func `A returned connection is reused for reading and for writing`(first: ConnectionPurpose)
        async throws
    {
        let second: ConnectionPurpose = first == .reading ? .writing : .reading
        for purpose in [first, first, second, first] { try await pool.withConnection(for: purpose) { _ in } }
        #expect(opened.value == 1)
    }

    @Test func `A connection rejects changes while it is checked out for reading`() async throws {
        try await pool.withConnection(for: .writing) { try $0.execute("CREATE TABLE number (n INTEGER) STRICT") }
        let error = await #expect(throws: SQLiteError.self) {
            try await pool.withConnection(for: .reading) { try $0.run("INSERT INTO number VALUES (1)") }
        }
        #expect(error?.code == .readOnly)
    }

    @Test(arguments: [ResultCode.interrupt, .busy, .error, .corrupt])
    func `An error after cancellation is reported as cancellation unless it has another cause`(
        code: ResultCode
    ) async throws {
        let task = Task { [pool] in
            try await pool.withConnection(for: .reading) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                throw SQLiteError(code, "vtable constructor failed: json_each")
            }
        }
        let result = await task.result
        if code == .corrupt {
            #expect(throws: SQLiteError.self) { try result.get() }
        } else {
            #expect(throws: CancellationError.self) { try result.get() }
        }
        await #expect(throws: SQLiteError.self) {
            try await pool.withConnection(for: .reading) { _ in throw SQLiteError(code, "failed") }
        }
    }

    @Test func `A writable connection that is opened after renewal is reused`() async throws {
        pool.renew()
        for _ in 0..<3 { try await pool.withConnection(for: .writing) { _ in } }
        #expect(opened.value == 1)
    }

    @Test func `A connection that has an open transaction or became unreliable is not reused`() async throws {
        try await pool.withConnection(for: .writing) { try $0.execute("BEGIN") }
        try await pool.withConnection(for: .writing) { #expect(!$0.isInTransaction) }
        #expect(opened.value == 2)
        for (code, count) in [(ResultCode.readOnly, 3), (.busy, 3)] {
            await #expect(throws: SQLiteError.self) {
                try await pool.withConnection(for: .writing) { _ in throw SQLiteError(code, "failed") }
            }
            try await pool.withConnection(for: .writing) { _ in }
            #expect(opened.value == count, "\(code)")
        }
    }

    @Test func `A connection checked out before renewal is not reused`() async throws {
        try await pool.withConnection(for: .reading) { [pool] _ in pool.renew() }
        try await pool.withConnection(for: .reading) { _ in }
        #expect(opened.value == 2)
    }

    @Test(arguments: [ConnectionPurpose.reading, .writing])
    func `A pool that was closed during a checkout rejects further checkouts`(purpose: ConnectionPurpose) async throws {
        try await pool.withConnection(for: purpose) { [pool] connection in
            pool.close()
            try connection.execute("SELECT 1")
        }
        await #expect(throws: SQLiteError.self) { try await pool.withConnection(for: .reading) { _ in } }
        await #expect(throws: SQLiteError.self) { try await pool.withConnection(for: .writing) { _ in } }
    }
}
