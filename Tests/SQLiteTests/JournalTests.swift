import Glibc
import TestSupport
import Testing

@testable import SQLite

/// The journal of a database: its mode and the removal of its file.
@Suite struct JournalTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.sqlite")
    }

    private func makeDatabase(_ journal: JournalMode) async throws -> Database {
        let database = try Database(at: path, mode: .create, journal: journal, busyLimit: .milliseconds(50))
        try await database.write { connection in
            try connection.execute("CREATE TABLE IF NOT EXISTS number (n INTEGER); INSERT INTO number VALUES (1)")
        }
        return database
    }

    private func count(_ database: Database) async throws -> Int {
        try await database.read { try $0.integer("SELECT count(*) FROM number") }
    }

    @Test func `A rollback journal exists only during a write`() async throws {
        let database = try await makeDatabase(.rollback)
        #expect(try folder.names() == ["a.sqlite"])
        try await database.write { [folder] connection in
            try connection.run("INSERT INTO number VALUES (2)")
            #expect(try folder.names() == ["a.sqlite", "a.sqlite-journal"])
        }
        #expect(try folder.names() == ["a.sqlite"])
        #expect(try await count(database) == 2)
    }

    @Test(arguments: [JournalMode.writeAheadLog, .rollback])
    func `Opening a database changes its journal mode to the requested mode`(journal: JournalMode) async throws {
        let others: [JournalMode] = [.rollback, .writeAheadLog, .rollback]
        for (rows, other) in others.enumerated() {
            let database = try await makeDatabase(other)
            #expect(try await count(database) == 2 * rows + 1)
            database.close()
            let changed = try await makeDatabase(journal)
            let mode = try Connection(at: path, mode: .readOnly).texts("PRAGMA journal_mode")
            #expect(mode == [journal.pragmaName])
            changed.close()
            #expect(try folder.names() == ["a.sqlite"])
        }
    }

    @Test func `Changing the journal mode fails while another connection has the file open`() async throws {
        let database = try await makeDatabase(.writeAheadLog)
        let error = try sqliteError {
            _ = try Database(at: path, mode: .readWrite, journal: .rollback, busyLimit: .milliseconds(10))
        }
        #expect(error.code == .busy)
        #expect(try await count(database) == 1)
    }

    @Test func `Changing the journal mode waits for the lock of another connection`() async throws {
        let database = try await makeDatabase(.rollback)
        await withCheckedContinuation { isWriting in
            Task {
                try await database.write { connection in
                    try connection.run("INSERT INTO number VALUES (2)")
                    isWriting.resume()
                    usleep(100_000)
                }
            }
        }
        let changed = try Database(at: path, mode: .readWrite, journal: .writeAheadLog, busyLimit: .seconds(60))
        #expect(try await count(changed) == 2)
        #expect(try Connection(at: path, mode: .readOnly).texts("PRAGMA journal_mode") == ["wal"])
    }

    @Test(arguments: [(JournalMode.writeAheadLog, "wal"), (.rollback, "delete")])
    func `The error for an unsupported journal mode names the mode`(
        journal: JournalMode, name: String
    ) throws {
        let error = try sqliteError { try Connection.inMemory().use(journal) }
        #expect(error.message == "the file system at  does not support the journal mode “\(name)”")
        #expect(error.code == .cantOpen)
    }

    @Test func `A write with a rollback journal waits for readers and times out`() async throws {
        let database = try await makeDatabase(.rollback)
        let reader = try Connection(at: path, mode: .readOnly)
        try await reader.reading {
            let error = await #expect(throws: SQLiteError.self) {
                try await database.write { try $0.run("INSERT INTO number VALUES (2)") }
            }
            #expect(error?.code == .busy)
        }
        try await database.write { try $0.run("INSERT INTO number VALUES (2)") }
        #expect(try await count(database) == 2)
    }

    @Test func `The last connection to close checkpoints the WAL of a crashed process`() async throws {
        let database = try await makeDatabase(.writeAheadLog)
        let crashed = try TemporaryFolder()
        for name in try folder.names() where !name.hasSuffix("-shm") {
            try write(bytes(of: folder.file(name)), to: crashed.file(name))
        }
        #expect(try crashed.names() == ["a.sqlite", "a.sqlite-wal"])
        database.close()

        let next = try Database(at: crashed.file("a.sqlite"), mode: .readWrite)
        next.close()
        #expect(try crashed.names() == ["a.sqlite"])
        #expect(try await count(try Database(at: crashed.file("a.sqlite"), mode: .readOnly)) == 1)
    }

    @Test func `The last of several connections that close at the same time checkpoints the WAL`() async throws {
        try await makeDatabase(.writeAheadLog).close()
        for round in 1...100 {
            let databases = try (1...4).map { _ in try Database(at: path, mode: .readWrite) }
            try await databases[0].write { try $0.run("INSERT INTO number VALUES (3)") }
            await withTaskGroup { group in
                for database in databases { group.addTask { database.close() } }
            }
            #expect(try folder.names() == ["a.sqlite"], "in round \(round)")
        }
    }
}

extension JournalMode {
    fileprivate var pragmaName: String {
        switch self {
        case .writeAheadLog: "wal"
        case .rollback: "delete"
        }
    }
}

extension Connection {
    /// Keeps a read transaction open while the body runs.
    fileprivate func reading(_ body: () async throws -> Void) async throws {
        try execute("BEGIN; SELECT count(*) FROM number")
        try await body()
        try execute("COMMIT")
    }
}
