import CSQLite

extension Connection {
    /// Returns a prepared statement that can be run repeatedly. Statements are cached by their text.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        if monitor.isInterrupted { throw SQLiteError(.interrupt, "interrupted") }
        if let handle = statements.checkOut(sql) { return try admitted(handle) }
        let handle = try compile(sql)
        statements.add(handle, for: sql)
        return try admitted(handle)
    }

    private func admitted(_ handle: StatementHandle) throws(SQLiteError) -> Statement {
        let statement = Statement(handle, on: self)
        try admit(handle)
        return statement
    }

    /// Throws if the statement changes the database but the connection rejects changes.
    private func admit(_ handle: StatementHandle) throws(SQLiteError) {
        if !handle.onlyReads, rejectsChanges { throw SQLiteError(.readOnly, "the connection only reads") }
    }

    // MARK: - Binding values

    /// Runs a statement with values bound to ?1, ?2, and so on.
    ///
    ///     try connection.run("DELETE FROM note WHERE id = ?1", binding: id)
    ///
    /// - Returns: The number of rows changed by an INSERT, UPDATE, or DELETE.
    @discardableResult
    public func run(_ sql: String, binding values: (any Bindable)?...) throws -> Int {
        try run(sql) { $0.bind(values) }
    }

    /// Returns whether a query has at least one result row.
    @inlinable
    public func hasRow(_ sql: String, binding values: (any Bindable)?...) throws -> Bool {
        try first(sql, { $0.bind(values) }) { _ in true } ?? false
    }

    /// Returns the value that the closure reads from the first row, or `nil` if there is no row.
    @inlinable
    public func first<Value>(
        _ sql: String, binding values: (any Bindable)?..., row: (borrowing Row) throws -> Value
    ) throws -> Value? {
        try first(sql, { $0.bind(values) }, row)
    }

    /// Returns the values that the closure reads, one for each row.
    @inlinable
    public func all<Value>(
        _ sql: String, binding values: (any Bindable)?..., row: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        try all(sql, { $0.bind(values) }, row)
    }

    /// Calls a closure with each row.
    @inlinable
    public func forEach(
        _ sql: String, binding values: (any Bindable)?..., row: (borrowing Row) throws -> Void
    ) throws {
        var statement = try prepare(sql)
        try statement.forEach({ $0.bind(values) }, row)
    }

    // MARK: - Binding in a closure

    @discardableResult
    public func run(_ sql: String, _ parameters: (inout Bindings) throws -> Void) throws -> Int {
        var statement = try prepare(sql)
        return try statement.run(parameters)
    }

    @inlinable
    public func first<Value>(
        _ sql: String, _ parameters: (inout Bindings) throws -> Void, _ row: (borrowing Row) throws -> Value
    ) throws -> Value? {
        var statement = try prepare(sql)
        return try statement.first(parameters, row)
    }

    @inlinable
    public func all<Value>(
        _ sql: String, _ parameters: (inout Bindings) throws -> Void, _ row: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        var statement = try prepare(sql)
        return try statement.all(parameters, row)
    }

    // MARK: - Scripts and plans

    /// Runs a script of statements without parameters, such as a migration. Result rows are ignored.
    public func execute(_ script: String) throws(SQLiteError) {
        var rest = script.utf8Span.span
        while !rest.isEmpty {
            let (pointer, length) = try compile(rest)
            if let pointer {
                let handle = StatementHandle(pointer, on: database, sql: rest.extracting(first: length).string)
                try admit(handle)
                while try handle.step() {}
            }
            rest = rest.extracting(droppingFirst: length)
        }
    }

    /// Returns the lines of the query plan, which show whether SQLite searches an index or scans a table.
    public func queryPlan(_ sql: String) throws -> [String] {
        try all("EXPLAIN QUERY PLAN " + sql) { $0[3] }
    }

    private func compile(_ sql: String) throws(SQLiteError) -> StatementHandle {
        let text = sql.utf8Span.span
        let (pointer, length) = try compile(text)
        guard let pointer else { throw SQLiteError(.misuse, "the text contains no statement", sql: sql) }
        // Keeps the string itself, because equal strings with the same storage are compared fastest.
        let handle = StatementHandle(pointer, on: database, sql: sql)
        if let second = try compile(text.extracting(droppingFirst: length)).pointer {
            sqlite3_finalize(second)
            throw SQLiteError(.misuse, "the text contains more than one statement", sql: sql)
        }
        return handle
    }

    /// Compiles the first statement of a script.
    /// - Returns: The statement and the number of bytes read. The statement is `nil` if the text has none.
    private func compile(_ text: Span<UInt8>) throws(SQLiteError) -> (pointer: OpaquePointer?, length: Int) {
        var pointer: OpaquePointer?
        var length = text.count
        let result = text.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return SQLITE_OK }
            var tail: UnsafePointer<CChar>?
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            let result = sqlite3_prepare_v3(database, start, Int32(clamping: bytes.count), flags, &pointer, &tail)
            if let tail { length = tail - start }
            return result
        }
        guard result == SQLITE_OK else {
            throw failure(result, sql: text.extracting(first: min(text.count, 2000)).string)
        }
        // SQLite stops at a NUL and would silently ignore the rest of the statement.
        guard pointer != nil || length == text.count else {
            throw SQLiteError(.misuse, "the statement contains U+0000")
        }
        return (pointer, length)
    }
}

extension Span<UInt8> {
    /// The bytes decoded as UTF-8.
    fileprivate var string: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
}

extension String {
    /// The string as a quoted SQL identifier.
    public var quotedIdentifier: String {
        "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

/// The kind of a transaction, which determines whether it acquires the write lock at its first write or immediately.
public enum TransactionKind: String, Sendable {
    case deferred = "BEGIN DEFERRED"
    case immediate = "BEGIN IMMEDIATE"
}

extension Connection {
    public var isInTransaction: Bool {
        sqlite3_get_autocommit(database) == 0
    }

    /// Runs the body in a transaction, committing if the body returns and rolling back if it throws.
    ///
    /// Use `.immediate` if the body writes. A deferred transaction fails at its first write if another program has
    /// written since its first read.
    /// - Throws: ``CommitOutcomeUnknown`` if it is unknown whether the COMMIT took effect.
    @discardableResult
    public func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        try run(kind.rawValue)
        do {
            let result = try body()
            try requireTransaction()
            try commit()
            return result
        } catch {
            if isInTransaction { try monitor.uninterrupted { try run("ROLLBACK") } }
            throw error
        }
    }

    /// Throws if SQLite has already rolled back the transaction, for example after a disk-full error that the body
    /// caught.
    private func requireTransaction() throws(SQLiteError) {
        guard isInTransaction else { throw SQLiteError(.abort, "the transaction was rolled back") }
    }

    /// Throws if the file was moved or deleted.
    private func requireFile() throws(SQLiteError) {
        // With a WAL, SQLite would keep writing to the file, and the change would be lost.
        var hasMoved: Int32 = 0
        sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard hasMoved == 0 else {
            throw SQLiteError(.readOnly, "the file was moved or deleted", extendedCode: SQLiteError.fileMoved)
        }
    }

    /// Commits the transaction. The COMMIT itself cannot be interrupted.
    private func commit() throws {
        if monitor.isInterrupted { throw SQLiteError(.interrupt, "interrupted") }
        // A transaction that has only read has nothing to commit. If it has read a damaged page, even COMMIT would
        // fail.
        guard sqlite3_txn_state(database, nil) == SQLITE_TXN_WRITE else {
            return try monitor.uninterrupted { try run("ROLLBACK") }
        }
        try requireFile()
        do {
            try monitor.uninterrupted { try run("COMMIT") }
        } catch let error as SQLiteError {
            switch error.code {
            case .busy, .constraint, .full, .outOfMemory: throw error
            default: throw CommitOutcomeUnknown(cause: error)
            }
        }
    }
}
