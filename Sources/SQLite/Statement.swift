import CSQLite

/// A prepared statement that can be run repeatedly.
///
///     var insert = try connection.prepare("INSERT INTO note (text, done) VALUES (?1, ?2)")
///     for text in ["Call Han", "Feed Dino"] {
///         try insert.run { parameters in
///             parameters[1] = text
///             parameters[2] = false
///         }
///     }
///
/// When the statement goes out of scope, it returns to the cache of its connection. Each run must bind all parameters.
public struct Statement: ~Copyable {
    private let connection: Connection
    @usableFromInline let handle: StatementHandle

    init(_ handle: StatementHandle, on connection: Connection) {
        self.connection = connection
        self.handle = handle
    }

    deinit {
        handle.returnToCache()
    }

    // MARK: - Whole results

    /// Runs the statement.
    /// - Returns: The number of rows changed by an INSERT, UPDATE, or DELETE.
    @discardableResult @inlinable @inline(__always)
    public mutating func run(_ parameters: (inout Bindings) throws -> Void = { _ in }) throws -> Int {
        try bind(parameters)
        defer { handle.reset() }
        while try handle.step() {}
        return handle.changes
    }

    /// Returns the value that the closure reads from the first row, or `nil` if there is no row.
    @inlinable @inline(__always)
    public mutating func first<Value>(
        _ parameters: (inout Bindings) throws -> Void = { _ in }, _ row: (borrowing Row) throws -> Value
    ) throws -> Value? {
        try bind(parameters)
        defer { handle.reset() }
        return try next(row)
    }

    @inlinable
    public mutating func all<Value>(
        _ parameters: (inout Bindings) throws -> Void = { _ in }, _ row: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        try bind(parameters)
        defer { handle.reset() }
        var values: [Value] = []
        while try handle.step() {
            values.append(try read(row))
        }
        return values
    }

    /// Calls a closure with each row. To stop early, use ``bind(_:)`` and ``next(_:)``.
    @inlinable
    public mutating func forEach(
        _ parameters: (inout Bindings) throws -> Void = { _ in }, _ row: (borrowing Row) throws -> Void
    ) throws {
        try bind(parameters)
        defer { handle.reset() }
        while try handle.step() {
            try read(row)
        }
    }

    // MARK: - Step by step

    /// Resets the statement and binds new parameters.
    @inlinable @inline(__always)
    public mutating func bind(_ parameters: (inout Bindings) throws -> Void = { _ in }) throws {
        handle.reset()
        var bindings = Bindings(of: handle)
        try parameters(&bindings)
        try bindings.finish(handle)
    }

    /// Returns the value that the closure reads from the next row, or `nil` after the last row.
    @inlinable
    public mutating func next<Value>(_ row: (borrowing Row) throws -> Value) throws -> Value? {
        guard try handle.step() else { return nil }
        return try read(row)
    }

    /// Stops reading rows and releases the locks of the statement.
    public mutating func reset() {
        handle.reset()
    }

    /// Calls the closure with the current row.
    /// - Throws: The error for a column of the wrong type, even if the closure throws another error.
    @inlinable
    func read<Value>(_ row: (borrowing Row) throws -> Value) throws -> Value {
        do {
            let value = try row(Row(handle))
            if let fault = handle.fault { throw fault }
            return value
        } catch {
            throw handle.fault ?? error
        }
    }
}

/// An object that owns a `sqlite3_stmt` pointer and finalizes the statement when it is deallocated.
@usableFromInline
final class StatementHandle {
    @usableFromInline let pointer: OpaquePointer
    @usableFromInline let database: OpaquePointer
    @usableFromInline let sql: String
    var isInUse = true
    var lastUse = 0
    @exclusivity(unchecked) @usableFromInline var isUnderWay = false
    /// The parameters that must be bound, as bit sets: one word for the first 64, and an array for the rest, if any.
    /// The array is optional, because an empty one would be retained for each run.
    @usableFromInline let (parameters, laterParameters): (UInt64, [UInt64]?)
    /// Whether SQLite has its own copies of values that did not fit in the buffer.
    @exclusivity(unchecked) @usableFromInline var hasCopies = false
    /// The error for the first column with the wrong type in the current row. It is boxed and unchecked for speed,
    /// because the property is read for each row.
    @exclusivity(unchecked) @usableFromInline var fault: (any Error)?

    /// The memory for bound text and blobs, which SQLite reads without copying. The buffer never moves and is freed
    /// after the statement.
    @usableFromInline let buffer: UnsafeMutableRawBufferPointer

    init(_ pointer: OpaquePointer, on database: OpaquePointer, sql: String) {
        self.pointer = pointer
        self.database = database
        self.sql = sql
        let parameterCount = Int(sqlite3_bind_parameter_count(pointer))
        (parameters, laterParameters) = Self.parameters(of: pointer, count: parameterCount)
        self.buffer = .allocate(byteCount: parameterCount > 0 ? max(4096, parameterCount * 32) : 0, alignment: 1)
    }

    /// Returns the parameters that must be bound: those that occur in the statement, or none for EXPLAIN.
    private static func parameters(of pointer: OpaquePointer, count: Int) -> (UInt64, [UInt64]?) {
        // SQLite counts five parameters for a statement that uses only `?5`.
        guard count > 0, sqlite3_stmt_isexplain(pointer) == 0 else { return (0, nil) }
        let named = (0..<count).filter { sqlite3_bind_parameter_name(pointer, Int32($0 + 1)) != nil }
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        for index in named.isEmpty ? Array(0..<count) : named { words[index / 64] |= 1 << UInt64(index % 64) }
        return (words[0], words.count > 1 ? Array(words.dropFirst()) : nil)
    }

    deinit {
        sqlite3_finalize(pointer)
        buffer.deallocate()
    }

    /// Advances to the next row.
    /// - Returns: `false` if there are no more rows.
    @inlinable
    func step() throws(SQLiteError) -> Bool {
        isUnderWay = true
        return switch sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let result: throw failure(result)
        }
    }

    @usableFromInline
    func failure(_ result: Int32) -> SQLiteError {
        SQLiteError(result, on: database, sql: sql)
    }

    @inlinable @inline(__always)
    func reset() {
        guard isUnderWay else { return }
        isUnderWay = false
        sqlite3_reset(pointer)
        if fault != nil { fault = nil }
    }

    /// The number of rows changed by the last INSERT, UPDATE, or DELETE on the connection.
    @inlinable var changes: Int {
        Int(truncatingIfNeeded: sqlite3_changes64(database))
    }

    /// Whether the statement does not change the database.
    var onlyReads: Bool { sqlite3_stmt_readonly(pointer) != 0 }

    /// Ends the current use of the statement. Values in the buffer stay bound until the next use.
    func returnToCache() {
        reset()
        if hasCopies { sqlite3_clear_bindings(pointer) }
        hasCopies = false
        isInUse = false
    }
}

/// A cache of prepared statements, keyed by their SQL text.
///
/// A statement in use is not checked out again, so runs of the same SQL text can be nested.
final class StatementCache {
    private static let capacity = 200
    @exclusivity(unchecked) private var handles: [Key: StatementHandle] = [:]
    /// The statement that was checked out last.
    @exclusivity(unchecked) private var latest: StatementHandle?
    @exclusivity(unchecked) private var clock = 0

    func checkOut(_ sql: String) -> StatementHandle? {
        // Loops check out the same statement repeatedly.
        let handle: StatementHandle
        if let latest, latest.sql == sql {
            handle = latest
        } else if let found = handles[Key(sql: sql)] {
            handle = found
            latest = found
        } else {
            return nil
        }
        guard !handle.isInUse else { return nil }
        clock += 1
        handle.lastUse = clock
        handle.isInUse = true
        return handle
    }

    /// Adds a statement, evicting the least recently used statement if the cache is full.
    func add(_ handle: StatementHandle, for sql: String) {
        guard handles[Key(sql: sql)] == nil else { return }
        if handles.count >= Self.capacity, let oldest = handles.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            handles[oldest.key] = nil
        }
        clock += 1
        handle.lastUse = clock
        handles[Key(sql: sql)] = handle
    }

    func removeAll() {
        handles = [:]
        latest = nil
    }
}

/// The SQL text of a statement. The hash covers only its length and, unless it is shorter than 24 bytes, three groups
/// of 8 bytes at positions where statements tend to differ.
private struct Key: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) {
        let bytes = sql.utf8Span.span.bytes
        var sample = UInt64(truncatingIfNeeded: bytes.byteCount)
        if bytes.byteCount >= 24 {
            for part in 1...3 {
                let word = bytes.unsafeLoadUnaligned(
                    fromByteOffset: (bytes.byteCount &- 8) &* part / 3, as: UInt64.self)
                sample = (sample ^ word) &* 0x9E37_79B9_7F4A_7C15
            }
        }
        hasher.combine(sample)
    }
}
