import CSQLite

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

    /// Throws if SQLite has already rolled back the transaction, such as after a disk-full error caught by the body.
    private func requireTransaction() throws(SQLiteError) {
        guard isInTransaction else { throw SQLiteError(.abort, "the transaction was rolled back") }
    }

    // With a WAL, SQLite would keep writing to the file, and the change would be lost.
    /// Throws if the file was moved or deleted.
    private func requireFile() throws(SQLiteError) {
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
