/// How a connection opens its file.
public enum OpenMode: Sendable {
    /// The file must exist and is not changed. Its folder must allow SQLite's helper files.
    case readOnly
    /// The file must exist.
    case readWrite
    /// The file is created, accessible only to its owner, if it does not exist.
    case create
    /// The file must not exist. It is created, accessible only to its owner.
    case createNew
    /// As `createNew`, for a file that is synced and renamed when it is complete. SQLite does not sync it and keeps the
    /// rollback journal in memory.
    case temporary
    /// The file is on a read-only medium: without locks and helper files, and ignoring a `-wal` file.
    case immutable

    var isWritable: Bool {
        switch self {
        case .readWrite, .create, .createNew, .temporary: true
        case .readOnly, .immutable: false
        }
    }
}

/// How SQLite protects a file from interrupted writes (https://sqlite.org/pragma.html#pragma_journal_mode).
public enum JournalMode: Sendable {
    /// A write-ahead log. Readers and the writer never wait for each other. Requires shared memory, which network file
    /// systems do not offer.
    case writeAheadLog
    /// A rollback journal with the former pages. A commit waits for readers to finish.
    case rollback

    /// The name in the pragma and in its result.
    var name: String {
        switch self {
        case .writeAheadLog: "wal"
        case .rollback: "delete"
        }
    }
}
