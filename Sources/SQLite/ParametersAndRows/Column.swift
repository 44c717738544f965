import CSQLite

/// A column of the current row. A typed property is `nil` if the column contains a value of another type.
public struct Column: ~Copyable {
    @usableFromInline let value: OpaquePointer

    @inlinable
    init(_ value: OpaquePointer) {
        self.value = value
    }

    public var datatype: Datatype {
        Datatype(rawValue: sqlite3_value_type(value)) ?? .null
    }

    @inlinable
    public var isNull: Bool {
        sqlite3_value_type(value) == SQLITE_NULL
    }

    @inlinable
    public var int64: Int64? {
        sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
    }

    /// The value of a REAL or an INTEGER. Integer literals and sums of integers have the type INTEGER.
    @inlinable
    public var double: Double? {
        switch sqlite3_value_type(value) {
        case SQLITE_FLOAT, SQLITE_INTEGER: sqlite3_value_double(value)
        default: nil
        }
    }

    /// The value of a TEXT, with invalid UTF-8 replaced by U+FFFD. ``Row/withUTF8(_:_:)`` passes the original bytes.
    @inlinable
    public var text: String? {
        utf8.map { String(decoding: $0, as: UTF8.self) }
    }

    @inlinable
    public var blob: [UInt8]? {
        guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value))))
    }

    /// The UTF-8 bytes of a TEXT, valid until the next step. The value is also `nil` if there is not enough memory to
    /// convert UTF-16 text.
    @inlinable
    var utf8: UnsafeBufferPointer<UInt8>? {
        guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(truncatingIfNeeded: sqlite3_value_bytes(value)))
    }

    /// The value converted to text, or `nil` for NULL. SQLite converts the column in place, so later reads return text.
    @inlinable
    var renderedUTF8: UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}

/// A storage class of SQLite, which is the type of a single value (https://sqlite.org/c3ref/c_blob.html).
public enum Datatype: Int32, Sendable {
    case integer = 1
    case real, text, blob, null
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
