import Interchange
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The user-facing problems of real SQLite failures.
struct StoreProblemTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("D2 A write that fails because the disk is full is rolled back, and the database can still be read")
    func full() async throws {
        let database = try folder.open(.createIfMissing, [.stars])
        await #expect(throws: StoreProblem.full) {
            try await database.writing { connection in
                try connection.execute("PRAGMA max_page_count = 1")
                for number in 2...5000 { try connection.run("INSERT INTO star VALUES (?1, 'x')") { $0[1] = number } }
            }
        }
        #expect(try await database.reading { try $0.first("SELECT count(*) FROM star") { $0[0] as Int } } == 1)
    }

    @Test("D6 A database locked by another connection is reported after the timeout")
    func busy() async throws {
        try folder.makeStore([.stars])
        let database = StoreDatabase(
            sqlite: try Database(at: folder.location.path, mode: .readWrite, busyLimit: .zero),
            cards: VCardInterpreter())
        let other = try Connection(at: folder.location.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        await #expect(throws: StoreProblem.busy(seconds: 5)) {
            try await database.writing { try $0.run("DELETE FROM star") }
        }
        try other.execute("ROLLBACK")
        #expect(try await database.writing { try $0.run("DELETE FROM star") } == 1)
    }

    @Test("A value whose type differs from the requested type is reported as damage")
    func mismatch() async throws {
        let database = try folder.open(.createIfMissing, [.stars])
        let problem = await #expect(throws: StoreProblem.self) {
            try await database.reading { try $0.first("SELECT name FROM star") { $0[0] as Int } }
        }
        #expect(
            problem?.description.hasPrefix("The database is damaged. SQLite reports: column 0 “name” contains") == true)
    }

    @Test(
        "SQLite errors are reported as specific problems",
        arguments: [
            (.ioError, .io(detail: "SQLite reports: oh (10).")),
            (.corrupt, .damaged(detail: "SQLite reports: oh (11).")),
            (.readOnly, .readOnly(path: "/a")), (.notADatabase, .notADatabase(path: "/a")),
            (.cantOpen, .cannotOpen(path: "/a", reason: "SQLite reports: oh (14).")), (.locked, .busy(seconds: 5)),
            (.outOfMemory, .outOfMemory),
        ] as [(ResultCode, StoreProblem)])
    func table(code: ResultCode, problem: StoreProblem) {
        #expect(StoreProblem(SQLiteError(code, "oh"), at: "/a") == problem)
    }

    @Test("Errors of other types are rethrown unchanged")
    func others() async throws {
        let database = try folder.open(.createIfMissing, [.stars])
        let problem = RecordProblem.notFound(RecordID(kind: .person, number: 7))
        await #expect(throws: problem) { try await database.writing { _ in throw problem } }
    }
}
