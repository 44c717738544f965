import CSQLite

/// One column of the current row, from which a ``Storable`` value is read. The properties are `nil` for other types.
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

    /// The value of a REAL or an INTEGER, which SQLite returns for sums and literals without a decimal point.
    @inlinable
    public var double: Double? {
        switch sqlite3_value_type(value) {
        case SQLITE_FLOAT, SQLITE_INTEGER: sqlite3_value_double(value)
        default: nil
        }
    }

    /// Invalid UTF-8 is replaced with U+FFFD; ``Row/withUTF8(_:_:)`` returns it unchanged.
    @inlinable
    public var text: String? {
        utf8.map { String(decoding: $0, as: UTF8.self) }
    }

    @inlinable
    public var blob: [UInt8]? {
        guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value))))
    }

    /// The bytes of a text, valid until the next step; also `nil` if there was no memory to convert a UTF-16 text.
    @inlinable
    var utf8: UnsafeBufferPointer<UInt8>? {
        guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(truncatingIfNeeded: sqlite3_value_bytes(value)))
    }

    /// The value as text. SQLite converts the column in place, so later reads see the text, too.
    @inlinable
    var renderedUTF8: UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}

/// A storage class of SQLite: the type of one value.
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
        case .text: "text"
        case .blob: "a blob"
        case .null: "NULL"
        }
    }
}
