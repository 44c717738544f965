import Model
import SQLite

extension StoreProblem {
    /// What an error of SQLite means to the owner of the store at the path.
    init(_ error: SQLiteError, at path: String) {
        let detail = Self.detail(of: error)
        self = switch error.code {
        case .busy, .locked, .lockProtocol: .busy(seconds: Int(Store.busyLimit.components.seconds))
        case .full: .full
        case .ioError: .io(detail: detail)
        case .corrupt, .mismatch: .damaged(detail: detail)
        case .notADatabase: .notADatabase(path: path)
        case .readOnly: .readOnly(path: path)
        case .cantOpen, .permission: .cannotOpen(path: path, reason: detail)
        default: .failed(detail: detail)
        }
    }

    /// The error as a problem of the store at the path if SQLite threw it; any other as it is.
    static func explaining(_ error: any Error, at path: String) -> any Error {
        switch error {
        case let error as SQLiteError: StoreProblem(error, at: path)
        case let error as CommitUncertain: unknownOutcome(detail: detail(of: error.cause))
        default: error
        }
    }

    private static func detail(of error: SQLiteError) -> String {
        "SQLite says: \(error.message) (\(error.extendedCode))."
    }
}
