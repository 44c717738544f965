import CSQLite

/// One column of the present row, from which a ``Storable`` makes itself; nil where it holds something else.
public struct Column: ~Copyable {
    @usableFromInline let value: OpaquePointer

    @inlinable
    init(_ value: OpaquePointer) {
        self.value = value
    }

    public var datatype: Datatype {
        Datatype(sqlite3_value_type(value))
    }

    @inlinable
    public var isNull: Bool {
        sqlite3_value_type(value) == SQLITE_NULL
    }

    @inlinable
    public var int64: Int64? {
        sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
    }

    /// An integer counts as a real number too: SQLite makes them out of sums and of literals without a point.
    @inlinable
    public var double: Double? {
        switch sqlite3_value_type(value) {
        case SQLITE_FLOAT, SQLITE_INTEGER: sqlite3_value_double(value)
        default: nil
        }
    }

    /// Bytes that are not UTF-8 become U+FFFD: ``Row/withUTF8(_:_:)`` shows them as they are.
    @inlinable
    public var text: String? {
        utf8.map { String(decoding: $0, as: UTF8.self) }
    }

    @inlinable
    public var blob: [UInt8]? {
        guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value))))
    }

    /// Lent by SQLite until the next step; nil also when there was no memory to convert a UTF-16 text.
    @inlinable
    var utf8: UnsafeBufferPointer<UInt8>? {
        guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(truncatingIfNeeded: sqlite3_value_bytes(value)))
    }

    /// SQLite turns the value into text where it lies, so what is read of the column later is that text too.
    @inlinable
    var renderedUTF8: UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}

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
