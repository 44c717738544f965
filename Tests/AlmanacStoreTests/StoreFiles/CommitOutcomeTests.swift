import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The reported outcomes of an unconfirmed commit after the database is reopened.
struct CommitOutcomeTests {
    let folder: TemporaryFolder
    let store: Store
    let failure = CommitOutcomeUnknown(cause: SQLiteError(.ioError, "disk I/O error"))
    private let detail = "SQLite reports: disk I/O error (10)."

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
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

    @Test("D4 A change that is in the file is reported as saved")
    func kept() async throws {
        let mark = try await mark(keeping: true)
        let problem = await store.database.outcome(of: failure, mark) as? StoreProblem
        #expect(problem == .savedUnconfirmed(detail: "\(detail)"))
    }

    @Test("D4 A change that is not in the file is reported as lost, even if its change ID was reused")
    func lost() async throws {
        let mark = try await mark(keeping: false)
        #expect(await store.database.outcome(of: failure, mark) as? StoreProblem == .notSaved(detail: "\(detail)"))
        _ = try await store.groups.add(Group())
        #expect(await store.database.outcome(of: failure, mark) as? StoreProblem == .notSaved(detail: "\(detail)"))
    }

    @Test("D4 Without a commit mark, the outcome is unknown")
    func unknown() async throws {
        #expect(
            await store.database.outcome(of: failure, .none) as? StoreProblem == .unknownOutcome(detail: "\(detail)"))
    }
}
