import Model

/// A remote address book that is synchronized with the database: a book on a CardDAV server, or a folder of vCard files.
public struct Remote: Hashable, Sendable {
    /// The name that the user has chosen. It is unique without regard to case.
    public var name: String
    public var location: RemoteLocation
    public var contents: RemoteContents
    /// Whether Almanac never writes to the remote.
    public var isReadOnly: Bool
    /// Whether contacts that no remote contains are added to this one. At most one remote is the default.
    public var isDefault: Bool

    public init(
        name: String, location: RemoteLocation, contents: RemoteContents = .all, isReadOnly: Bool = false,
        isDefault: Bool = false
    ) {
        (self.name, self.location, self.contents) = (name, location, contents)
        (self.isReadOnly, self.isDefault) = (isReadOnly, isDefault)
    }
}

/// The contacts that a remote contains.
public enum RemoteContents: Hashable, Sendable {
    /// All contacts of the database.
    case all
    /// The contacts received from the remote and, if it is the default, those that no other remote contains.
    case own
    /// The members of a group. Received contacts become members.
    case group(Group.ID)
}

public enum RemoteLocation: Hashable, Sendable {
    /// An absolute path.
    case folder(path: String)
    case server(ServerBook)
}

/// An address book on a CardDAV server, and how to sign in to it.
public struct ServerBook: Hashable, Sendable {
    public var url: WebURL
    public var capabilities: BookCapabilities
    public var account: ServerAccount

    public init(url: WebURL, capabilities: BookCapabilities, account: ServerAccount) {
        (self.url, self.capabilities, self.account) = (url, capabilities, account)
    }
}

/// How to sign in to a server. It contains no password.
public struct ServerAccount: Hashable, Sendable {
    /// The user name, or `nil` if the password is a bearer token (RFC 6750).
    public var user: String?
    /// Where the password is read, or `nil` if the server needs none.
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
}
