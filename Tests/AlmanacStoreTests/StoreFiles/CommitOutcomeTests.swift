import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// What is said of a commit that the disk did not confirm, once the store is opened again.
struct CommitOutcomeTests {
    let folder: TemporaryFolder
    let store: Store
    let failure = CommitOutcomeUnknown(cause: SQLiteError(.ioError, "disk I/O error"))
    private let detail = "SQLite says: disk I/O error (10)."

    init() async throws {
        folder = try TemporaryFolder()
        store = try await Store.open(at: folder.location, mode: .createIfMissing)
    }

    private func mark(keeping isKept: Bool) async throws -> CommitMark {
        struct Undone: Error {}
        let connection = try Connection(at: folder.location.path, mode: .readWrite)
        var mark = CommitMark.none
        _ = try? connection.transaction {
            let before = CommitMark(of: connection)
            try connection.run("INSERT INTO person (given) VALUES ('Leia')")
            mark = CommitMark(of: connection, since: before)
            if !isKept { throw Undone() }
        }
        return mark
    }

    @Test("D4 A change that is there is said to be kept")
    func kept() async throws {
        let mark = try await mark(keeping: true)
        let problem = await store.database.outcome(of: failure, mark) as? StoreProblem
        #expect(problem == .keptAfterAll(detail: "\(detail)"))
    }

    @Test("D4 A change that is not there is said to be lost, even if another has taken its number meanwhile")
    func lost() async throws {
        let mark = try await mark(keeping: false)
        #expect(await store.database.outcome(of: failure, mark) as? StoreProblem == .notKept(detail: "\(detail)"))
        _ = try await store.groups.add(Group())
        #expect(await store.database.outcome(of: failure, mark) as? StoreProblem == .notKept(detail: "\(detail)"))
    }

    @Test("D4 Of what leaves no mark nobody can tell")
    func unknown() async throws {
        #expect(
            await store.database.outcome(of: failure, .none) as? StoreProblem == .unknownOutcome(detail: "\(detail)"))
    }
}
