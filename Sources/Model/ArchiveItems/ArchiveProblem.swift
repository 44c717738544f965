import Localization

/// An error that prevents the import or creation of a full export.
public enum ArchiveProblem: UserFacingError, Hashable {
    case notEmpty
    case unreadable(file: String, line: Int, reason: Message)
    case newer(file: String, version: Int)
    /// A change to the database during the export.
    case changedDuringExport
    /// An item that conflicts with an earlier item.
    case contradiction(Message)
    /// An item that refers to a record that is missing from the file. The ID is `nil` if the item is not a record.
    case dangling(String?)

    public var explanation: ErrorReport {
        switch self {
        case .notEmpty:
            ErrorReport(
                .failed,
                "Cannot import a full export: the database is not empty. Nothing was changed.",
                next: "Use --database to import into a new database, or “restore” to return to a backup.")
        case .unreadable(let file, let line, let reason):
            ErrorReport(.failed, "\(file):\(String(line)): \(reason)", next: "Nothing was imported.")
        case .newer(let file, let version):
            ErrorReport(
                .failed,
                "\(file) was exported by a newer version of Almanac (format \(version)). Nothing was imported.",
                next: "Import it with that version.")
        case .changedDuringExport:
            ErrorReport(
                .failed, "Export failed: the database changed during the export.",
                next: "Try again.")
        case .contradiction(let reason):
            ErrorReport(.failed, reason, next: "Nothing was imported.")
        case .dangling(let name):
            ErrorReport(
                .failed, "\(name ?? "An item") refers to a record that is not in the file. Nothing was imported.",
                next: "Add the record to the file, or remove the reference.")
        }
    }
}
