import Model

/// A reason why a command about remotes or conflicts cannot be carried out.
public enum RemoteCommandProblem: UserFacingError, Hashable {
    case unknown(String, known: [String])
    case exists(String)
    /// Another remote has the same address book.
    case sameBook(as: String)
    /// Another program has synchronized the remote, or removed it, at the same time.
    case synchronizedElsewhere(String)
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
        case .unknownConflict(let id):
            ErrorReport(.notFound, "Unknown conflict \(id.rawValue).", next: "Use “conflicts” to list them.")
        }
    }
}
