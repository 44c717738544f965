import Model
import SQLite
import Synchronization

/// The database as data sources use it: errors come out as `StoreProblem`, and cards are read for its search index.
package struct StoreDatabase: Sendable {
    let sqlite: Database
    package let cards: any CardInterpreter

    var path: String { sqlite.path }

    func close() { sqlite.close() }

    /// Reads one consistent state of the store.
    package func reading<Result: Sendable>(_ body: sending (Connection) throws -> Result) async throws -> Result {
        do {
            return try await sqlite.read(body)
        } catch {
            throw StoreProblem.explaining(error, at: path)
        }
    }

    /// Does all of the body in one IMMEDIATE transaction, or nothing of it when it throws or is only tried.
    @discardableResult
    func writing<Result: Sendable>(
        foreignKeys: ForeignKeys = .enforced, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        let mark = Mutex(CommitMark.none)
        let isDryRun = CommandContext.current?.isDryRun ?? false
        do {
            return try await sqlite.write(foreignKeys: foreignKeys) { connection in
                let before = CommitMark(of: connection)
                let result = try body(connection)
                if isDryRun { throw DryRunResult(ResultPage([], hasMore: false)) }
                mark.withLock { $0 = CommitMark(of: connection, since: before) }
                return result
            }
        } catch let error as CommitOutcomeUnknown {
            throw await outcome(of: error, mark.withLock { $0 })
        } catch {
            throw StoreProblem.explaining(error, at: path)
        }
    }

    /// What became of a commit that the disk did not confirm, once the file is opened again.
    func outcome(of error: CommitOutcomeUnknown, _ mark: CommitMark) async -> any Error {
        let unknown = StoreProblem.explaining(error, at: path)
        guard case StoreProblem.unknownOutcome(let detail) = unknown, mark.canTell else { return unknown }
        guard let isThere = try? await sqlite.read({ try mark.isThere(in: $0) }) else { return unknown }
        if isThere { return StoreProblem.keptAfterAll(detail: detail) }
        return switch StoreProblem(error.cause, at: path) {
        case .full: StoreProblem.full
        case .fileTooLong(let limit): StoreProblem.fileTooLong(limit: limit)
        default: (try? await sqlite.checkpoint()) == nil ? unknown : StoreProblem.notKept(detail: detail)
        }
    }
}
