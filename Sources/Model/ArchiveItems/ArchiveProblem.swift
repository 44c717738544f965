import Localization

/// An error that prevents the import of a full export.
public enum ArchiveProblem: UserFacingError, Hashable {
    case notEmpty
    case unreadable(file: String, line: Int, reason: Message)
    case newer(file: String, version: Int)
    /// The database changed during the export.
    case changedMeanwhile
    /// An item conflicts with an earlier one.
    case contradiction(Message)
    /// A record or table refers to a record that is not in the file.
    case dangling(String)

    public var explanation: ErrorReport {
        switch self {
        case .notEmpty:
            ErrorReport(
                .failed,
                "There are records in this store already, and this JSON makes a whole one; nothing was changed.",
                next: "Name a new file with --database and import it there, or go back to a backup with “restore”.")
        case .unreadable(let file, let line, let reason):
            ErrorReport(.failed, "\(file):\(line): \(reason)", next: "Nothing of it was imported.")
        case .newer(let file, let version):
            ErrorReport(
                .failed, "\(file) was written by a newer Almanac (form \(version)); nothing of it was imported.",
                next: "Use that one.")
        case .changedMeanwhile:
            ErrorReport(
                .failed, "The store was changed while it was given out, so that this is of no one moment.",
                next: "Export again.")
        case .contradiction(let reason):
            ErrorReport(.failed, reason, next: "Nothing of it was imported.")
        case .dangling(let name):
            ErrorReport(
                .failed, "\(name) refers to what is not in the file; nothing of it was imported.",
                next: "Add that to the file, or take the reference out.")
        }
    }
}
