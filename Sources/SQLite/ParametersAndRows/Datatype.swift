import CSQLite

/// SQLite's five storage classes: what one column of one row really holds.
public enum Datatype: Sendable {
    case integer, real, text, blob, null

    init(_ code: Int32) {
        self =
            switch code {
            case SQLITE_INTEGER: .integer
            case SQLITE_FLOAT: .real
            case SQLITE_TEXT: .text
            case SQLITE_BLOB: .blob
            default: .null
            }
    }
}

extension Datatype: CustomStringConvertible {
    public var description: String {
        switch self {
        case .integer: "an integer"
        case .real: "a real number"
        case .text: "a text"
        case .blob: "a blob"
        case .null: "NULL"
        }
    }
}
