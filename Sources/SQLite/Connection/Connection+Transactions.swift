import CSQLite

/// When a transaction takes the lock for writing: at its begin, or never if it only reads.
public enum TransactionKind: Sendable {
    case deferred, immediate

    var begin: String {
        switch self {
        case .deferred: "BEGIN DEFERRED"
        case .immediate: "BEGIN IMMEDIATE"
        }
    }
}

extension Connection {
    public var isInTransaction: Bool {
        sqlite3_get_autocommit(database) == 0
    }

    /// All of the body or nothing: commits when it returns, rolls back when it throws.
    ///
    /// What writes is `.immediate`, since a reader that turns writer fails at once when another program has written.
    /// - Throws: ``CommitOutcomeUnknown`` if nobody can tell whether the COMMIT took effect.
    @discardableResult
    public func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        try run(kind.begin)
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

    /// SQLite itself rolls back on a full disk, an interrupt and their like, even if the body caught the error.
    private func requireTransaction() throws(SQLiteError) {
        guard isInTransaction else { throw SQLiteError(.abort, "there is no transaction any more") }
    }

    /// With a write-ahead log SQLite goes on writing to a file that has lost its name, where nobody would find the change.
    private func requireFile() throws(SQLiteError) {
        var hasMoved: Int32 = 0
        sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard hasMoved == 0 else {
            throw SQLiteError(.readOnly, "the file has lost its name", extendedCode: SQLiteError.fileMoved)
        }
    }

    /// Nothing interrupts a COMMIT: half of one is what nobody could explain.
    private func commit() throws {
        if monitor.isInterrupted { throw SQLiteError(.interrupt, "interrupted") }
        // What has only read has nothing to keep, and a damaged page that it met would make even its COMMIT fail.
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
