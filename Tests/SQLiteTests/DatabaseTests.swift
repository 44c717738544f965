import Dispatch
import Glibc
import SQLite
import Synchronization
import TestSupport
import Testing

private struct ClosureError: Error {}

private final class Counter: Sendable {
    let count = Atomic(0)
}

/// One writer and many readers in concurrent tasks.
@Suite struct DatabaseTests {
    let folder: TemporaryFolder
    let database: Database

    init() throws {
        folder = try TemporaryFolder()
        database = try Database(at: folder.file("a.sqlite"), mode: .createNew, busyLimit: .milliseconds(50))
    }

    private func makeTable() async throws {
        try await database.write { try $0.execute("CREATE TABLE number (n INTEGER PRIMARY KEY) STRICT") }
    }

    private var numbers: [Int] {
        get async throws { try await database.read { try $0.all("SELECT n FROM number ORDER BY n") { $0[0] } } }
    }

    @Test func `A write is visible to the next read`() async throws {
        try await makeTable()
        let id = try await database.write { connection in
            try connection.run("INSERT INTO number VALUES (?1)") { $0[1] = 7 }
            return connection.lastInsertedID
        }
        #expect(id == 7)
        #expect(try await numbers == [7])
    }

    @Test func `A write that throws changes nothing`() async throws {
        try await makeTable()
        await #expect(throws: ClosureError.self) {
            try await database.write { connection in
                try connection.run("INSERT INTO number VALUES (1)")
                throw ClosureError()
            }
        }
        #expect(try await numbers == [])
    }

    @Test func `The body of a read cannot write`() async throws {
        try await makeTable()
        let error = await #expect(throws: SQLiteError.self) {
            try await database.read { try $0.run("INSERT INTO number VALUES (1)") }
        }
        #expect(error?.code == .readOnly)
    }

    @Test func `C46 A program that reads and writes in turn opens one connection`() async throws {
        try await makeTable()
        let opened = ConnectionPoolTests.Counter()
        let again = try Database(at: database.path, mode: .readWrite) { _ in opened.raise() }
        for _ in 1...3 {
            _ = try await again.read { try $0.integer("SELECT count(*) FROM number") }
            try await again.write { try $0.run("INSERT INTO number DEFAULT VALUES") }
        }
        #expect(try await again.read { try $0.integer("SELECT count(*) FROM number") } == 3)
        #expect(opened.value == 1)
    }

    @Test func `A read during a write opens a second connection, which later reads use`() async throws {
        try await makeTable()
        let opened = ConnectionPoolTests.Counter()
        let again = try Database(at: database.path, mode: .readWrite) { _ in opened.raise() }
        let hasBegun = Flag()
        let hasRead = DispatchSemaphore(value: 0)
        let writer = Task {
            try await again.write { connection in
                try connection.run("INSERT INTO number VALUES (1)")
                hasBegun.raise()
                hasRead.wait()
            }
        }
        await hasBegun.wait()
        #expect(try await again.read { try $0.integer("SELECT count(*) FROM number") } == 0)
        hasRead.signal()
        try await writer.value
        for _ in 1...3 {
            _ = try await again.read { try $0.integer("SELECT count(*) FROM number") }
            try await again.write { try $0.run("INSERT INTO number DEFAULT VALUES") }
        }
        #expect(opened.value == 2)
    }

    @Test func `Concurrent readers leave only the database file`() async throws {
        try await makeTable()
        database.close()
        let again = try Database(at: database.path, mode: .readWrite)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...20 {
                group.addTask { _ = try await again.read { try $0.integer("SELECT count(*) FROM number") } }
            }
            try await group.waitForAll()
        }
        again.close()
        #expect(try folder.names() == ["a.sqlite"])
    }

    @Test func `Concurrent writes run one after another`() async throws {
        try await makeTable()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...100 {
                group.addTask { [database] in
                    try await database.write { connection in
                        let next = try connection.first("SELECT coalesce(max(n), 0) + 1 FROM number") { $0[0] as Int }
                        try connection.run("INSERT INTO number VALUES (?1)") { $0[1] = next }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await numbers == Array(1...100))
    }

    @Test func `Readers see only committed states while a writer is active`() async throws {
        try await database.write { connection in
            try connection.execute("CREATE TABLE pair (a INTEGER, b INTEGER) STRICT; INSERT INTO pair VALUES (0, 0)")
        }
        let isDone = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...6 {
                group.addTask { [database] in
                    repeat {
                        let (a, b, again) = try await database.read { connection in
                            let a = try connection.integer("SELECT a FROM pair")
                            let b = try connection.integer("SELECT b FROM pair")
                            return (a, b, try connection.integer("SELECT a FROM pair"))
                        }
                        #expect(a == b)
                        #expect(a == again)
                    } while !isDone.isRaised
                }
            }
            for _ in 1...200 {
                try await database.write { connection in
                    try connection.run("UPDATE pair SET a = a + 1")
                    try connection.run("UPDATE pair SET b = b + 1")
                }
            }
            isDone.raise()
            try await group.waitForAll()
        }
        #expect(try await database.read { try $0.integer("SELECT a FROM pair") } == 200)
    }

    @Test func `D7 A write acquires the lock before its body runs`() async throws {
        try await makeTable()
        let other = try Connection(at: database.path, mode: .readWrite)
        let hasBegun = Flag()
        try other.execute("BEGIN IMMEDIATE")
        let error = await #expect(throws: SQLiteError.self) {
            try await database.write { _ in hasBegun.raise() }
        }
        #expect(error?.code == .busy)
        #expect(!hasBegun.isRaised)
        #expect(try await numbers == [])
        try other.execute("COMMIT")
        try await database.write { try $0.run("INSERT INTO number VALUES (1)") }
    }

    // MARK: - Cancellation

    @Test(arguments: [true, false])
    func `Cancelling a task interrupts its current statement but no later statement`(_ writes: Bool) async throws {
        try await makeTable()
        let task = Task { [database] in
            let work = { @Sendable (connection: Connection) in
                withUnsafeCurrentTask { $0?.cancel() }
                return try connection.integer(endless)
            }
            return writes ? try await database.write(work) : try await database.read(work)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        try await database.write { try $0.run("INSERT INTO number VALUES (1)") }
        #expect(try await numbers == [1])
    }

    @Test func `A write cancelled after its last statement changes nothing`() async throws {
        try await makeTable()
        let task = Task { [database] in
            try await database.write { connection in
                try connection.run("INSERT INTO number VALUES (1)")
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await numbers == [])
    }

    @Test func `A cancelled task stops waiting for the lock of another connection`() async throws {
        try await makeTable()
        let other = try Connection(at: database.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let patient = try Database(at: database.path, mode: .readWrite, busyLimit: .seconds(3600))
        for _ in 1...20 {
            let hasBegun = Flag()
            let task = Task {
                hasBegun.raise()
                try await patient.write { try $0.run("INSERT INTO number VALUES (1)") }
            }
            await hasBegun.wait()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        try other.execute("COMMIT")
        try await patient.write { try $0.run("INSERT INTO number VALUES (2)") }
        #expect(try await numbers == [2])
    }

    @Test func `A write that does not wait fails immediately if another connection is writing`() async throws {
        try await makeTable()
        let other = try Connection(at: database.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let patient = try Database(at: database.path, mode: .readWrite, busyLimit: .seconds(3600))
        let error = await #expect(throws: SQLiteError.self) { try await patient.write(waits: false) { _ in } }
        #expect(error?.code == .busy)
    }

    // MARK: - Moved files

    @Test(arguments: [true, false])
    func `A write fails if the database file was moved or replaced`(_ isReplaced: Bool) async throws {
        try await makeTable()
        try await database.checkpoint()
        let elsewhere = folder.file("elsewhere.sqlite")
        try #require(rename(database.path, elsewhere) == 0)
        if isReplaced { try write([], to: database.path) }
        let error = await #expect(throws: SQLiteError.self) {
            try await database.write { try $0.run("INSERT INTO number VALUES (1)") }
        }
        #expect(error?.extendedCode == SQLiteError.fileMoved)
        let found = try Connection(at: elsewhere, mode: .readWrite)
        #expect(try found.integer("SELECT count(*) FROM number") == 0)
    }

    @Test(.timeLimit(.minutes(1))) func `Blocked reads do not block the cooperative thread pool`() async throws {
        let count = 16
        let database = try Database(at: folder.file("b.sqlite"), mode: .createNew, readerLimit: count)
        let blocked = Counter()
        let release = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    try await database.read { _ in
                        if blocked.count.add(1, ordering: .relaxed).newValue == count {
                            for _ in 1..<count { release.signal() }
                        } else {
                            release.wait()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(blocked.count.load(ordering: .relaxed) == count)
    }
}
