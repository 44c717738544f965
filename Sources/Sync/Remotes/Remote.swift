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

extension Remote {
    /// A text that identifies what a synchronization does outside the database: the command it runs, the files it reads,
    /// the folder it writes, and the servers that receive contacts and the password. The user approves it (see
    /// ``RemoteDataSource/approve(_:in:)``).
    public var access: String {
        var parts: [String]
        switch location {
        case .folder(let path): parts = ["folder", path]
        case .server(let book):
            let account = book.account
            parts = ["server", book.url.description]
            if let user = account.user { parts += ["user", user] }
            switch account.password {
            case .command(let command): parts += ["command", command]
            case .file(let path): parts += ["file", path]
            case .prompt: parts.append("prompt")
            case nil: break
            }
            if let path = account.authorityFile { parts += ["authorities", path] }
            parts += account.permittedOrigins.map(\.description).sorted()
        }
        if !isWritable { parts.append("read-only") }
        // With their lengths, the parts are unambiguous.
        return parts.map { "\($0.utf8.count) \($0)\n" }.joined()
    }

    /// Whether a path depends on the current folder.
    public var hasRelativePath: Bool {
        let paths: [String?]
        switch location {
        case .folder(let path): paths = [path]
        case .server(let book):
            let file: String? = if case .file(let path) = book.account.password { path } else { nil }
            paths = [file, book.account.authorityFile]
        }
        return paths.contains { $0?.hasPrefix("/") == false }
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
