import CSQLite

/// A prepared statement that can be run repeatedly: `try insert.run { $0[1] = name }`.
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
