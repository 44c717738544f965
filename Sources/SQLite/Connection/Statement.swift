import CSQLite

/// A prepared statement with one owner, to be run many times: `try insert.run { $0[1] = name }`.
///
/// When its owner lets go of it, it returns to the cache of its connection. Each run binds all parameters anew.
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

    // MARK: - At once

    /// Runs to the end and tells how many rows an INSERT, UPDATE or DELETE changed.
    @discardableResult @inlinable @inline(__always)
    public mutating func run(_ parameters: (inout Bindings) throws -> Void = { _ in }) throws -> Int {
        try bind(parameters)
        defer { handle.reset() }
        while try handle.step() {}
        return handle.changes
    }

    /// The first row, made into a value; nil when there is none.
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

    /// Row after row, none kept. To stop before the last one, ``bind(_:)`` and ask for the ``next(_:)`` while wanted.
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

    /// Starts anew with these parameters.
    @inlinable @inline(__always)
    public mutating func bind(_ parameters: (inout Bindings) throws -> Void = { _ in }) throws {
        handle.reset()
        var bindings = Bindings(of: handle)
        try parameters(&bindings)
        try bindings.finish(handle)
    }

    /// The next row, made into a value; nil after the last one.
    @inlinable
    public mutating func next<Value>(_ row: (borrowing Row) throws -> Value) throws -> Value? {
        guard try handle.step() else { return nil }
        return try read(row)
    }

    /// Ends before the last row, so that its locks do not outlive the need.
    public mutating func reset() {
        handle.reset()
    }

    /// A fault of the row outranks what the closure made of its placeholder.
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
