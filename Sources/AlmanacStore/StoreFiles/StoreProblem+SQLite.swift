import FileIO
import Localization
import Model
import SQLite

extension StoreProblem {
    /// Creates the user-facing error for an SQLite error.
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
