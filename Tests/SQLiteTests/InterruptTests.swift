import Dispatch
import SQLite
import TestSupport
import Testing

/// The interruption of operations from another thread.
@Suite struct InterruptTests {
    let folder: TemporaryFolder
    let connection: Connection
    /// A queue that is not shared with other tests.
    let aside = DispatchQueue(label: "interrupts")

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection(at: folder.file("a.sqlite"), mode: .createNew, busyLimit: .milliseconds(20))
        try connection.execute("CREATE TABLE number (n INTEGER) STRICT")
    }

    @Test func `A runaway query can be interrupted`() throws {
        let handle = InterruptHandle()
        aside.async { handle.interrupt() }
        let error = try sqliteError {
            _ = try connection.interruptible(by: handle) { try connection.integer(endless) }
        }
        #expect(error.code == .interrupt)
    }

    @Test func `A progress listener is called repeatedly during a long statement`() throws {
        let handle = InterruptHandle()
        var told = 0
        let error = try sqliteError {
            _ = try connection.withProgressListener({
                told += 1
                if told == 3 { handle.interrupt() }
            }) {
                try connection.interruptible(by: handle) { try connection.integer(endless) }
            }
        }
        #expect(error.code == .interrupt && told == 3)
    }

    @Test func `An interrupt after the end of an operation does not affect later operations`() throws {
        let handle = InterruptHandle()
        #expect(try connection.interruptible(by: handle) { try connection.integer("SELECT 1") } == 1)
        handle.interrupt()
        let long =
            "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 100000) "
            + "SELECT count(*) FROM number"
        #expect(try connection.integer(long) == 100_000)
        #expect(try connection.interruptible(by: InterruptHandle()) { try connection.integer(long) } == 100_000)
    }

    /// The row extends over thousands of pages. SQLite does not call the progress handler while it checks them.
    @Test func `An integrity check can be interrupted`() throws {
        try connection.execute("CREATE TABLE large (content BLOB); INSERT INTO large VALUES (zeroblob(48000000))")
        #expect(try connection.first("PRAGMA integrity_check") { $0[0] as String } == "ok")
        // The check must be interrupted after its start and before its end. Its duration depends on the machine.
        let hasStopped = (1...1000).contains { attempt in
            let handle = InterruptHandle()
            aside.asyncAfter(deadline: .now() + .milliseconds(attempt % 20)) { handle.interrupt() }
            do {
                try connection.interruptible(by: handle) { _ = try connection.run("PRAGMA integrity_check") }
                return false
            } catch {
                // The error of an operation that was interrupted before it started has no statement.
                return (error as? SQLiteError)?.code == .interrupt && (error as? SQLiteError)?.sql != nil
            }
        }
        #expect(hasStopped)
        #expect(try connection.first("PRAGMA integrity_check") { $0[0] as String } == "ok")
    }

    @Test func `An operation whose handle is already interrupted does not start`() throws {
        let handle = InterruptHandle()
        handle.interrupt()
        let error = try sqliteError {
            _ = try connection.interruptible(by: handle) { try connection.integer("SELECT 1") }
        }
        #expect(error.code == .interrupt)
        #expect(try connection.integer("SELECT 1") == 1)
    }

    @Test func `An interrupted transaction changes nothing`() throws {
        let handle = InterruptHandle()
        let error = try sqliteError {
            try connection.interruptible(by: handle) {
                try connection.transaction {
                    try connection.run("INSERT INTO number VALUES (1)")
                    handle.interrupt()
                    _ = try connection.integer(endless)
                }
            }
        }
        #expect(error.code == .interrupt)
        #expect(!connection.isInTransaction)
        #expect(try connection.integer("SELECT count(*) FROM number") == 0)
    }

    @Test func `A transaction interrupted before its COMMIT is not committed`() throws {
        let handle = InterruptHandle()
        #expect(throws: SQLiteError.self) {
            try connection.interruptible(by: handle) {
                try connection.transaction {
                    try connection.run("INSERT INTO number VALUES (1)")
                    handle.interrupt()
                }
            }
        }
        #expect(try connection.integer("SELECT count(*) FROM number") == 0)
    }

    // MARK: - Waiting for locks

    @Test func `Waiting for another writer times out before the body runs`() throws {
        let other = try Connection(at: folder.file("a.sqlite"), mode: .readWrite, busyLimit: .milliseconds(20))
        var isInside = false
        try other.transaction {
            let error = try sqliteError { try connection.transaction { isInside = true } }
            #expect(error.code == .busy)
        }
        #expect(!isInside)
        #expect(try connection.transaction { try connection.run("INSERT INTO number VALUES (1)") } == 1)
    }

    @Test func `Waiting for another writer ends when that writer finishes`() async throws {
        let patient = try Connection(at: folder.file("a.sqlite"), mode: .readWrite, busyLimit: .seconds(60))
        let path = folder.file("a.sqlite")
        let hasLock = Flag()
        async let writing: Void = {
            let other = try Connection(at: path, mode: .readWrite)
            try other.transaction {
                try other.run("INSERT INTO number VALUES (1)")
                hasLock.raise()
            }
        }()
        await hasLock.wait()
        try patient.transaction { try patient.run("INSERT INTO number VALUES (2)") }
        try await writing
        #expect(try patient.integer("SELECT count(*) FROM number") == 2)
    }

    @Test func `A transaction whose handle is already interrupted does not wait for another writer`() throws {
        let patient = try Connection(at: folder.file("a.sqlite"), mode: .readWrite, busyLimit: .seconds(600))
        let handle = InterruptHandle()
        try connection.transaction {
            handle.interrupt()
            #expect(throws: SQLiteError.self) {
                try patient.interruptible(by: handle) { try patient.transaction {} }
            }
        }
    }
}
