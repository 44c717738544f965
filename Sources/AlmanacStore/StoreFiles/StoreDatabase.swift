import Model
import SQLite
import Synchronization

/// The database that the data sources use. Errors from SQLite and the operating system are thrown as `StoreProblem`.
struct StoreDatabase: Sendable {
    let sqlite: Database
    let cards: any CardInterpreter
    /// The guard of the schema, or `nil` for a database that could not be opened.
    var schemaGuard: SchemaGuard?
    private let counter = ChangeCounter()

    /// The path of the file. Links in its parent folders are resolved.
    var path: String { sqlite.path }

    /// Whether a change to records was committed through this database.
    var hasChanged: Bool { counter.hasChangedRecords.load(ordering: .relaxed) }

    /// The number of transactions that changed any row and were committed through this database.
    var changeCount: Int { counter.transactions.load(ordering: .relaxed) }

    func close() { sqlite.close() }

    /// Runs the body in a read transaction, on a consistent snapshot.
    func reading<Result: Sendable>(_ body: sending (Connection) throws -> Result) async throws -> Result {
        do {
            return try await sqlite.read { connection in
                try schemaGuard?.rejectForeignViews(on: connection)
                return try body(connection)
            }
        } catch {
            throw StoreProblem.describing(error, at: path)
        }
    }

    /// Runs the body in a write transaction. Rolls back if the body throws, and after the body returns in a dry run.
    /// - Parameters:
    ///   - context: The command that writes, if the transaction belongs to one.
    ///   - isKept: A closure that returns whether to commit. Otherwise, the transaction is rolled back.
    /// - Returns: The result of the body, even after a rollback.
    @discardableResult
    func writing<Result: Sendable>(
        in context: CommandContext? = nil, foreignKeys: ForeignKeys = .enforced,
        isKept: @Sendable (Result) -> Bool = { _ in true }, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        let mark = Mutex(CommitMark.none)
        let hasChanges = Atomic(false)
        do {
            let result = try await sqlite.write(foreignKeys: foreignKeys) { connection in
                try schemaGuard?.rejectForeignTriggers(on: connection)
                let (before, changes) = (CommitMark(of: connection), connection.totalChanges)
                let result = try body(connection)
                hasChanges.store(connection.totalChanges != changes, ordering: .relaxed)
                guard context?.isDryRun != true, isKept(result) else { throw Rollback(result: result) }
                mark.withLock { $0 = CommitMark(of: connection, since: before) }
                return result
            }
            if mark.withLock(\.isKnown) { counter.hasChangedRecords.store(true, ordering: .relaxed) }
            if hasChanges.load(ordering: .relaxed) { counter.transactions.add(1, ordering: .relaxed) }
            return result
        } catch let rollback as Rollback<Result> {
            return rollback.result
        } catch let error as CommitOutcomeUnknown {
            throw await outcome(of: error, mark.withLock { $0 })
        } catch {
            throw StoreProblem.describing(error, at: path)
        }
    }

    /// Runs the body in a write transaction without waiting for other programs.
    func writingUnlessBusy<Result: Sendable>(_ body: sending (Connection) throws -> Result) async throws
        -> Result
    {
        do {
            return try await sqlite.write(waits: false) { connection in
                try schemaGuard?.rejectForeignTriggers(on: connection)
                return try body(connection)
            }
        } catch {
            throw StoreProblem.describing(error, at: path)
        }
    }

    /// Throws if another program is reading the database, because ``erase()`` would then fail.
    func rejectReaders() async throws {
        do {
            // A reader prevents a checkpoint only if there is something to write to the file.
            try await sqlite.write { try $0.setUserVersion($0.userVersion) }
            do {
                try await sqlite.checkpoint()
            } catch let error as SQLiteError where error.code == .busy {
                throw StoreProblem.beingRead
            }
        } catch {
            throw StoreProblem.describing(error, at: path)
        }
    }

    /// Rewrites the file, so that it contains nothing that was deleted.
    func erase() async throws {
        do {
            try await sqlite.vacuum()
        } catch is CancellationError {
            throw StoreProblem.notErased(reason: "It was interrupted.")
        } catch {
            let problem = StoreProblem.describing(error, at: path) as? any UserFacingError
            throw StoreProblem.notErased(reason: problem?.explanation.what ?? "\("\(error)")")
        }
    }

    /// Reopens the file to find out the outcome of an unconfirmed commit.
    /// - Returns: The error that describes the outcome.
    func outcome(of error: CommitOutcomeUnknown, _ mark: CommitMark) async -> any Error {
        let unknown = StoreProblem.describing(error, at: path)
        guard case StoreProblem.unknownOutcome(let detail) = unknown, mark.isKnown else { return unknown }
        guard let exists = try? await sqlite.read({ try mark.exists(in: $0) }) else { return unknown }
        if exists { return StoreProblem.savedUnconfirmed(detail: detail) }
        return switch StoreProblem(error.cause, at: path) {
        case .full: StoreProblem.full
        case .fileTooLong(let limit): StoreProblem.fileTooLong(limit: limit)
        default: (try? await sqlite.checkpoint()) == nil ? unknown : StoreProblem.notSaved(detail: detail)
        }
    }
}

// Values of these types are bound as their raw values.
extension Kind: Bindable {}
extension Account.ID: Bindable {}
extension BlobID: Bindable {}
extension Step.ID: Bindable {}
extension Timestamp: Bindable {}
extension TypedRecordID: Bindable {}

/// An error that rolls back a transaction and carries the result.
private struct Rollback<Result: Sendable>: Error {
    let result: Result
}

/// A counter that the copies of a `StoreDatabase` share.
private final class ChangeCounter: Sendable {
    let hasChangedRecords = Atomic(false)
    let transactions = Atomic(0)
}
