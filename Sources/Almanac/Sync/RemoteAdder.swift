import Display
import Localization
import Model
import Navigation
import Sync
import Text

/// An operation that adds a remote and shows what its first synchronization would change.
struct RemoteAdder: Sendable {
    let remotes: any RemoteDataSource
    let files: any FileAccess
    let resolver: RecordResolver
    let synchronization: SyncRunner

    func add(_ addition: RemoteAddition, in invocation: Invocation) async throws -> NavigationAction {
        let known = try await remotes.remotes()
        try checkName(addition.name, known)
        let location: RemoteLocation
        switch try await addition.place(files) {
        case .folder(let path): location = try await folder(path, addition, besides: known)
        case .server(let address):
            switch try await ServerSearch(remotes: remotes, files: files).book(of: addition, at: address, invocation) {
            case .book(let book): location = .server(book)
            case .question(let question): return question
            }
        }
        let remote = try await remote(addition, at: location, besides: known)
        let context = invocation.context
        context.dryRun?.summarize("This would add the remote \(remote.name): \(location.description).")
        try await remotes.add(remote, in: context)
        let message: Message = "Added the remote \(remote.name): \(location.description)."
        let line = SyncCommands.declaration.line([remote.name], false, false)
        guard invocation.isInteractive, !addition.confirmation.isConfirmed else {
            return .tell(.message("\(message) Use “\(line)” to synchronize it."))
        }
        return await preview(of: remote, message, line, in: context)
    }

    private func checkName(_ name: String, _ known: [Remote]) throws {
        if let other = known.named(name) { throw RemoteCommandProblem.exists(other.name) }
        guard name.isReadAsName, name != SyncCommands.statusWord else {
            throw CommandProblem.notHere(
                "“\(name)” cannot be the name of a remote.", next: "Use another name, such as “home”.")
        }
    }

    private func folder(
        _ path: String, _ addition: RemoteAddition, besides known: [Remote]
    ) async throws -> RemoteLocation {
        guard addition.server == ServerOptions() else {
            throw CommandProblem.notHere(
                "Server options cannot be used with the folder \(path).", next: "Remove these options.")
        }
        guard try await files.files(inFolder: path) != nil else {
            throw CommandProblem.notHere(
                "\(path) is not a folder.",
                next: "Create it first, or use an address such as https://cloud.example.org.")
        }
        let canonicalPath = files.canonicalPath(path)
        let other = known.first { remote in
            if case .folder(let other) = remote.location { files.canonicalPath(other) == canonicalPath } else { false }
        }
        if let other { throw RemoteCommandProblem.sameBook(as: other.name) }
        return .folder(path: path)
    }

    private func remote(
        _ addition: RemoteAddition, at location: RemoteLocation, besides known: [Remote]
    ) async throws -> Remote {
        let options = addition.options
        let contents: RemoteContents =
            switch options.contents {
            case .all: .all
            case .own: .own
            case .group(let word):
                if let id = Group.ID(try await resolver.id(word)) { .group(id) } else { .own }
            // An additional book may be shared with others, so it does not receive all contacts unless requested.
            case nil: known.isEmpty ? .all : .own
            }
        var remote = Remote(
            name: addition.name, location: location, contents: contents, isReadOnly: options.isReadOnly)
        remote.isDefault = options.isDefault || known.isEmpty && remote.isWritable
        guard remote.isWritable || !remote.isDefault else {
            throw CommandProblem.notHere(
                "The address book is read-only.", next: "Remove \(Option.makeDefault.name).")
        }
        return remote
    }

    /// Shows what the first synchronization would change, and asks whether to synchronize.
    private func preview(
        of remote: Remote, _ message: Message, _ line: String, in context: CommandContext
    ) async -> NavigationAction {
        var options = Synchronizer.Options()
        options.isDryRun = true
        guard let results = try? await synchronization.run([remote], options, in: context.asDryRun) else {
            return .tell(.message("\(message) Use “\(line)” to synchronize it."))
        }
        let summaries = results.flatMap { $0.summary(isDryRun: true) }
        let hint: Message = "Use “\(line) --dry-run” to list the changes."
        let problems = results.flatMap { $0.problems(isDryRun: true) }
        var page = Page("", [.message([message] + problems + summaries + [hint])])
        guard results.allSatisfy({ $0.problem == nil }) else { return .tell(page) }
        // The remote has already been added, regardless of the answer.
        page.outcome = .undecided
        let answers = [Prompt.Answer("yes", line: line), Prompt.Answer("not now", line: "remotes")]
        return .all([
            .tell(page), ChoicePresenter("Synchronize \(remote.name) now?", answers, cancel: nil).present(),
        ])
    }
}

/// The arguments of `remote add`.
struct RemoteAddition: Sendable {
    var name: String
    var address: String
    var server: ServerOptions
    var options: RemoteOptions
    var confirmation: Confirmation

    static let declaration = CommandDeclaration(
        "remote",
        .argument(
            "ACTION",
            ValueParser<RemoteAction>.choice {
                .notHere("“remote” does not accept “\($0)”.", next: "Use one of: \($1).")
            }),
        .argument("NAME", .text(.remote(or: []))), .optional("ADDRESS", .file), .server, .remote,
        Argument.option("--key", "KEY", "Approve the remote only if it still has this key", .text),
        about: "Add, approve, or remove a remote address book",
        examples: [
            "remote add khard ~/contacts/personal",
            "remote add home https://cloud.example.org --user leia --password-command 'pass show cloud'",
            "remote add team leia@example.org --group Rebels --read-only", "remote remove home",
            "remote default home", "remote approve home",
        ], details: details, effect: .confirmedChanges)

    private static let details: Message = """
        `remote add` adds a CardDAV address book or a folder of vCard files. The address is an existing folder, such as \
        `~/contacts`, or the URL, the host, or the email address of an account on a server. If the server has several \
        address books, Almanac asks which one to add; `--book` selects it in advance. `remote remove` changes neither \
        your contacts nor the address book.

        The first remote contains **all** contacts, and new contacts are added to it. Each additional remote contains \
        its **own** contacts: those that were received from it. `--contents all`, `--group`, and `--default` change \
        this.

        Passwords are never stored. Without `--password-command` and `--password-file`, Almanac asks for the \
        password once per session. It is sent only to the given server over an encrypted connection. If the address \
        refers to another server, or if the connection is not encrypted, Almanac asks first, including before it \
        sends contacts there; `--allow-server` and `--allow-http` confirm this in advance.

        `remote approve` shows what a remote does outside the database: the password command that it runs, the files that it \
        reads, the folder that it writes, and the servers that receive contacts and the password. After confirmation, `sync` \
        uses the remote. The approval applies to you, to this database, and to these values. `remote add` approves the \
        remote that you add.
        """

    /// The command line with these arguments.
    var line: String { Self.declaration.line(.add, name, address, server, options, nil, confirmation: confirmation) }

    /// Returns the command line with an additional permission or choice.
    func line(_ change: (inout ServerOptions) -> Void) -> String {
        var addition = self
        change(&addition.server)
        return addition.line
    }

    /// Returns the place of the remote. The name of an existing folder is not treated as a host.
    ///
    /// - Throws: `CommandProblem` if the address is invalid.
    func place(_ files: any FileAccess) async throws -> Place {
        var isPath = address.contains("/") && !address.contains("://") || ["~", "."].contains(address.first)
        if !isPath { isPath = try await files.files(inFolder: files.absolutePath(address)) != nil }
        if isPath {
            let names = files.absolutePath(address).split(separator: "/").filter { $0 != "." }
            return .folder(path: "/" + names.joined(separator: "/"))
        }
        guard let address = RemoteAddress(address) else {
            throw CommandProblem.notHere(
                "Invalid address “\(address)”.", next: "Use a folder, or an address such as https://cloud.example.org.")
        }
        return .server(address)
    }

    enum Place {
        case folder(path: String)
        case server(RemoteAddress)
    }
}

/// A search for the address book of `remote add` on a server. It asks for permission to send the password or the
/// contacts to a server that is not yet permitted, and asks which address book to add.
struct ServerSearch: Sendable {
    let remotes: any RemoteDataSource
    let files: any FileAccess

    enum Result {
        case book(ServerBook)
        /// A question whose answer repeats the command.
        case question(NavigationAction)
    }

    func book(
        of addition: RemoteAddition, at address: RemoteAddress, _ invocation: Invocation
    ) async throws -> Result {
        var addition = addition
        addition.server = addition.server.absolute(files)
        let account = try addition.server.account(on: address)
        // The user is asked for permission before being asked for the password.
        if account.password != nil, !account.permittedOrigins.contains(address.url.origin) {
            return .question(permission(for: address.url.origin, of: addition, at: address))
        }
        let books: [AddressBook]
        do {
            // Permission is refused here: the answer to the question repeats the command with the permission.
            books = try await remotes.addressBooks(at: address, as: account, permission: { _ in false })
        } catch HTTPProblem.credentialsNotPermitted(let server) {
            return .question(permission(for: server, of: addition, at: address))
        } catch HTTPProblem.redirectNotPermitted(let server) {
            return .question(permission(for: server, of: addition, at: address, sendsPassword: false))
        } catch RemoteProblem.unauthorized where account.password == nil {
            throw CommandProblem.notHere("The server requires a user name.", next: "Use --user NAME, or --token.")
        }
        guard let book = try chosen(books, addition) else {
            let names = books.map(\.name).joined(separator: ", ")
            guard invocation.isInteractive else {
                throw CommandProblem.notHere(
                    "The server has several address books: \(names).", next: "Use --book NAME.")
            }
            return .question(.all([.tell(page(of: books)), choice(among: books, addition)]))
        }
        let server = book.url.origin
        // A password is sent only to permitted servers. Without a password, synchronizations would send the contacts to
        // another server without permission, so permission is requested now.
        guard account.password != nil || server == address.url.origin || account.permittedOrigins.contains(server)
        else {
            return .question(permission(for: server, of: addition, at: address, sendsPassword: false))
        }
        return .book(ServerBook(url: book.url, capabilities: book.capabilities, account: account))
    }

    // MARK: - Permission

    private func permission(
        for server: Origin, of addition: RemoteAddition, at address: RemoteAddress, sendsPassword: Bool = true
    ) -> NavigationAction {
        let isGiven = server == address.url.origin
        let host = address.url.origin.host
        let question: Message =
            switch (isGiven, server.isSecure, sendsPassword) {
            case (true, _, _): "The connection to \(server.description) is not encrypted. Send the password?"
            case (false, true, true): "\(host) refers to \(server.description). Send the password there?"
            case (false, true, false): "\(host) refers to \(server.description). Send the contacts there?"
            case (false, false, true):
                """
                \(host) refers to \(server.description), and the connection is not encrypted. Send the password there?
                """
            case (false, false, false):
                """
                \(host) refers to \(server.description), and the connection is not encrypted. Send the contacts there?
                """
            }
        let line = addition.line { options in
            if isGiven { options.allowsHTTP = true } else { options.allowedServers.append(server) }
        }
        let flag = isGiven ? Option.allowHTTP.name : "\(Option.allowServer.name) \(server.description)"
        return ConfirmationPresenter(
            question: question, line: line, outcomeOfRejection: "The remote was not added.", isRejectFirst: true,
            flag: flag
        ).present()
    }

    // MARK: - Address books

    /// Returns the address book with the given name or URL or, if none is given, the only address book. Returns `nil`
    /// if there are several to choose from.
    private func chosen(_ books: [AddressBook], _ addition: RemoteAddition) throws -> AddressBook? {
        guard let word = addition.server.book else { return books.count == 1 ? books[0] : nil }
        let named = books.filter { $0.url.description == word || $0.url == WebURL(word)?.asFolder }
        let found = named.isEmpty ? books.filter { Folding.fold($0.name) == Folding.fold(word) } : named
        if found.count > 1 {
            throw CommandProblem.notHere(
                "Several address books are named “\(word)”.",
                next: "Use --book with one of: \(found.map(\.url.description).joined(separator: ", ")).")
        }
        guard let book = found.first else {
            throw CommandProblem.notHere(
                "The server has no address book “\(word)”.",
                next: "Use one of: \(books.map(\.name).joined(separator: ", ")).")
        }
        return book
    }

    private func choice(among books: [AddressBook], _ addition: RemoteAddition) -> NavigationAction {
        let counts = Dictionary(grouping: books) { Folding.fold($0.name) }.mapValues(\.count)
        let answers = books.map { book in
            let isClear = counts[Folding.fold(book.name)] == 1
            let word = isClear ? book.name : book.url.description
            return Prompt.Answer("\(word)", line: addition.line { $0.book = word })
        }
        return ChoicePresenter("Which address book?", answers, flag: Option.book.name).present()
    }

    private func page(of books: [AddressBook]) -> Page {
        let columns = [
            Column("name", "Address book", isIdentifying: true), Column("summary", "Description"),
            Column("isReadOnly", "Read-only"), Column("url", "URL"),
        ]
        let rows = books.map { book in
            Row([
                Field("name", "Address book", .text(book.name)),
                Field("summary", "Description", .text(orNone: book.summary ?? "")),
                Field("isReadOnly", "Read-only", .flag(book.capabilities.isReadOnly)),
                Field("url", "URL", .text(book.url.description)),
            ])
        }
        return Page("Address books", [.table(Table("books", columns: columns, rows: rows))])
    }
}
