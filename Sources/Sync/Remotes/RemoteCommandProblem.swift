import Model

/// A reason why a command about remotes or conflicts cannot be carried out.
public enum RemoteCommandProblem: UserFacingError, Hashable {
    case unknown(String, known: [String])
    case exists(String)
    /// Another remote has the same address book.
    case sameBook(as: String)
    /// Another program has synchronized the remote, or removed it, at the same time.
    case synchronizedElsewhere(String)
    /// The user has not approved the access of the remote to programs, files, and servers.
    case unapproved(Remote)
    /// The access of the remote has changed since it was shown to the user.
    case changedSinceReview(String)
    /// A path of the remote depends on the current folder, so it cannot be approved.
    case relativePath(String)
    case unknownConflict(SyncConflict.ID)

    public var explanation: ErrorReport {
        switch self {
        case .unknown(let name, let known):
            ErrorReport(
                .notFound, "Unknown remote “\(name)”.",
                next: known.isEmpty
                    ? "Use “remote add NAME ADDRESS” to add it." : "Use one of: \(known.joined(separator: ", ")).")
        case .exists(let name):
            ErrorReport(.failed, "The remote \(name) already exists.", next: "Use another name.")
        case .sameBook(let name):
            ErrorReport(.failed, "The remote \(name) already uses this address book.", next: "Use “sync \(name)”.")
        case .synchronizedElsewhere(let name):
            ErrorReport(
                .failed, "Another program synchronized \(name) at the same time.", next: "Synchronize again.")
        case .unapproved(let remote):
            ErrorReport(
                .wrongUsage, "You have not approved the remote \(remote.name).",
                why: "Each user approves each remote once, and again after any change.",
                next: "Use “remote approve NAME” to review it.")
        case .changedSinceReview(let name):
            ErrorReport(
                .failed, "The remote \(name) has changed since it was shown. Nothing was approved.",
                next: "Use “remotes” to review it.")
        case .relativePath(let name):
            ErrorReport(
                .failed, "Cannot approve \(name): a path depends on the current folder. Nothing was approved.",
                next: "Remove the remote, then add it again.")
        case .unknownConflict(let id):
            ErrorReport(.notFound, "Unknown conflict \(id.rawValue).", next: "Use “conflicts” to list them.")
        }
    }
}
