import CSQLite

/// The parameters of a statement while they are given: `{ $0[1] = id; $0[2] = name }` fills ?1 and ?2, the rest is NULL.
///
/// What cannot be bound (no such parameter, a text too long) is thrown when the closure has ended.
public struct Bindings: ~Copyable {
    private let statement: OpaquePointer
    private var buffer: UnsafeMutableRawBufferPointer
    /// A bit for each parameter that still holds what an earlier run bound; those beyond 64 are forgotten at once.
    private var stale: UInt64
    private var failure: (result: Int32, index: Int)?

    init(of handle: borrowing StatementHandle) {
        statement = handle.pointer
        buffer = handle.buffer
        stale = handle.parameterCount > 64 ? 0 : ~(~0 << UInt64(handle.parameterCount))
        if handle.parameterCount > 64 { handle.unbind() }
    }

    /// The value for the parameter ?`index`, counted from 1 as SQLite does; nil is NULL.
    @inlinable
    public subscript<Value: Storable>(index: Int) -> Value? {
        @available(*, unavailable, message: "a parameter can be set, not read")
        get { nil }
        set {
            if let newValue {
                newValue.bind(to: &self, at: index)
            } else {
                bindNull(at: index)
            }
        }
    }

    /// An enum, an identifier, or whatever else stands for a plain value.
    @inlinable
    public subscript<Value: RawRepresentable>(index: Int) -> Value? where Value.RawValue: Storable {
        @available(*, unavailable, message: "a parameter can be set, not read")
        get { nil }
        set { self[index] = newValue?.rawValue }
    }

    public mutating func bindNull(at index: Int) {
        note(sqlite3_bind_null(statement, Int32(clamping: index)), index)
    }

    public mutating func bind(integer value: Int64, at index: Int) {
        note(sqlite3_bind_int64(statement, Int32(clamping: index), value), index)
    }

    public mutating func bind(real value: Double, at index: Int) {
        note(sqlite3_bind_double(statement, Int32(clamping: index), value), index)
    }

    /// Text that is already UTF-8, such as a field of a file.
    public mutating func bind(text: UnsafeRawBufferPointer, at index: Int) {
        let index32 = Int32(clamping: index)
        if let kept = keep(text) {
            note(sqlite3_bind_text(statement, index32, kept, Int32(text.count), csqlite_static()), index)
        } else {
            let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
            let count = UInt64(text.count)
            let utf8 = UInt8(SQLITE_UTF8)
            note(sqlite3_bind_text64(statement, index32, start, count, csqlite_transient(), utf8), index)
        }
    }

    public mutating func bind(blob: UnsafeRawBufferPointer, at index: Int) {
        let index32 = Int32(clamping: index)
        if let kept = keep(blob) {
            note(sqlite3_bind_blob(statement, index32, kept, Int32(blob.count), csqlite_static()), index)
        } else {
            let count = UInt64(blob.count)
            note(sqlite3_bind_blob64(statement, index32, blob.baseAddress, count, csqlite_transient()), index)
        }
    }

    /// Copies bytes behind those that are bound already, into memory that SQLite may look at until the bindings end.
    private mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutablePointer<CChar>? {
        guard let start = buffer.baseAddress, bytes.count <= buffer.count else { return nil }
        if let source = bytes.baseAddress {
            start.copyMemory(from: source, byteCount: bytes.count)
        }
        buffer = UnsafeMutableRawBufferPointer(start: start + bytes.count, count: buffer.count - bytes.count)
        return start.assumingMemoryBound(to: CChar.self)
    }

    private mutating func note(_ result: Int32, _ index: Int) {
        stale &= ~(1 << UInt64(truncatingIfNeeded: index - 1))
        if result != SQLITE_OK, failure == nil { failure = (result, index) }
    }

    /// Makes NULL of what was not given, and an error of what could not be bound.
    mutating func finish(_ handle: StatementHandle) throws(SQLiteError) {
        while stale != 0 {
            sqlite3_bind_null(statement, Int32(stale.trailingZeroBitCount + 1))
            stale &= stale - 1
        }
        guard let (result, index) = failure else { return }
        throw result == SQLITE_RANGE
            ? SQLiteError(.range, "the statement has no parameter ?\(index)", sql: handle.sql)
            : SQLiteError(ResultCode(extended: result), "the value for ?\(index) is too long", sql: handle.sql)
    }
}
