import Localization

/// An error of the database as a whole. Nothing has changed unless the message says so.
public enum StoreProblem: UserFacingError, Hashable {
    case missing(path: String)
    case empty(path: String)
    case notADatabase(path: String)
    case foreign(path: String)
    case newer(path: String, version: Int, known: Int)
    case tooOld(path: String, version: Int, oldest: Int)
    case migrationChanged(version: Int, name: String)
    case migrationMissing(version: Int)
    case migrationFailed(version: Int, name: String, reason: Message)
    case notMigrated(path: String)
    case readOnly(path: String)
    case unsafeFolder(path: String, reason: Message)
    case cannotOpen(path: String, reason: Message)
    case busy(seconds: Int)
    case full
    /// The disk was full when the database was opened, so that it is open for reading only.
    case fullAtOpening
    case damaged(detail: Message)
    case io(detail: Message)
    /// The outcome of a commit is unknown.
    case unknownOutcome(detail: Message)
    /// The outcome of a commit was unknown; after reopening, the change was found or not found.
    case keptAfterAll(detail: Message)
    case notKept(detail: Message)
    /// A file was renamed to its target, but the disk did not confirm it.
    case unconfirmed(path: String, reason: Message)
    case fileExists(path: String)
    /// A resource limit (`ulimit -f`) was reached.
    case fileTooLong(limit: Int)
    case outOfMemory
    /// The open file was moved, replaced, or removed.
    case moved(path: String)
    /// A value exceeds the limits of SQLite.
    case tooLong
    /// The WAL belongs to another database.
    case foreignLog(path: String)
    case badBackup(path: String, detail: Message)
    case notInBackup(RecordID, path: String)
    case failed(detail: Message)

    public var explanation: ErrorReport {
        switch self {
        case .missing(let path):
            ErrorReport(
                .failed, "There is no store at \(path).",
                next: "Is the name right? “almanac --database \(path)” alone would begin a new one there.")
        case .empty(let path):
            ErrorReport(
                .failed, "\(path) is an empty file, not a store.",
                next: "Remove it or name another file with --database.")
        case .notADatabase(let path):
            ErrorReport(
                .failed, "\(path) is not an Almanac store: it is no SQLite database.",
                next: "Name another file with --database.")
        case .foreign(let path):
            ErrorReport(
                .failed, "\(path) is a database of another program.", why: "Its application_id is not Almanac's.",
                next: "It was left as it is; name another file with --database.")
        case .newer(let path, let version, let known):
            ErrorReport(
                .failed, "\(path) was made by a newer Almanac.",
                why: "It is at migration \(version); this program knows \(known).",
                next: "Install the newer Almanac; the store was left as it is.")
        case .tooOld(let path, let version, let oldest):
            ErrorReport(
                .failed, "\(path) was made by an Almanac that is too old for this one.",
                why: "It is at migration \(version); this program begins at \(oldest).",
                next: "Open it with Almanac 0.1 first; it was left as it is.")
        case .migrationChanged(let version, let name):
            ErrorReport(
                .failed, "Migration \(version) (\(name)) is not the one this store was made with.",
                why: "Its checksum differs.", next: "Use the Almanac that made the store; it was left as it is.")
        case .migrationMissing(let version):
            ErrorReport(
                .failed, "The store lacks migration \(version) between others that were applied.",
                why: "Some other tool has changed its list of migrations.",
                next: "Restore a backup; it was left as it is.")
        case .migrationFailed(let version, let name, let reason):
            ErrorReport(
                .failed, "Migration \(version) (\(name)) failed, and the store is as it was before it.", why: reason,
                next: "The backup made before is among those beside the store; please report this.")
        case .notMigrated(let path):
            ErrorReport(
                .failed, "\(path) was made by an older Almanac and can only be read.",
                next: "Make it writable, then run “almanac migrate”.")
        case .readOnly(let path):
            ErrorReport(
                .failed, "\(path) can only be read.", next: "Make the file and its folder writable to change anything.")
        case .unsafeFolder(let path, let reason):
            ErrorReport(
                .failed, "\(path) is not a safe place for a store.", why: reason,
                next: "Mend that or name another file with --database.")
        case .cannotOpen(let path, let reason):
            ErrorReport(
                .failed, "\(path) cannot be opened.", why: reason,
                next: "Mend that or name another file with --database.")
        case .busy(let seconds):
            ErrorReport(
                .failed, "The store is in use by another program.",
                why: "It did not come free within \(seconds) seconds.",
                next: "Try again; nothing was changed.")
        case .full:
            ErrorReport(.failed, "The disk is full; nothing was changed.", next: "Make room and try again.")
        case .fullAtOpening:
            ErrorReport(
                .failed, "The disk is full; nothing was changed.",
                why: "The store could only be opened for reading.", next: "Make room and start again.")
        case .damaged(let detail):
            ErrorReport(
                .failed, "The store is damaged.", why: detail,
                next: "“check” says more; “backups” lists those that “restore” can bring back.")
        case .io(let detail):
            ErrorReport(
                .failed, "The disk did not read or write as it should; nothing was changed.", why: detail,
                next: "Look after the disk, then try again.")
        case .unknownOutcome(let detail):
            ErrorReport(
                .failed, "The disk did not confirm the change, so it may or may not be kept.", why: detail,
                next: "Look at the record before you repeat it.")
        case .keptAfterAll(let detail):
            ErrorReport(
                .failed, "The disk did not confirm the change, but it was kept.", why: detail,
                next: "Do not repeat it; make a backup and look after the disk.")
        case .notKept(let detail):
            ErrorReport(
                .failed, "The disk did not take the change; nothing was changed.", why: detail,
                next: "Look after the disk, then try again.")
        case .unconfirmed(let path, let reason):
            ErrorReport(
                .failed, "The disk did not confirm \(path), so it may or may not outlast a power failure.", why: reason,
                next: "Look after the disk, then make it anew.")
        case .fileTooLong(let limit):
            ErrorReport(
                .failed, "The disk is full for you; nothing was changed.",
                why: "No file may grow beyond \(limit) bytes.",
                next: "“ulimit -f” sets that limit: raise it and try again.")
        case .outOfMemory:
            ErrorReport(
                .failed, "There is not enough memory; nothing was changed.", next: "Close other programs and try again."
            )
        case .moved(let path):
            ErrorReport(
                .failed, "\(path) was moved, replaced or removed while it was open; nothing was changed.",
                next: "Start again, once it is where it belongs.")
        case .tooLong:
            ErrorReport(
                .failed, "A text or a picture is longer than the store can keep; nothing was changed.",
                next: "Make it shorter and try again.")
        case .foreignLog(let path):
            ErrorReport(
                .failed, "\(path)-wal does not belong to the store beside it.",
                why: "It is of another store, or of another state of it, and would ruin this one; neither was touched.",
                next: "“almanac check --fix” moves it away.")
        case .badBackup(let path, let detail):
            ErrorReport(
                .failed, "\(path) is no backup that can be restored; nothing was changed.", why: detail,
                next: "“backups” lists others; “salvage \(path)” copies what is readable of this one.")
        case .notInBackup(let address, let path):
            ErrorReport(
                .notFound, "There is no \(address) in \(path).",
                next: "“almanac --database \(path) \(address.kind.plural)” lists those there are.")
        case .fileExists(let path):
            ErrorReport(.failed, "\(path) exists already.", next: "Choose another name or remove it first.")
        case .failed(let detail):
            ErrorReport(
                .failed, "The store refused it; nothing was changed.", why: detail,
                next: "Try again; if it stays so, “check” looks at the store, and please report this.")
        }
    }

    public var isOfMigrations: Bool {
        switch self {
        case .migrationMissing, .migrationChanged: true
        default: false
        }
    }

    public var isDamage: Bool {
        switch self {
        case .damaged, .notADatabase, .foreignLog, .migrationMissing, .migrationChanged, .empty: true
        default: false
        }
    }
}
