/// A mode for opening a database file, which determines the allowed access and whether a missing file is created.
public enum OpenMode: Sendable {
    /// Read-only access to an existing file. SQLite must be able to create helper files in the folder.
    case readOnly
    /// Read and write access to an existing file.
    case readWrite
    /// Read and write access. A missing file is created, accessible only to its owner.
    case create
    /// Read and write access to a new file, accessible only to its owner. The file must not exist.
    case createNew
    /// The same access as `createNew`, for a file that the caller syncs and renames when it is complete. SQLite does
    /// not sync the file and keeps the rollback journal in memory.
    case temporary
    /// Read-only access without locks and helper files, for a file that is not being changed. A WAL is ignored.
    case immutable

    var isWritable: Bool {
        switch self {
        case .readWrite, .create, .createNew, .temporary: true
        case .readOnly, .immutable: false
        }
    }
}

/// A method of protecting a file from interrupted writes (https://sqlite.org/pragma.html#pragma_journal_mode).
public enum JournalMode: String, Sendable {
    /// A write-ahead log. Readers and the writer never wait for each other. This mode requires shared memory, so it
    /// cannot be used on network file systems.
    case writeAheadLog = "wal"
    /// A rollback journal that contains the former content of changed pages. A commit waits for readers to finish.
    case rollback = "delete"
}
