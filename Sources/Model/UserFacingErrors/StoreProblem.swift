import Localization

/// An error in a database or in a file that belongs to it. Nothing has changed unless the message states otherwise.
public enum StoreProblem: UserFacingError, Hashable {
    case missing(path: String)
    /// A specified backup or damaged database that does not exist.
    case missingCopy(path: String)
    /// A specified database whose folder does not exist.
    case missingFolder(String)
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
    /// A new copy of the database that cannot be created.
    case cannotWrite(path: String, reason: Message)
    case busy(seconds: Int)
    case full
    /// A disk without enough space for a backup.
    case insufficientSpace(needed: Int, free: Int)
    /// A full disk at the time of opening, after which the database is open for reading only.
    case fullAtOpening
    case damaged(detail: Message)
    case io(detail: Message)
    /// A commit with an unknown outcome.
    case unknownOutcome(detail: Message)
    /// An unconfirmed commit whose change was found after reopening the database.
    case savedUnconfirmed(detail: Message)
    case notSaved(detail: Message)
    /// A file that was renamed to its target without confirmation from the disk.
    case unconfirmed(path: String, reason: Message)
    case fileExists(path: String)
    /// A file that reached the file size limit (`ulimit -f`).
    case fileTooLong(limit: Int)
    case outOfMemory
    /// An open file that was moved, replaced, or removed.
    case moved(path: String)
    /// A value that exceeds the limits of SQLite.
    case tooLong
    /// A WAL that belongs to another database.
    case foreignLog(path: String)
    /// A rollback journal that belongs to another program and names a file to delete.
    case foreignJournal(path: String)
    /// A database, or a file next to it, with several hard links.
    case severalNames(path: String)
    /// A database in a folder whose path is not UTF-8.
    case folderNotUTF8(path: String)
    /// A view or virtual table of Almanac that another program has changed.
    case changedView(name: String)
    /// A table that another program has replaced with a view.
    case replacedTable(name: String)
    /// A draft whose stored text cannot be read.
    case unreadableDraft(place: String)
    /// A trigger of another program that would run when data is changed.
    case foreignTrigger(name: String, table: String)
    /// A trigger of Almanac that another program has changed or removed.
    case changedTrigger(name: String, isMissing: Bool)
    /// A trigger that the database does not contain, or that need not be accepted.
    case noForeignTrigger(name: String)
    /// A list of approvals that cannot be written.
    case cannotApprove(path: String, reason: Message)
    /// A program that reads the database and thereby prevents the erasure of data.
    case beingRead
    /// Data that was purged, but remains in the file.
    case notErased(reason: Message)
    /// A file of the session that cannot be written.
    case cannotSaveSession(path: String, reason: Message)
    case badBackup(path: String, detail: Message)
    case notInBackup(RecordID, path: String)
    case failed(detail: Message)

    public var explanation: ErrorReport {
        switch self {
        case .missing(let path):
            ErrorReport(
                .failed, "There is no database at \(path).",
                next: "Check the path, or use “almanac --database FILE” to create a database.")
        case .missingCopy(let path):
            ErrorReport(
                .failed, "There is no database at \(path).",
                next: "Check the path, or use “backups” to list the automatic backups.")
        case .missingFolder(let folder):
            ErrorReport(
                .failed, "The database folder \(folder) does not exist.",
                next: "Check the path, or add --create to create the folder.")
        case .empty(let path):
            ErrorReport(
                .failed, "\(path) is an empty file, not a database.",
                next: "Remove it, or use --database to choose another file.")
        case .notADatabase(let path):
            ErrorReport(
                .failed, "\(path) is not an SQLite database.",
                next: "Use --database to choose another file.")
        case .foreign(let path):
            ErrorReport(
                .failed, "\(path) belongs to another application.", outcome: "It was not changed.",
                why: "Its application_id differs from Almanac’s.", next: "Use --database to choose another file.")
        case .newer(let path, let version, let known):
            ErrorReport(
                .failed, "\(path) requires a newer version of Almanac.", outcome: "The database was not changed.",
                why: "It has schema version \(version); this program supports \(known).", next: "Update Almanac.")
        case .tooOld(let path, let version, let oldest):
            ErrorReport(
                .failed, "\(path) was created by an unsupported older version of Almanac.",
                outcome: "The database was not changed.",
                why: "It has schema version \(version); this program requires at least \(oldest).",
                next: "Open it with Almanac 0.1 first.")
        case .migrationChanged(let version, let name):
            ErrorReport(
                .failed, "Migration \(version) (\(name)) does not match the database.", outcome: "Nothing was changed.",
                why: "The checksum of the migration differs.",
                next: "Use the version of Almanac that created the database.")
        case .migrationMissing(let version):
            ErrorReport(
                .failed, "Migration \(version) is missing from the database.", outcome: "The database was not changed.",
                why: "Another program has modified the migration list.", next: "Restore a backup.")
        case .migrationFailed(let version, let name, let reason):
            ErrorReport(
                .failed, "Migration \(version) (\(name)) failed.", outcome: "The database was not changed.",
                why: reason,
                next: "A backup was made before the migration. Please report this error.")
        case .notMigrated(let path):
            ErrorReport(
                .failed, "\(path) has an older schema version and is read-only.",
                next: "Make it writable, then run “almanac migrate”.")
        case .readOnly(let path):
            ErrorReport(
                .failed, "\(path) is read-only.", next: "Make the file and its folder writable to change data.")
        case .unsafeFolder(let path, let reason):
            ErrorReport(
                .failed, "\(path) is not a safe location for a database.", why: reason,
                next: "Move the database to a safe folder, or use --database to choose another file.")
        case .cannotOpen(let path, let reason):
            ErrorReport(
                .failed, "Cannot open \(path).", why: reason,
                next: "Check the path and its permissions, or use --database to choose another file.")
        case .cannotWrite(let path, let reason):
            ErrorReport(
                .failed, "Cannot write \(path).", why: reason,
                next: "Check the path and the disk, or choose another file.")
        case .busy(let seconds):
            ErrorReport(
                .failed, "The database is locked by another program.", outcome: "Nothing was changed.",
                why: "Timed out after \(seconds) seconds.", next: "Try again.")
        case .full:
            ErrorReport(
                .failed, "The disk is full.", outcome: "Nothing was changed.", next: "Free some space, then try again.")
        case .insufficientSpace(let needed, let free):
            ErrorReport(
                .failed, "The disk does not have enough space for a backup.", outcome: "Nothing was changed.",
                why: "The backup needs \(needed) bytes; \(free) bytes are free.",
                next: "Free some space, then try again.")
        case .fullAtOpening:
            ErrorReport(
                .failed, "The disk is full.", outcome: "Nothing was changed.",
                why: "The database could only be opened for reading.",
                next: "Free some space, then start Almanac again.")
        case .damaged(let detail):
            ErrorReport(
                .failed, "The database is damaged.", why: detail,
                next: "Use “check” for details, or “backups” to find a backup to restore.")
        case .io(let detail):
            ErrorReport(
                .failed, "Disk I/O error.", outcome: "Nothing was changed.", why: detail,
                next: "Check the disk, then try again.")
        case .unknownOutcome(let detail):
            ErrorReport(
                .failed, "The change may not have been saved: the disk did not confirm it.", why: detail,
                next: "Check the record before repeating the command.")
        case .savedUnconfirmed(let detail):
            ErrorReport(
                .failed, "The change was saved, although the disk did not confirm it.", why: detail,
                next: "Do not repeat the command. Make a backup and check the disk.")
        case .notSaved(let detail):
            ErrorReport(
                .failed, "The change was not saved: the disk did not confirm it.", why: detail,
                next: "Check the disk, then try again.")
        case .unconfirmed(let path, let reason):
            ErrorReport(
                .failed, "\(path) may not survive a power failure: the disk did not confirm it.", why: reason,
                next: "Check the disk, then create the file again.")
        case .fileTooLong(let limit):
            ErrorReport(
                .failed, "File size limit reached.", outcome: "Nothing was changed.",
                why: "The limit is \(limit) bytes.",
                next: "Raise the limit with “ulimit -f”, then try again.")
        case .outOfMemory:
            ErrorReport(
                .failed, "Not enough memory.", outcome: "Nothing was changed.",
                next: "Close other programs and try again."
            )
        case .moved(let path):
            ErrorReport(
                .failed, "\(path) was moved, replaced, or removed while it was open.", outcome: "Nothing was changed.",
                next: "Put the file back, then start Almanac again.")
        case .tooLong:
            ErrorReport(
                .failed, "A text value or picture exceeds the size limit of the database.",
                outcome: "Nothing was changed.",
                next: "Use a shorter text or a smaller picture, then try again.")
        case .foreignLog(let path):
            ErrorReport(
                .failed, "\(path)-wal does not match the database.",
                why: "It belongs to another database or to an older copy of this one. Neither file was changed.",
                next: "Use “almanac check --fix” to move it aside.")
        case .foreignJournal(let path):
            ErrorReport(
                .failed, "\(path)-journal does not belong to the database.",
                why: "It names another file, which SQLite would delete. No file was changed.",
                next: "Use “almanac check --fix” to move it aside.")
        case .severalNames(let path):
            ErrorReport(
                .failed, "\(path) has several names (hard links).",
                why: "Each name has a separate WAL or rollback journal, so changes could be lost.",
                next: "Remove the other names, or copy the file with “cp” while no program uses it.")
        case .folderNotUTF8(let path):
            ErrorReport(
                .wrongUsage, "The path of the folder of \(path) is not valid UTF-8.",
                next: "Rename the folder, or use --database to choose another file.")
        case .changedView(let name):
            ErrorReport(
                .failed, "Cannot read data: another program has changed \(name), which belongs to Almanac.",
                next: "Use “check --fix” to restore it, or “backups” to find a backup to restore.")
        case .replacedTable(let name):
            ErrorReport(
                .failed, "Cannot read data: another program has replaced the table \(name) with a view.",
                why: "The rows of the table are lost.",
                next: "Use “backups” to find a backup, or “salvage” to recover the other data.")
        case .unreadableDraft(let place):
            ErrorReport(
                .failed, "Cannot read the draft of \(place): another program has changed it.",
                next: "Use “check --fix” to save its text in a note and remove it.")
        case .foreignTrigger(let name, let table):
            ErrorReport(
                .failed, "Cannot change data: the trigger \(name) on table \(table) does not belong to Almanac.",
                next: "Use “check --fix” to remove it, or “check --accept TRIGGER” to allow it.")
        case .changedTrigger(let name, let isMissing):
            ErrorReport(
                .failed,
                isMissing
                    ? "Cannot change data: another program has removed the trigger \(name), which belongs to Almanac."
                    : "Cannot change data: another program has changed the trigger \(name), which belongs to Almanac.",
                next: "Use “check --fix” to restore it.")
        case .noForeignTrigger(let name):
            ErrorReport(
                .notFound, "No trigger named “\(name)” needs to be accepted.",
                next: "Use “check” to list the triggers of other programs.")
        case .cannotApprove(let path, let reason):
            ErrorReport(
                .failed, "Cannot save the approval in \(path).", outcome: "Nothing was approved.", why: reason,
                next: "Check the permissions of the file and its folder, then try again.")
        case .beingRead:
            ErrorReport(
                .failed, "Another program is reading the database.", outcome: "Nothing was purged.",
                why: "While it reads, deleted data cannot be erased from the file.",
                next: "Close the other program or wait for it, then try again.")
        case .notErased(let reason):
            ErrorReport(
                .failed, "The records were purged, but the database file still contains their values.", why: reason,
                next: "Close other programs that use the database. The next “purge” also erases these values.")
        case .cannotSaveSession(let path, let reason):
            ErrorReport(
                .failed, "Cannot save the session in \(path).", outcome: "Nothing was changed.", why: reason,
                next: "Check the permissions of the file and its folder, then try again.")
        case .badBackup(let path, let detail):
            ErrorReport(
                .failed, "Cannot restore \(path): it is not a valid backup.", outcome: "Nothing was changed.",
                why: detail,
                next: "Use “backups” to list others, or “salvage FILE” to recover readable data.")
        case .notInBackup(let id, let path):
            ErrorReport(
                .notFound, "\(path) does not contain \(id).",
                next: "Use “almanac --database FILE \(id.kind.plural)” to list its records.")
        case .fileExists(let path):
            ErrorReport(.failed, "\(path) already exists.", next: "Choose another name, or remove the file first.")
        case .failed(let detail):
            ErrorReport(
                .failed, "Database error.", outcome: "Nothing was changed.", why: detail,
                next: "Try again. If the error persists, run “check” and report it.")
        }
    }

    public var isOfMigrations: Bool {
        switch self {
        case .migrationMissing, .migrationChanged: true
        default: false
        }
    }

    /// Whether damage to the file header can cause the problem.
    public var isInHeader: Bool {
        switch self {
        case .readOnly, .foreign, .newer, .failed: true
        default: false
        }
    }

    public var isDamage: Bool {
        switch self {
        case .damaged, .notADatabase, .foreignLog, .foreignJournal, .changedView, .replacedTable, .empty: true
        case .migrationMissing, .migrationChanged: true
        default: false
        }
    }
}
