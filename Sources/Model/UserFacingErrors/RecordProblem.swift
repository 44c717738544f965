import Localization

/// An error in an operation on records.
public enum RecordProblem: UserFacingError, Hashable {
    case notFound(RecordID)
    /// A person who was merged into another person. The other person is in the trash.
    case mergedAndDeleted(RecordID, into: RecordID)
    /// A record that has changed since it was read.
    case versionConflict(RecordID, name: String, version: Int, existing: Int)
    /// A record that was deleted during an edit.
    case deletedDuringEdit(RecordID)
    /// A deleted record whose UID now belongs to another record, for example after a repeated import.
    case uidTaken(RecordID, by: RecordReference)
    /// A last issued ID above the limit, written by another program.
    case noFreeID(Kind, last: Int64)
    case tooLong(field: Title, bytes: Int, limit: Int)
    case holdsNul(field: Title, position: Int)
    case nameTaken(kind: Kind, name: String, by: RecordID)
    /// A smart group, whose members cannot be added or removed.
    case membersBySearch(RecordID, search: String)
    case membersByFilter(RecordID, filter: String)
    /// A smart group of planets, which cannot contain persons.
    case membersArePlanets(RecordID, filter: String)
    /// A group with filters for both persons and planets.
    case mixedGroup(name: String)
    /// A group with an invalid filter, written by another program or an older version.
    case badFilter(RecordID, of: Kind, filter: String, reason: Message)

    public var explanation: ErrorReport {
        switch self {
        case .notFound(let id):
            ErrorReport(
                .notFound, "\(id) does not exist.",
                next: "Use “\(id.kind.plural)” to list existing records, or “trash” for deleted ones.")
        case .mergedAndDeleted(let id, let mergeTarget):
            ErrorReport(
                .notFound, "\(id) was merged into \(mergeTarget), which is in the trash.",
                next: "Use “restore \(mergeTarget)” to restore it.")
        case .versionConflict(let id, let name, let version, let existing) where version > existing:
            ErrorReport(
                .failed, "\(name) (\(id)) has no version \(String(version)).", outcome: "Nothing was changed.",
                why: "The current version is \(String(existing)).",
                next: "Check the record and edit it again.")
        case .versionConflict(let id, let name, let version, let existing):
            ErrorReport(
                .failed, "Edit conflict: \(name) (\(id)) is now at version \(String(existing)).",
                outcome: "Nothing was overwritten.", why: "Your edit was based on version \(String(version)).",
                next: "Compare both versions and edit again.")
        case .deletedDuringEdit(let id):
            ErrorReport(
                .failed, "\(id) was deleted during the edit.", why: "Your changes are saved as a draft.",
                next: "Use “restore \(id)”, then “open \(id)/edit” to continue.")
        case .uidTaken(let id, let owner):
            ErrorReport(
                .failed, "Cannot restore \(id).", outcome: "Nothing was restored.",
                why: "\(owner.name) (\(owner.id)) now has its UID.",
                next: "Use “delete \(owner.id)”, then “restore \(id)”.")
        case .noFreeID(let kind, let last):
            ErrorReport(
                .failed, "Cannot add a \(kind.noun): no ID is available.", outcome: "Nothing was changed.",
                why: "The last issued ID is \(String(last)); the limit is \(String(RecordID.limit)).",
                next: "Use “check --fix” to reset the last issued ID.")
        case .tooLong(let field, let bytes, let limit):
            ErrorReport(
                .failed, "\(title: field) is too long: \(bytes) bytes.", why: "The limit is \(limit) bytes.",
                next: "Shorten it and try again."
            )
        case .holdsNul(let field, let position):
            ErrorReport(
                .failed, "\(title: field) contains a NUL character at byte \(position).",
                why: "NUL characters cannot be stored.",
                next: "Remove it and try again.")
        case .membersBySearch(let id, let search):
            ErrorReport(
                .failed, "Cannot change the members of \(id): it is a smart group (search “\(search)”).",
                next: "Use “edit \(id) search=…” to change the search, or clear it to manage members by hand.")
        case .membersByFilter(let id, let filter):
            ErrorReport(
                .failed, "Cannot change the members of \(id): it is a smart group (filter “\(filter)”).",
                next: "Use “edit \(id) where=…” to change the filter, or clear it to manage members by hand.")
        case .membersArePlanets(let id, let filter):
            ErrorReport(
                .failed,
                "Cannot change the members of \(id): it is a smart group of planets (filter “\(filter)”).",
                next: "Use “edit \(id) planets=…” to change the filter, or clear it to manage members by hand.")
        case .mixedGroup(let name):
            ErrorReport(
                .wrongUsage, "The smart group “\(name)” cannot contain both persons and planets.",
                next: "Remove the planet filter, or the search and the person filter.")
        case .badFilter(let id, let kind, let filter, let reason):
            ErrorReport(
                .failed, "Cannot list the members of \(id): its filter “\(filter)” is invalid.", why: reason,
                next: "Use “edit \(id) \(kind == .planet ? "planets" : "where")=…” to fix it.")
        case .nameTaken(let kind, let name, let id):
            ErrorReport(
                .failed, "A \(kind.noun) named “\(name)” already exists: \(id).",
                next: "Choose another name.")
        }
    }
}
