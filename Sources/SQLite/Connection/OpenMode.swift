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
