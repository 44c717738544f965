/// A failure of a remote.
public enum RemoteProblem: Error, Hashable {
    /// Another client has changed, created, or removed the card (412).
    case preconditionFailed
    /// The card or the book does not exist (404, 410).
    case missing
    /// The remote rejects the card, for example because another card has the same UID (409, 403 with `no-uid-conflict`).
    case rejected(uidOf: CardAddress?, status: Int? = nil, reason: String? = nil)
    /// The remote reports no strong ETag for the card, so that a change by another client could be overwritten.
    case withoutStrongETag
    /// The card is too large (413, `max-resource-size`).
    case tooLarge
    /// The remote asks to wait (429, 503 with `Retry-After`).
    case busy(seconds: Int?)
    /// The storage of the remote is full (507, `quota-not-exceeded`, `sufficient-disk-space`).
    case storageFull(reason: String? = nil)
    /// The remote failed. The request may nevertheless have been applied (5xx).
    case failed(status: Int, reason: String? = nil)
    /// The connection failed. If the request had been sent, it may have been applied.
    case disconnected(wasSent: Bool, reason: String)
    /// The remote did not respond in time. If the request had been sent, it may have been applied.
    case timedOut(wasSent: Bool)
    /// The remote confirmed a write that it did not apply, or refused to repeat a write whose response was lost, because
    /// the lost one may have been applied.
    case unconfirmed
    /// The response is a web page, for example because a proxy asks to sign in. The request may have been applied.
    case webPage
    /// The remote no longer accepts the sync token (RFC 6578 section 3.2, `valid-sync-token`).
    case invalidToken
    /// The user is unknown, or the password is wrong (401).
    case unauthorized
    /// The bearer token is wrong or no longer valid (401).
    case tokenRejected
    /// The user does not have permission (403, or a folder that cannot be accessed, without a status).
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
