/// What may happen to the file that a connection opens.
public enum OpenMode: Sendable {
    /// The file must exist and is never changed; its folder must allow SQLite's helper files.
    case readOnly
    /// The file must exist.
    case readWrite
    /// The file is opened, or made (readable by its owner only) if it is missing.
    case create
    /// The file must not exist and is made, readable by its owner only.
    case createNew
    /// As `createNew`, and nobody sees the file before its maker has synced it and given it its name: SQLite itself syncs
    /// nothing of it, and keeps in memory what a transaction that fails needs.
    case inTheMaking
    /// The file lies on a read-only medium: no locks, no helper files, and what is left in a `-wal` is not seen.
    case immutable

    var isWritable: Bool {
        switch self {
        case .readWrite, .create, .createNew, .inTheMaking: true
        case .readOnly, .immutable: false
        }
    }
}

/// How a file is kept whole when a write ends halfway (https://sqlite.org/pragma.html#pragma_journal_mode).
public enum JournalMode: Sendable {
    /// New pages go to a log beside the file, so that readers and the writer never wait for each other. All programs
    /// share memory to find their way in it, which no network file system offers.
    case writeAheadLog
    /// Old pages go to a file beside it, from which the next one restores them: a commit waits until nobody reads.
    case rollback

    /// What the pragma calls it, and answers when the switch was made.
    var name: String {
        switch self {
        case .writeAheadLog: "wal"
        case .rollback: "delete"
        }
    }
}
