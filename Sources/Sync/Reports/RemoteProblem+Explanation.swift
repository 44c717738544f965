import FileIO
import Localization
import Model

extension RemoteProblem: UserFacingError {
    public var explanation: ErrorReport {
        switch self {
        case .preconditionFailed:
            ErrorReport(.failed, "Another program has changed the card.", next: "Synchronize again.")
        case .missing: ErrorReport(.failed, "The address book or card does not exist.", next: "Check its address.")
        case .rejected(let other?, _):
            ErrorReport(.failed, "The server rejected the card: \(other.rawValue) has the same UID.")
        case .rejected(nil, let reason):
            ErrorReport(.failed, "The server rejected the card.", why: Self.sentence(about: reason))
        case .withoutStrongETag:
            ErrorReport(
                .failed, "The server cannot protect the card from conflicting changes: it reports no strong ETag.",
                next: "Change the card on the server.")
        case .tooLarge:
            ErrorReport(.failed, "The card is too large for the server.", next: "Use a smaller photo.")
        case .busy(let seconds):
            ErrorReport(
                .failed, "The server is busy.",
                next: seconds.map {
                    Message($0, one: "Try again in \($0) second.", other: "Try again in \($0) seconds.")
                } ?? "Try again later.")
        case .failed(let status):
            ErrorReport(.failed, "The server reports error \(status).", next: "Try again later.")
        case .disconnected(_, let reason):
            ErrorReport(
                .failed, "The connection to the server failed.",
                why: reason.isEmpty ? nil : "The network library reports: \(reason).",
                next: "Check the connection and try again.")
        case .invalidToken: ErrorReport(.failed, "The server rejected its own sync token.", next: "Try again later.")
        case .unauthorized:
            ErrorReport(.failed, "The server rejected the user name or password.", next: "Check both.")
        case .forbidden(let reason):
            ErrorReport(
                .failed, "Access to the address book or card was denied.", why: Self.sentence(about: reason))
        case .fileError(let code):
            ErrorReport(.failed, "A file operation failed.", why: SystemError(code: code).reason)
        case .invalidResponse(let reason):
            ErrorReport(.failed, "The server sent an invalid response: \(reason).")
        }
    }

    private static func sentence(about reason: String?) -> Message? { reason.map { "The server reports: \($0)." } }
}
