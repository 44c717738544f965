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
        var sentence = "\(advice) SQLite says: \(message) (code \(extendedCode))"
        if let sql { sentence += ", in: \(sql)" }
        if let offset { sentence += ", at byte \(offset)" }
        return sentence
    }

    private var advice: String {
        switch code {
        case .busy, .locked: "The database is in use by another program: close that program or try again."
        case .outOfMemory: "There is not enough memory, so nothing was changed: close other programs and try again."
        case .readOnly: "The database can only be read: check the permissions of its file and folder."
        case .interrupt: "The work was interrupted before its end, so nothing was changed."
        case .ioError: "The disk failed while the database was read or written: check the disk, then open it again."
        case .corrupt: "The database file is damaged: restore it from a backup."
        case .full: "The disk is full, so nothing was changed: free some space and try again."
        case .cantOpen: "The database cannot be opened: check that its path is right and may be used."
        case .tooBig: "A text or a block of bytes is too long for the database: make it shorter."
        case .constraint: "The change would break a rule of the database, so it was refused: change the values."
        case .mismatch: "The database holds a value of a kind that was not expected there."
        case .notADatabase: "The file is not a database: choose another file."
        default: "The database refused a request; this is a fault of the program: please report it."
        }
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
