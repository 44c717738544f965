import Glibc
import SQLite
import TestSupport
import Testing

private struct UnexpectedApplicationID: Error {}

/// The files of a database and the errors of a failing disk.
@Suite struct DatabaseFileTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.sqlite")
    }

    private func makeDatabase() async throws -> Database {
        let database = try Database(at: path, mode: .create)
        try await database.write { connection in
            try connection.execute("CREATE TABLE number (n INTEGER) STRICT; INSERT INTO number VALUES (1), (2)")
        }
        return database
    }

    private func sum(_ database: Database) async throws -> Int {
        try await database.read { try $0.integer("SELECT sum(n) FROM number") }
    }

    @Test func `An open database has a WAL, and its helper files are as private as the database file`() async throws {
        let database = try await makeDatabase()
        #expect(try folder.names() == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal"])
        for name in try folder.names() {
            var status = stat()
            #expect(stat(folder.file(name), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
        database.close()
    }

    @Test func `The last connection to close checkpoints the WAL, even after reads only`() async throws {
        let database = try await makeDatabase()
        #expect(try await sum(database) == 3)
        database.close()
        #expect(try folder.names() == ["a.sqlite"])
        #expect(try await sum(try Database(at: path, mode: .readOnly)) == 3)
    }

    @Test func `Reading from a writable database leaves only the database file`() async throws {
        let script = "CREATE TABLE number (n INTEGER) STRICT; INSERT INTO number VALUES (3)"
        try Connection(at: path, mode: .createNew).execute(script)
        for _ in 1...2 {
            let database = try Database(at: path, mode: .readWrite)
            #expect(try await sum(database) == 3)
            database.close()
            #expect(try folder.names() == ["a.sqlite"])
        }
    }

    @Test func `Reading from a closed database is an error`() async throws {
        let database = try await makeDatabase()
        database.close()
        database.close()
        #expect(await #expect(throws: SQLiteError.self) { try await sum(database) }?.code == .misuse)
    }

    @Test func `A database opened read-only or as immutable rejects writes`() async throws {
        try await makeDatabase().close()
        for mode in [OpenMode.readOnly, .immutable] {
            let database = try Database(at: path, mode: mode)
            #expect(try await sum(database) == 3)
            let error = await #expect(throws: SQLiteError.self) {
                try await database.write { try $0.run("DELETE FROM number") }
            }
            #expect(error?.code == .readOnly)
        }
    }

    @Test func `A file of another application is rejected and not changed`() throws {
        try Connection(at: path, mode: .createNew).setApplicationID(42)
        let before = try bytes(of: path)
        #expect(throws: UnexpectedApplicationID.self) {
            _ = try Database(at: path, mode: .readWrite) { connection in
                guard try connection.applicationID == 7 else { throw UnexpectedApplicationID() }
            }
        }
        #expect(try bytes(of: path) == before)
        #expect(try folder.names() == ["a.sqlite"])
    }

    @Test func `A write can disable foreign keys, and the next write enforces them again`() async throws {
        let database = try await makeDatabase()
        try await database.write { connection in
            try connection.execute(
                """
                CREATE TABLE parent (id INTEGER PRIMARY KEY);
                CREATE TABLE child (parent INTEGER REFERENCES parent);
                """)
        }
        try await database.write(foreignKeys: .off) { connection in
            try connection.execute("INSERT INTO child VALUES (1); INSERT INTO parent VALUES (1)")
        }
        await #expect(throws: SQLiteError.self) {
            try await database.write { _ = try $0.run("INSERT INTO child VALUES (2)") }
        }
    }

    // MARK: - A failing disk

    /// Redirects the file descriptor that SQLite uses for the WAL to a device.
    private func replaceLog(by device: String) throws {
        let replacement = open(device, O_RDWR)
        try #require(replacement >= 0)
        defer { close(replacement) }
        var replaced = 0
        for descriptor in Int32(3)..<1024 {
            var target = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
            guard target.prefix(max(count, 0)).elementsEqual((path + "-wal").utf8.map(CChar.init)) else { continue }
            try #require(dup2(replacement, descriptor) == descriptor)
            replaced += 1
        }
        try #require(replaced > 0)
    }

    @Test func `A failed sync makes the outcome of a COMMIT unknown, and the next read returns the actual state`()
        async throws
    {
        let database = try await makeDatabase()
        try replaceLog(by: "/dev/null")
        let error = await #expect(throws: CommitOutcomeUnknown.self) {
            try await database.write { try $0.run("INSERT INTO number VALUES (3)") }
        }
        #expect(error?.cause.code == .ioError)
        let after = try await sum(database)
        database.close()
        #expect(try await sum(try Database(at: path, mode: .readOnly)) == after)
    }

    @Test func `A failed COMMIT on a full disk changes nothing`() async throws {
        let database = try await makeDatabase()
        try replaceLog(by: "/dev/full")
        let error = await #expect(throws: SQLiteError.self) {
            try await database.write { try $0.run("INSERT INTO number VALUES (3)") }
        }
        #expect(error?.code == .full)
        database.close()
        #expect(try await sum(try Database(at: path, mode: .readWrite)) == 3)
    }
}
