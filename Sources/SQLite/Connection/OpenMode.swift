/// The access mode of a connection and the handling of a missing file.
public enum OpenMode: Sendable {
    /// Read-only access to an existing file. SQLite must be able to create helper files in the folder.
    case readOnly
    /// Read and write access to an existing file.
    case readWrite
    /// Read and write access. A missing file is created, accessible only to its owner.
    case create
    /// Read and write access to a new file, accessible only to its owner. The file must not exist.
    case createNew
    /// Access as with `createNew`, for a file that is synced and renamed when it is complete. SQLite does not sync the
    /// file and keeps the rollback journal in memory.
    case temporary
    /// Read-only access to a file on a read-only medium, without locks and helper files. A `-wal` file is ignored.
    case immutable

    var isWritable: Bool {
        switch self {
        case .readWrite, .create, .createNew, .temporary: true
        case .readOnly, .immutable: false
        }
    }
}

/// The protection of a file from interrupted writes (https://sqlite.org/pragma.html#pragma_journal_mode).
public enum JournalMode: String, Sendable {
    /// A write-ahead log. Readers and the writer never wait for each other. The mode requires shared memory, so it
    /// cannot be used on network file systems.
    case writeAheadLog = "wal"
    /// A rollback journal with the former content of changed pages. A commit waits for readers to finish.
    case rollback = "delete"
}
