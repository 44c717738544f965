import FileIO
import Localization
import Model

/// The reason why an operation on a remote failed.
public enum RemoteProblem: Error, Hashable {
    /// Another client has changed, created, or removed the card (412).
    case preconditionFailed
    /// The card or the book does not exist (404, 410).
    case missing
    /// The remote rejects the card, for example because another card has the same UID (400, 409, 415, 422,
    /// `no-uid-conflict`, `supported-address-data`, `valid-address-data`).
    case rejected(uidOf: CardAddress?, status: Int? = nil, reason: String? = nil)
    /// The remote reports no strong ETag for the card. A write could therefore overwrite a change by another client.
    case withoutStrongETag
    /// The card is too large (413, `max-resource-size`).
    case tooLarge
    /// The remote is busy, or the card is locked (423, 429, 503). `seconds` is the time to wait, if it is known.
    case busy(seconds: Int?)
    /// The remote’s storage is full (507, `quota-not-exceeded`, `sufficient-disk-space`).
    case storageFull(reason: String? = nil)
    /// The remote failed. The request may nevertheless have been applied (5xx).
    case failed(status: Int, reason: String? = nil)
    /// The connection failed. If the request had been sent, it may have been applied.
    case disconnected(wasSent: Bool, reason: String)
    /// The remote did not respond in time. If the request had been sent, it may have been applied.
    case timedOut(wasSent: Bool)
    /// The remote confirmed a write that it did not apply, or it rejected the repetition of a write whose response was
    /// lost. The first attempt may have been applied.
    case unconfirmed
    /// The response is a web page, for example because a proxy requires a sign-in. The request may have been applied.
    case webPage
    /// The remote no longer accepts the sync token (RFC 6578 section 3.2, `valid-sync-token`).
    case invalidToken
    /// The user is unknown, or the password is wrong (401).
    case unauthorized
    /// The bearer token is wrong or no longer valid (401).
    case tokenRejected
    /// The user does not have permission (403). The status is `nil` if a folder cannot be accessed.
    case forbidden(status: Int? = nil, reason: String? = nil)
    /// A file operation failed, with the error code of the system.
    case fileError(code: Int32)
    /// The response violates the protocol.
    case invalidResponse(reason: String)

    /// Whether the request may have been applied although it failed.
    public var isOutcomeUnknown: Bool {
        switch self {
        case .failed, .invalidResponse, .unconfirmed, .webPage: true
        case .disconnected(let wasSent, _), .timedOut(let wasSent): wasSent
        default: false
        }
    }

    /// Whether the remote rejected the password or token.
    public var isUnauthorized: Bool { self == .unauthorized || self == .tokenRejected }

    static func unexpected(status: Int) -> RemoteProblem { .invalidResponse(reason: "unexpected status \(status)") }
}

extension RemoteProblem: UserFacingError {
    public var explanation: ErrorReport {
        switch self {
        case .preconditionFailed:
            ErrorReport(.failed, "Another program has changed the card.", next: "Synchronize again.")
        case .missing: ErrorReport(.failed, "The address book or card does not exist.", next: "Check its address.")
        case .rejected(let other?, _, _):
            ErrorReport(
                .failed, "The server rejected the card: \(other.rawValue) has the same UID.",
                next: "Merge them, or delete one of them.")
        case .rejected(nil, let status, let reason):
            ErrorReport(
                .failed,
                status.map { "The server rejected the card with status \($0)." } ?? "The server rejected the card.",
                why: Self.sentence(about: reason))
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
        case .storageFull(let reason):
            ErrorReport(
                .failed, "The storage of the server is full.", why: Self.sentence(about: reason),
                next: "Free space on the server, then synchronize again.")
        case .failed(let status, let reason):
            ErrorReport(
                .failed, "The server reports error \(status).", why: Self.sentence(about: reason),
                next: "Try again later.")
        case .disconnected(_, let reason):
            ErrorReport(
                .failed, "The connection to the server failed.",
                why: reason.isEmpty ? nil : "The network library reports: \(reason).",
                next: "Check the connection and try again.")
        case .timedOut:
            ErrorReport(.failed, "The server did not respond in time.", next: "Try again later.")
        case .unconfirmed:
            ErrorReport(.failed, "The server did not confirm the change.", next: "Synchronize again.")
        case .webPage:
            ErrorReport(
                .failed, "The server responded with a web page.",
                next: "Check the URL, the user name, and the password.")
        case .invalidToken: ErrorReport(.failed, "The server rejected its own sync token.", next: "Try again later.")
        case .unauthorized:
            ErrorReport(.failed, "The server rejected the user name or password.", next: "Check both.")
        case .tokenRejected:
            ErrorReport(
                .failed, "The server rejected the token.", next: "Check whether it is complete and still valid.")
        case .forbidden(let status, let reason):
            ErrorReport(
                .failed,
                status.map { "The server denied access to the address book or card with status \($0)." }
                    ?? "Access to the address book or card was denied.",
                why: Self.sentence(about: reason), next: "Check its permissions.")
        case .fileError(let code):
            ErrorReport(
                .failed, "Cannot read or write a file of the address book.", why: SystemError(code: code).reason,
                next: "Check the folder and its disk, then synchronize again.")
        case .invalidResponse(let reason):
            ErrorReport(
                .failed, "The server sent an invalid response: \(reason).",
                next: "Check the address of the remote, then try again.")
        }
    }

    private static func sentence(about reason: String?) -> Message? {
        reason.map { conditions[$0] ?? "The server reports: \($0)." }
    }

    /// The conditions of WebDAV and CardDAV errors (RFC 3744, 4331, 4918, 6352, and 6578).
    private static let conditions: [String: Message] = [
        "need-privileges": "The account lacks a required privilege.",
        "valid-address-data": "The server does not accept the card as a valid vCard.",
        "supported-address-data": "The server does not support the format of the card.",
        "no-uid-conflict": "Another card has the same UID.",
        "max-resource-size": "The card is too large.",
        "quota-not-exceeded": "The quota of the account is exceeded.",
        "sufficient-disk-space": "The disk of the server is full.",
        "number-of-matches-within-limits": "The list is longer than the server permits.",
        "lock-token-submitted": "The card is locked.", "no-conflicting-lock": "The card is locked.",
        "valid-sync-token": "The sync token is no longer valid.",
        "supported-report": "The server does not support this type of request.",
        "propfind-finite-depth": "The server does not allow requests of unlimited depth.",
    ]
}
