import Display
import Localization
import Model
import Navigation
import Sync

/// The options of `remote add` for all kinds of remotes.
struct RemoteOptions: Hashable, Sendable {
    var contents: Contents?
    var isReadOnly = false
    var isDefault = false

    enum Contents: Hashable, Sendable {
        case all, own
        case group(RecordArgument)
    }
}

extension Argument where Value == RemoteOptions {
    static var remote: Argument {
        Argument(
            options: [.contents, .group, .readOnly, .makeDefault],
            read: { reader in
                var options = RemoteOptions()
                let contents = try reader.value(of: .contents, .contents)
                let group = try reader.value(of: .group, .record(.group))
                if contents != nil, group != nil { throw CommandProblem.exclusive(.contents, .group) }
                options.contents = group.map(RemoteOptions.Contents.group) ?? contents?.contents
                options.isReadOnly = reader.has(.readOnly)
                options.isDefault = reader.has(.makeDefault)
                if options.isReadOnly, options.isDefault { throw CommandProblem.exclusive(.readOnly, .makeDefault) }
                return options
            },
            words: { options in
                let contents: [String] =
                    switch options.contents {
                    case .all: [Option.contents.name, ContentsWord.all.rawValue]
                    case .own: [Option.contents.name, ContentsWord.own.rawValue]
                    case .group(let group): [Option.group.name, group.description]
                    case nil: []
                    }
                return contents + (options.isReadOnly ? [Option.readOnly.name] : [])
                    + (options.isDefault ? [Option.makeDefault.name] : [])
            })
    }
}

private enum ContentsWord: String, CaseIterable, Sendable {
    case all, own

    var contents: RemoteOptions.Contents {
        switch self {
        case .all: .all
        case .own: .own
        }
    }
}

extension ValueParser where Value == ContentsWord {
    fileprivate static var contents: ValueParser {
        .choice(of: "--contents")
    }
}

extension Option {
    fileprivate static let contents = Option(
        "--contents", "WHICH", "Synchronize these contacts: all, or own (those of the remote)",
        takes: ValueParser.contents.kind)
    fileprivate static let group = Option(
        "--group", "GROUP", "Synchronize only the members of this group", takes: .record([.group]))
    fileprivate static let readOnly = Option("--read-only", nil, "Never change the remote")
    static let makeDefault = Option("--default", nil, "Add new contacts to this remote")
}

/// The options of `remote add` for servers. They contain no passwords.
struct ServerOptions: Hashable, Sendable {
    var user: String?
    var password: PasswordSource?
    var usesToken = false
    var authorityFile: String?
    /// The name or URL of an address book, if given.
    var book: String?
    var allowsHTTP = false
    /// The servers, in addition to the given one, that may receive the password and the contacts.
    var allowedServers: [Origin] = []

    /// Returns the server account that these options describe.
    ///
    /// - Throws: `CommandProblem` if a password is given without a user name or `--token`.
    func account(on address: RemoteAddress) throws -> ServerAccount {
        let user = usesToken ? nil : user ?? address.user
        guard user != nil || usesToken || password == nil else {
            throw CommandProblem.notHere("The password requires a user name.", next: "Use --user NAME, or --token.")
        }
        let isSigningIn = user != nil || usesToken
        return ServerAccount(
            user: user, password: password ?? (isSigningIn ? .prompt : nil), authorityFile: authorityFile,
            permittedOrigins: address.permittedOrigins
                .union(allowedServers).union(allowsHTTP ? [address.url.origin] : []))
    }

    /// Returns the options with absolute paths, so that they are valid in another folder.
    func absolute(_ files: any FileAccess) -> ServerOptions {
        var options = self
        options.authorityFile = authorityFile.map(files.absolutePath)
        if case .file(let path) = password { options.password = .file(path: files.absolutePath(path)) }
        return options
    }
}

extension Argument where Value == ServerOptions {
    static var server: Argument {
        Argument(
            options: [.user, .passwordCommand, .passwordFile, .token, .authorityFile, .book, .allowHTTP, .allowServer],
            read: { reader in
                var options = ServerOptions()
                options.user = try reader.value(of: .user, .text)
                let command = try reader.value(of: .passwordCommand, .text)
                let file = try reader.value(of: .passwordFile, .file)
                if command != nil, file != nil { throw CommandProblem.exclusive(.passwordCommand, .passwordFile) }
                options.password = command.map(PasswordSource.command) ?? file.map { .file(path: $0) }
                options.usesToken = reader.has(.token)
                if options.usesToken, options.user != nil { throw CommandProblem.exclusive(.user, .token) }
                options.authorityFile = try reader.value(of: .authorityFile, .file)
                options.book = try reader.value(of: .book, .text)
                options.allowsHTTP = reader.has(.allowHTTP)
                options.allowedServers = try reader.value(of: .allowServer, .servers) ?? []
                return options
            }, words: \.words)
    }
}

extension ServerOptions {
    fileprivate var words: [String] {
        var words = Self.words(.user, user)
        switch password {
        case .command(let command): words += Self.words(.passwordCommand, command)
        case .file(let path): words += Self.words(.passwordFile, path)
        case .prompt, nil: break
        }
        if usesToken { words.append(Option.token.name) }
        words += Self.words(.authorityFile, authorityFile) + Self.words(.book, book)
        if allowsHTTP { words.append(Option.allowHTTP.name) }
        let servers = allowedServers.isEmpty ? nil : ValueParser.servers.describe(allowedServers)
        return words + Self.words(.allowServer, servers)
    }

    private static func words(_ option: Option, _ value: String?) -> [String] { value.map { [option.name, $0] } ?? [] }
}

extension Option {
    fileprivate static let user = Option("--user", "NAME", "Set the user name on the server")
    fileprivate static let passwordCommand = Option(
        "--password-command", "COMMAND", "Read the password from the output of this shell command")
    fileprivate static let passwordFile = Option(
        "--password-file", "FILE", "Read the password from a file that only you can read", takes: .file)
    fileprivate static let token = Option("--token", nil, "Use the password as a bearer token, without a user name")
    fileprivate static let authorityFile = Option(
        "--ca-file", "FILE", "Also trust the certificate authorities in this file", takes: .file)
    static let book = Option("--book", "BOOK", "Use the address book with this name or URL")
    static let allowHTTP = Option("--allow-http", nil, "Send the password without encryption")
    static let allowServer = Option("--allow-server", "URL", "Also send the password and contacts to this server")
}

extension ValueParser where Value == [Origin] {
    fileprivate static var servers: ValueParser {
        ValueParser(
            .text,
            parse: { word, _ in
                let servers = word.split(separator: ",").map { WebURL(String($0))?.origin }
                return servers.contains(nil) ? nil : servers.compactMap(\.self)
            }, describe: { $0.map(\.description).joined(separator: ",") },
            orThrow: {
                CommandProblem.notHere(
                    "Invalid value “\($0)” for --allow-server.", next: "Use an address such as https://dav.example.org."
                )
            })
    }
}

extension CommandProblem {
    /// Returns the problem for two options that cannot be combined.
    static func exclusive(_ first: Option, _ second: Option) -> CommandProblem {
        .notHere("\(first.name) and \(second.name) cannot be combined.", next: "Use only one of them.")
    }
}

/// The approval of a remote’s access to programs, files, and servers.
struct RemoteApproval: Sendable {
    let remote: Remote
    let remotes: any RemoteDataSource

    var key: String { remotes.approvalKey(of: remote) }

    /// The values that the user approves.
    var block: Block { .record(remote.accessFields) }

    /// Asks whether to approve the values that are shown. If the remote changes before the answer, it is not approved.
    var question: NavigationAction {
        ConfirmationPresenter(
            question: "Approve the remote \(remote.name)?",
            line: RemoteAddition.declaration.line(
                .approve, remote.name, nil, ServerOptions(), RemoteOptions(), key, confirmation: .yes),
            outcomeOfRejection: "The remote was not approved.", isRejectFirst: true
        ).present()
    }
}

extension Remote {
    /// The fields that show the programs, files, and servers in ``Remote/access``.
    var accessFields: [Field] {
        let book: ServerBook? = if case .server(let book) = location { book } else { nil }
        let account = book?.account
        let (command, file): (String, String) =
            switch account?.password {
            case .command(let command): (command, "")
            case .file(let path): ("", path)
            case .prompt, nil: ("", "")
            }
        let servers = (account?.permittedOrigins ?? []).map(\.description).sorted()
        return [
            Field("name", "Remote", .text(name)), Field("address", "Address", .text(location.description)),
            Field("user", "User", .text(orNone: account?.user ?? "")),
            Field("sendsPassword", "Sends a password", book == nil ? .none : .flag(account?.password != nil)),
            Field("passwordCommand", "Password command", .text(orNone: command)),
            Field("passwordFile", "Password file", .text(orNone: file)),
            Field("authorityFile", "Authority file", .text(orNone: account?.authorityFile ?? "")),
            Field("permittedServers", "Permitted servers", servers.isEmpty ? .none : .list(servers.map(Value.text))),
            Field("isReadOnly", "Read-only", .flag(!isWritable)),
        ]
    }
}
