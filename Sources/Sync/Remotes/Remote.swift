import Model

/// A remote address book that is synchronized with the database: a book on a CardDAV server, or a folder of vCard files.
public struct Remote: Hashable, Sendable {
    /// The name that the user has chosen. It is unique without regard to case.
    public var name: String
    public var location: RemoteLocation
    public var contents: RemoteContents
    /// Whether the user has made the remote read-only. See also ``isWritable``.
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

    /// Whether changes are sent to the remote: neither the user nor the server has made it read-only.
    public var isWritable: Bool {
        if case .server(let book) = location, book.capabilities.isReadOnly { return false }
        return !isReadOnly
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

/// An address book on a CardDAV server, with the account to sign in with.
public struct ServerBook: Hashable, Sendable {
    public var url: WebURL
    public var capabilities: BookCapabilities
    public var account: ServerAccount

    public init(url: WebURL, capabilities: BookCapabilities, account: ServerAccount) {
        (self.url, self.capabilities, self.account) = (url, capabilities, account)
    }
}
