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
