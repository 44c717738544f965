import CSQLite

/// An error from SQLite or from this module. The error contains the statement, but never the bound values.
public struct SQLiteError: Error, Sendable, Equatable {
    public let code: ResultCode
    /// SQLite’s extended result code, such as 2067 for a violated UNIQUE constraint.
    public let extendedCode: Int32
    /// The `errno` of a failed read, write, or open, or 0 if there is none.
    public let systemError: Int32
    /// The message from SQLite or from this module.
    public let message: String
    /// The SQL text of the statement, without bound values, or `nil` if the error does not concern a statement.
    public let sql: String?
    /// The UTF-8 offset of a syntax error in `sql`, if known.
    public let offset: Int?

    public init(
        _ code: ResultCode, _ message: String, extendedCode: Int32? = nil, systemError: Int32 = 0, sql: String? = nil,
        offset: Int? = nil
    ) {
        self.code = code
        self.extendedCode = extendedCode ?? code.rawValue
        self.systemError = systemError
        self.message = message
        self.sql = sql
        self.offset = offset
    }

    /// The extended result code SQLITE_READONLY_DBMOVED, for a file that was moved, replaced, or deleted while open.
    public static let fileMoved: Int32 = 1032
    /// The extended result code SQLITE_IOERR_SHORT_READ, for a file that ends before a page that it should contain.
    public static let shortRead: Int32 = 522

    // MARK: - Extended result codes of this module, which SQLite does not use

    /// The code for a rollback journal that names a super-journal.
    public static let foreignJournal: Int32 = 14 | 101 << 8
    /// The code for a database, or a file next to it, with several hard links.
    public static let severalNames: Int32 = 14 | 102 << 8
    /// The code for a folder whose path is not UTF-8.
    public static let folderNotUTF8: Int32 = 14 | 103 << 8

    /// Whether this module refused to open the file because of several hard links or a journal that names another file.
    public var isOfUnsafeFile: Bool { [Self.foreignJournal, Self.severalNames].contains(extendedCode) }

    /// Creates the error for the last call on a connection.
    /// - Parameter result: The result code that the call returned.
    init(_ result: Int32, on database: OpaquePointer, sql: String? = nil) {
        let extended = sqlite3_extended_errcode(database)
        let isAboutThisCall = extended & 0xFF == result & 0xFF
        let offset = Int(sqlite3_error_offset(database))
        let code = ResultCode(extended: result)
        self.init(
            code, String(cString: isAboutThisCall ? sqlite3_errmsg(database) : sqlite3_errstr(result)),
            extendedCode: isAboutThisCall ? extended : result,
            systemError: isAboutThisCall && [.ioError, .cantOpen].contains(code) ? sqlite3_system_errno(database) : 0,
            sql: sql, offset: isAboutThisCall && offset >= 0 ? offset : nil)
    }

    /// The kind of constraint that was violated, or `nil` if the error has another cause.
    public var constraint: Constraint? {
        Constraint(rawValue: extendedCode)
    }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String {
        "\(message) (\(extendedCode))" + (sql.map { ", in: \($0)" } ?? "") + (offset.map { ", at byte \($0)" } ?? "")
    }
}

/// A kind of SQL constraint.
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

/// A primary result code of SQLite (https://sqlite.org/rescode.html).
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

    /// Creates the primary code from the low byte of an extended code. Unknown codes become `error`.
    init(extended code: Int32) {
        self = ResultCode(rawValue: code & 0xFF) ?? .error
    }
}

/// The error of a COMMIT with an unknown outcome. Reopen the file to find out whether the transaction was committed.
///
/// If syncing the WAL fails, SQLite reports an I/O error, but the transaction may still be present when the file is
/// reopened. A failure that certainly changed nothing, such as a full disk, is thrown as an ``SQLiteError``. A
/// ``Database`` reopens its connections after this error.
public struct CommitOutcomeUnknown: Error, Sendable, Equatable {
    public let cause: SQLiteError

    public init(cause: SQLiteError) { self.cause = cause }
}
