/// An account on a server. It does not contain the password.
public struct ServerAccount: Hashable, Sendable {
    /// The user name, or `nil` if the password is a bearer token (RFC 6750).
    public var user: String?
    /// The source of the password, or `nil` if the server does not require one.
    public var password: PasswordSource?
    /// A file with the certificates of further authorities.
    public var authorityFile: String?
    /// The servers that may receive the password. An unencrypted one requires the consent of the user.
    public var permittedOrigins: Set<Origin>

    public init(
        user: String? = nil, password: PasswordSource? = nil, authorityFile: String? = nil,
        permittedOrigins: Set<Origin> = []
    ) {
        (self.user, self.password) = (user, password)
        (self.authorityFile, self.permittedOrigins) = (authorityFile, permittedOrigins)
    }
}

/// The source of a password. The password itself is never stored.
public enum PasswordSource: Hashable, Sendable {
    /// A shell command whose first line of output is the password.
    case command(String)
    /// A file that only its owner can read, whose first line is the password.
    case file(path: String)
    /// The terminal, at each synchronization.
    case prompt
}

/// A reader of passwords.
public protocol PasswordReader: Sendable {
    /// Reads the password of an account. An interactive program reads it once for each server.
    func password(of account: ServerAccount, on origin: Origin) async throws -> Secret
    /// Forgets a password that the server has rejected, so that it is read again.
    func discardPassword(of account: ServerAccount, on origin: Origin) async
}

extension PasswordReader {
    /// Does nothing, because most readers keep no passwords.
    public func discardPassword(of account: ServerAccount, on origin: Origin) async {}
}
