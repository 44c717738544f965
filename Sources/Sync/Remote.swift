import Model

/// A remote address book that is synchronized with the database: a book on a CardDAV server, or a folder of vCard
/// files.
public struct Remote: Hashable, Sendable {
    /// The name that the user has chosen. It is unique, ignoring case.
    public var name: String
    public var location: RemoteLocation
    public var contents: RemoteContents
    /// Whether the user has made the remote read-only. See also ``isWritable``.
    public var isReadOnly: Bool
    /// Whether contacts that belong to no other remote are sent to this one. At most one remote is the default.
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
    /// Text that identifies the external access of a synchronization: the command that it runs, the files that it
    /// reads, the folder that it writes, and the servers that receive contacts and the password. The user approves this
    /// access (see ``RemoteDataSource/approve(_:in:)``).
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
        // The lengths make the joined parts unambiguous.
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

/// An account on a server. It never contains the password.
public struct ServerAccount: Hashable, Sendable {
    /// The user name, or `nil` if the password is a bearer token (RFC 6750) or if there is no password.
    public var user: String?
    /// The source of the password, or `nil` if the server does not require one.
    public var password: PasswordSource?
    /// The path of a file with additional accepted certificate authorities, if any.
    public var authorityFile: String?
    /// The servers that may receive the password. An unencrypted connection requires the user’s consent.
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
    /// A file that only its owner can read and whose first line is the password.
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
    /// Does nothing. This default is for readers that keep no passwords.
    public func discardPassword(of account: ServerAccount, on origin: Origin) async {}
}
