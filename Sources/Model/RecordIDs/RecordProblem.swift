import Localization

/// An error in an operation on records.
public enum RecordProblem: UserFacingError, Hashable {
    case notFound(RecordID)
    /// The person was merged into another one, who is in the trash.
    case mergedAndDeleted(RecordID, into: RecordID)
    /// The record has changed since it was read.
    case versionConflict(RecordID, name: String, version: Int, present: Int)
    /// The record was deleted while it was being edited.
    case deletedMeanwhile(RecordID)
    /// Another record has the UID of the deleted record, as after a repeated import.
    case replacedMeanwhile(RecordID)
    case tooLong(field: Title, bytes: Int, limit: Int)
    case holdsNul(field: Title, position: Int)
    case nameTaken(kind: Kind, name: String, by: RecordID)
    /// The group is a smart group, so its members cannot be changed.
    case membersBySearch(RecordID, search: String)
    case membersByFilter(RecordID, filter: String)
    /// The group is a smart group of planets.
    case membersArePlanets(RecordID, filter: String)
    /// The group has filters for both persons and planets.
    case mixedGroup(name: String)
    /// The group has an invalid filter, written by another program or an older version.
    case badFilter(RecordID, of: Kind, filter: String, reason: Message)

    public var explanation: ErrorReport {
        switch self {
        case .notFound(let address):
            ErrorReport(
                .notFound, "There is no \(address).",
                next: "“\(address.kind.plural)” lists those there are, “trash” what was deleted.")
        case .mergedAndDeleted(let address, let mergeTarget):
            ErrorReport(
                .notFound, "\(address) was merged into \(mergeTarget), which is in the trash.",
                next: "“restore \(mergeTarget)” brings it back.")
        case .versionConflict(let address, let name, let version, let present) where version > present:
            ErrorReport(
                .failed, "\(name) (\(address)) has never been version \(version).", why: "It is version \(present).",
                next: "Nothing was changed: look at it and edit again.")
        case .versionConflict(let address, let name, let version, let present):
            ErrorReport(
                .failed, "\(name) (\(address)) was changed meanwhile and is now version \(present).",
                why: "The edit started from version \(version).",
                next: "Nothing was overwritten: look at both versions and edit again.")
        case .deletedMeanwhile(let address):
            ErrorReport(
                .failed, "\(address) was deleted meanwhile.", why: "What you typed is kept.",
                next: "“restore \(address)” brings it back, and “open \(address)/edit” goes on with what you typed.")
        case .replacedMeanwhile(let address):
            ErrorReport(
                .failed, "\(address) cannot come back: another record has its UID by now. Nothing was restored.",
                next: "“find” leads to that one; once it is deleted, “restore \(address)” works.")
        case .tooLong(let field, let bytes, let limit):
            ErrorReport(
                .failed, "\(title: field) is too long: \(bytes) bytes.", why: "At most \(limit) are kept.",
                next: "Shorten it."
            )
        case .holdsNul(let field, let position):
            ErrorReport(
                .failed, "\(title: field) holds a NUL character at byte \(position).",
                why: "Text that does cannot be kept whole.",
                next: "Take it out.")
        case .membersBySearch(let address, let search):
            ErrorReport(
                .failed, "Who belongs to \(address) is said by its search, “\(search)”; nothing was changed.",
                next: "“edit \(address) search=…” changes that, and without a search it keeps members.")
        case .membersByFilter(let address, let filter):
            ErrorReport(
                .failed, "Who belongs to \(address) is said by its filter, “\(filter)”; nothing was changed.",
                next: "“edit \(address) where=…” changes that, and without a filter it keeps members.")
        case .membersArePlanets(let address, let filter):
            ErrorReport(
                .failed, "\(address) is a group of planets, those that are “\(filter)”; nothing was changed.",
                next: "“edit \(address) planets=…” changes that, and without a filter it keeps persons.")
        case .mixedGroup(let name):
            ErrorReport(
                .wrongUsage, "\(name) cannot be a group of persons and of planets.",
                next: "Leave out its search and its filter of persons, or its filter of planets.")
        case .badFilter(let address, let kind, let filter, let reason):
            ErrorReport(
                .failed, "The members of \(address) cannot be said: its filter is “\(filter)”.", why: reason,
                next: "“edit \(address) \(kind == .planet ? "planets" : "where")=…” mends it.")
        case .nameTaken(let kind, let name, let address):
            ErrorReport(
                .failed, "There is a \(kind.noun) called “\(name)” already: \(address).",
                next: "Choose another name.")
        }
    }
}
