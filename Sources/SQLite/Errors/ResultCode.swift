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
