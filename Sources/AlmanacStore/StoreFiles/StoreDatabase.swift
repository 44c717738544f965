import Model
import SQLite
import Synchronization

/// The database as data sources use it: errors come out as `StoreProblem`, and cards are read for its search index.
package struct StoreDatabase: Sendable {
    /// How long to wait for another program.
    static let busyLimit: Duration = .seconds(5)

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

    /// Does all of the body in one IMMEDIATE transaction, or nothing of it when it throws or is to be rolled back.
    /// - Parameter isKept: Whether a result is committed. Otherwise all is rolled back, and the result returned.
    @discardableResult
    func writing<Result: Sendable>(
        foreignKeys: ForeignKeys = .enforced, isKept: @Sendable (Result) -> Bool = { _ in true },
        _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        let mark = Mutex(CommitMark.none)
        do {
            return try await sqlite.write(foreignKeys: foreignKeys) { connection in
                let before = CommitMark(of: connection)
                let result = try body(connection)
                guard isKept(result) else { throw Rollback(result: result) }
                mark.withLock { $0 = CommitMark(of: connection, since: before) }
                return result
            }
        } catch let rollback as Rollback<Result> {
            return rollback.result
        } catch let error as CommitOutcomeUnknown {
            throw await outcome(of: error, mark.withLock { $0 })
        } catch {
            throw StoreProblem.explaining(error, at: path)
        }
    }

    /// Does the same for a command; a dry run is rolled back, and its result returned all the same.
    @discardableResult
    func writing<Result: Sendable>(
        in context: CommandContext, foreignKeys: ForeignKeys = .enforced,
        isKept: @escaping @Sendable (Result) -> Bool = { _ in true }, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        try await writing(foreignKeys: foreignKeys, isKept: { !context.isDryRun && isKept($0) }, body)
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

// What is bound to a parameter as its raw value.
extension Kind: Bindable {}
extension Account.ID: Bindable {}
extension BlobID: Bindable {}
extension Step.ID: Bindable {}
extension Timestamp: Bindable {}
extension TypedRecordID: Bindable {}

/// Rolls a transaction back and carries its result out.
private struct Rollback<Result: Sendable>: Error {
    let result: Result
}
