import CSQLite

/// Why SQLite, or this layer over it, refused: with the statement, and never with the values bound to it.
public struct SQLiteError: Error, Sendable, Equatable {
    public let code: ResultCode
    /// SQLite's exact code, such as 2067 for a broken UNIQUE constraint.
    public let extendedCode: Int32
    /// The `errno` with which the system refused a read, a write or a file; 0 where it did not.
    public let systemError: Int32
    /// SQLite's own words.
    public let message: String
    /// The statement as it was written, parameters unfilled.
    public let sql: String?
    /// Where in the UTF-8 of `sql` the mistake stands, if it is a mistake of language.
    public let offset: Int?

    public init(
        _ code: ResultCode, _ message: String, extendedCode: Int32? = nil, systemError: Int32 = 0, sql: String? = nil
    ) {
        self.code = code
        self.extendedCode = extendedCode ?? code.rawValue
        self.systemError = systemError
        self.message = message
        self.sql = sql
        self.offset = nil
    }

    /// The exact code for a file that was moved, replaced or removed while it was open: SQLITE_READONLY_DBMOVED.
    public static let fileMoved: Int32 = 1032

    /// What a connection has to say about its last call, which returned `result`.
    init(_ result: Int32, on database: OpaquePointer, sql: String? = nil) {
        let extended = sqlite3_extended_errcode(database)
        let isAboutThisCall = extended & 0xFF == result & 0xFF
        let offset = Int(sqlite3_error_offset(database))
        self.code = ResultCode(extended: result)
        self.extendedCode = isAboutThisCall ? extended : result
        self.systemError = isAboutThisCall && [.ioError, .cantOpen].contains(code) ? sqlite3_system_errno(database) : 0
        self.message = String(cString: isAboutThisCall ? sqlite3_errmsg(database) : sqlite3_errstr(result))
        self.sql = sql
        self.offset = isAboutThisCall && offset >= 0 ? offset : nil
    }

    /// The constraint that failed, if that is what happened.
    public var constraint: Constraint? {
        Constraint(rawValue: extendedCode)
    }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String {
        "\(message) (\(extendedCode))" + (sql.map { ", in: \($0)" } ?? "") + (offset.map { ", at byte \($0)" } ?? "")
    }
}

/// Which promise of the schema a statement would have broken.
public enum Constraint: Int32, Sendable {
    case check = 275
    case foreignKey = 787
    case notNull = 1299
    case primaryKey = 1555
    case trigger = 1811
    case unique = 2067
    case rowID = 2579
    case datatype = 3091
}

/// What kind of failure SQLite reports: its primary result codes (https://sqlite.org/rescode.html).
public enum ResultCode: Int32, Sendable {
    case error = 1
    case `internal` = 2
    case permission = 3
    case abort = 4
    case busy = 5
    case locked = 6
    case outOfMemory = 7
    case readOnly = 8
    case interrupt = 9
    case ioError = 10
    case corrupt = 11
    case notFound = 12
    case full = 13
    case cantOpen = 14
    case lockProtocol = 15
    case schemaChanged = 17
    case tooBig = 18
    case constraint = 19
    case mismatch = 20
    case misuse = 21
    case unsupportedLargeFile = 22
    case unauthorized = 23
    case range = 25
    case notADatabase = 26

    /// The primary code is the low byte of an extended one; one that this list does not know is a plain error.
    init(extended code: Int32) {
        self = ResultCode(rawValue: code & 0xFF) ?? .error
    }
}

/// A COMMIT failed in such a way that the transaction may or may not be in the file: read it again to know.
///
/// When the sync of the write-ahead log fails, SQLite reports an I/O error, yet the transaction can be there once the
/// file is opened anew. A failure that is sure to have changed nothing (busy, a constraint, a full disk) is thrown as a
/// plain ``SQLiteError``. A ``Database`` opens its connections anew after this error.
public struct CommitOutcomeUnknown: Error, Sendable, Equatable {
    public let cause: SQLiteError

    public init(cause: SQLiteError) { self.cause = cause }
}
