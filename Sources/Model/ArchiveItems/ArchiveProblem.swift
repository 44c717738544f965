import Localization

/// Why nothing was brought back from Almanac's own JSON.
public enum ArchiveProblem: UserFacingError, Hashable {
    /// There are records in the store.
    case notEmpty
    /// Why the text is none of ours, or cannot be read, with the place in it.
    case unreadable(file: String, line: Int, reason: Message)
    case newer(file: String, version: Int)
    /// What was given out is of two moments.
    case changedMeanwhile
    /// Why the thing that came last cannot be beside the others.
    case contradiction(Message)
    /// The record, or the table, that refers to what is not in the file.
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
