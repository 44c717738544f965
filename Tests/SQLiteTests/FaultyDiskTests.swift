import SQLite
import TestSupport
import Testing

/// Writes to a disk that fails at each operation in turn.
@Suite struct FaultyDiskTests {
    static let full: Int32 = 13
    static let failedWrite: Int32 = 778
    static let failedSync: Int32 = 1034

    let folder: TemporaryFolder
    let path: String

    init() throws {
        FaultyDisk.install()
        folder = try TemporaryFolder()
        path = folder.file("a.sqlite")
    }

    private func makeDatabase(_ journal: JournalMode = .writeAheadLog) async throws -> Database {
        let database = try Database(at: path, mode: .create, journal: journal)
        try await database.write { connection in
            try connection.execute("CREATE TABLE number (n INTEGER) STRICT; INSERT INTO number VALUES (1)")
        }
        return database
    }

    private func numbers(_ database: Database) async throws -> [Int] {
        try await database.read { try $0.all("SELECT n FROM number ORDER BY n") { $0[0] } }
    }

    private func insert(_ number: Int, into database: Database) async throws {
        try await database.write { try $0.run("INSERT INTO number VALUES (?1)") { $0[1] = number } }
    }

    @Test func `A faulty disk that only counts syncs does not make any of them fail`() async throws {
        try await FaultyDisk.failing(.sync, under: path, at: 0, with: Self.failedSync) { disk in
            try await makeDatabase().close()
            #expect(disk.seen > 0)
            #expect(disk.failed == 0)
        }
    }

    @Test func `After a failed sync, the database is reopened and returns the state of the file`() async throws {
        let database = try await makeDatabase()
        try await FaultyDisk.failing(.sync, under: path + "-wal", with: Self.failedSync) { disk in
            let error = await #expect(throws: CommitOutcomeUnknown.self) { try await insert(2, into: database) }
            #expect(error?.cause.extendedCode == Self.failedSync)
            #expect(disk.failed == 1)
        }
        let told = try await numbers(database)
        try await insert(3, into: database)
        #expect(try await numbers(database) == told + [3])
        database.close()
        #expect(try await numbers(try Database(at: path, mode: .readOnly)) == told + [3])
    }

    /// Fails all operations from the nth on, for n = 1, 2, …, until a write succeeds.
    @Test(arguments: [JournalMode.writeAheadLog, .rollback], [full, failedWrite, failedSync])
    func `A failed write is applied completely or not at all`(journal: JournalMode, code: Int32) async throws {
        let operation: FaultyDisk.Operation = code == Self.failedSync ? .sync : .write
        try await makeDatabase(journal).close()
        var expected = [1]
        var met = 0
        repeat {
            let number = expected.count + 1
            let database = try Database(at: path, mode: .readWrite, journal: journal)
            let outcome = try await FaultyDisk.failing(operation, under: path, at: met + 1, with: code, lasts: true) {
                let outcome = try await tryToInsert(number, into: database)
                met = $0.failed > 0 ? met + 1 : 0
                database.close()
                return outcome
            }
            let next = try Database(at: path, mode: .readWrite, journal: journal)
            let found = try await numbers(next)
            next.close()
            switch outcome {
            case .saved: #expect(found == expected + [number])
            case .refused: #expect(found == expected)
            case .unknown: #expect(found == expected || found == expected + [number])
            }
            expected = found
        } while met > 0
        #expect(expected.count > 1)
    }

    @Test func `A commit waits until the removal of the rollback journal is synced`() async throws {
        let database = try await makeDatabase(.rollback)
        // The journal itself is synced twice.
        try await FaultyDisk.failing(.sync, under: path + "-journal", at: 3, with: Self.failedSync) { disk in
            await #expect(throws: CommitOutcomeUnknown.self) { try await insert(2, into: database) }
            #expect(disk.failed == 1)
        }
        #expect(try await numbers(database) == [1, 2])
    }

    private enum Outcome { case saved, refused, unknown }

    private func tryToInsert(_ number: Int, into database: Database) async throws -> Outcome {
        do {
            try await insert(number, into: database)
            return .saved
        } catch is CommitOutcomeUnknown {
            return .unknown
        } catch let error as SQLiteError {
            #expect([.full, .ioError, .cantOpen].contains(error.code), "\(error)")
            return .refused
        }
    }
}
