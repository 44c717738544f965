import FileIO
import Glibc
import Localization
import Model
import SQLite
import Synchronization

/// The database that the data sources use. Errors from SQLite and the operating system are thrown as `StoreProblem`.
struct StoreDatabase: Sendable {
    let sqlite: Database
    /// The guard of the schema, or `nil` for a database that could not be opened.
    var schemaGuard: SchemaGuard?
    private let counter = ChangeCounter()

    /// The path of the file. Links in its parent folders are resolved.
    var path: String { sqlite.path }

    /// Whether a change that the history records was committed through this database.
    var hasChanged: Bool { counter.hasChangedRecords.load(ordering: .relaxed) }

    /// The number of transactions that changed any row and were committed through this database, except by
    /// ``writingUnlessBusy(_:)``.
    var changeCount: Int { counter.transactions.load(ordering: .relaxed) }

    func close() { sqlite.close() }

    /// Runs the body in a read transaction, on a consistent snapshot.
    func reading<Result: Sendable>(
        for caller: StaticString = #function, _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        DebugLog.note(.dataSource, "read for \(caller)")
        do {
            return try await sqlite.read { connection in
                try connection.tracing(DebugLog.statements) {
                    try schemaGuard?.rejectForeignViews(on: connection)
                    return try body(connection)
                }
            }
        } catch {
            throw StoreProblem.describing(error, at: path)
        }
    }

    /// Runs the body in a write transaction. Rolls back if the body throws or, in a dry run, after the body returns.
    /// - Parameters:
    ///   - context: The command that writes, if the transaction belongs to one.
    ///   - isKept: A closure that returns whether to commit. If it returns `false`, the transaction is rolled back.
    /// - Returns: The result of the body, even after a rollback.
    @discardableResult
    func writing<Result: Sendable>(
        in context: CommandContext? = nil, foreignKeys: ForeignKeys = .enforced,
        isKept: @Sendable (Result) -> Bool = { _ in true }, for caller: StaticString = #function,
        _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        DebugLog.note(.dataSource, "write for \(caller)")
        let mark = Mutex(CommitMark.none)
        let hasChanges = Atomic(false)
        do {
            let result = try await sqlite.write(foreignKeys: foreignKeys) { connection in
                try schemaGuard?.rejectForeignTriggers(on: connection)
                let (before, changes) = (CommitMark(of: connection), connection.totalChanges)
                let result = try connection.tracing(DebugLog.statements) { try body(connection) }
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

    /// Rewrites the file, so that it contains no deleted data.
    func erase() async throws {
        do {
            try await sqlite.vacuum()
        } catch is CancellationError {
            throw StoreProblem.notErased(reason: "It was interrupted.")
        } catch {
            let problem = StoreProblem.describing(error, at: path) as? any UserFacingError
            throw StoreProblem.notErased(reason: problem?.explanation.reason ?? "\("\(error)")")
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

/// An identifier of a transaction whose outcome may be unknown: the last change that it added to the history.
struct CommitMark: Sendable {
    private let change: Int64
    private let image: String

    static let none = CommitMark(change: 0, image: "")

    /// Whether the transaction has recorded any change.
    var isKnown: Bool { change > 0 }
}

extension CommitMark {
    /// Creates the commit mark of the state before a transaction. It is empty for a database without a history.
    init(of connection: Connection) {
        let last = try? connection.first("SELECT max(id) FROM change") { $0[0] as Int64? }
        self.init(change: last.flatMap { $0 } ?? 0, image: "")
    }

    /// Creates the commit mark of the changes that follow an earlier commit mark.
    init(of connection: Connection, since before: CommitMark) {
        let now = CommitMark(of: connection)
        let image = now.change > before.change ? try? Self.image(of: now.change, in: connection) : nil
        self = image.map { CommitMark(change: now.change, image: $0) } ?? .none
    }

    func exists(in connection: Connection) throws -> Bool {
        try Self.image(of: change, in: connection) == image
    }

    private static func image(of change: Int64, in connection: Connection) throws -> String? {
        try connection.first(
            """
            SELECT step.id || ' ' || time || ' ' || token || ' ' || table_name || ' ' || ifnull(record_id, '')
            FROM change JOIN step ON step.id = step_id
            WHERE change.id = ?1
            """, binding: change
        ) { $0[0] }
    }
}

extension StoreProblem {
    init(_ error: SQLiteError, at path: String) {
        let detail = Self.detail(of: error)
        self =
            switch error.code {
            case .ioError where error.extendedCode == Self.outOfMemoryInRead: .outOfMemory
            case .ioError where error.extendedCode == SQLiteError.shortRead: .damaged(detail: detail)
            case .busy, .locked, .lockProtocol: .busy(seconds: Int(Connection.busyLimit.components.seconds))
            case .full: .full
            case .outOfMemory: .outOfMemory
            case .ioError where error.extendedCode == Self.failedWrite && FileSystem.fileLimit != nil:
                .fileTooLong(limit: FileSystem.fileLimit ?? 0)
            case .ioError where SystemError(code: error.systemError).isFull || FileSystem.isFull(path): .full
            case .cantOpen where SystemError(code: error.systemError).isFull: .full
            case .ioError: .io(detail: detail)
            case .corrupt, .mismatch: .damaged(detail: detail)
            case .notADatabase: .notADatabase(path: path)
            case .readOnly where error.extendedCode == SQLiteError.fileMoved: .moved(path: path)
            case .readOnly: .readOnly(path: path)
            case .tooBig: .tooLong
            case .cantOpen where error.extendedCode == SQLiteError.foreignJournal: .foreignJournal(path: path)
            case .cantOpen where error.extendedCode == SQLiteError.severalNames:
                .severalNames(path: StoreLocation(path).fileWithSeveralNames)
            case .cantOpen where error.extendedCode == SQLiteError.folderNotUTF8: .folderNotUTF8(path: path)
            case .cantOpen, .permission:
                .cannotOpen(path: path, reason: StoreLocation(path).inaccessibleCompanions ?? detail)
            default: .failed(detail: detail)
            }
    }

    /// The extended result code SQLITE_IOERR_WRITE, which SQLite also reports for EFBIG.
    private static let failedWrite: Int32 = 778
    /// The extended result code SQLITE_IOERR_NOMEM.
    private static let outOfMemoryInRead: Int32 = 3082

    static func rethrowing<Result>(at path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw describing(error, at: path)
        }
    }

    /// Runs the body, which writes a new copy of a database, and converts its errors.
    static func rethrowing<Result>(writingTo target: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try rethrowing(at: target, body)
        } catch StoreProblem.cannotOpen(path: target, reason: let reason) {
            throw StoreProblem.cannotWrite(path: target, reason: reason)
        }
    }

    /// Converts an error of SQLite or the operating system to a problem with the database at a path. Other errors are
    /// returned unchanged.
    static func describing(_ error: any Error, at path: String) -> any Error {
        switch error {
        case let error as SQLiteError: StoreProblem(error, at: path)
        case let error as CommitOutcomeUnknown: unknownOutcome(detail: detail(of: error.cause))
        case let error as SystemError where error.isUnconfirmed: unconfirmed(path: path, reason: error.reason)
        case let error as SystemError where error.isFull: full
        case let error as SystemError: cannotOpen(path: path, reason: error.reason)
        default: error
        }
    }

    private static func detail(of error: SQLiteError) -> Message {
        "SQLite reports: \(error.message) (\(error.extendedCode))."
    }
}
