import Display
import Localization
import Navigation
import Sync

/// A search for the address book of `remote add` on a server. It asks before a password is sent to a server that is not
/// yet permitted, and which address book to add.
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
        // Without permission, the user is not asked for the password.
        if account.password != nil, !account.permittedOrigins.contains(address.url.origin) {
            return .question(permission(for: address.url.origin, of: addition, at: address))
        }
        let books: [AddressBook]
        do {
            // Questions are answered by repeating the command with a permission.
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
        // A password is not sent without permission either, at each synchronization.
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

    /// Returns the only address book, or the one with the given name or URL.
    private func chosen(_ books: [AddressBook], _ addition: RemoteAddition) throws -> AddressBook? {
        guard let word = addition.server.book else { return books.count == 1 ? books[0] : nil }
        let named = books.filter { $0.url.description == word || $0.url == WebURL(word)?.asFolder }
        let found = named.isEmpty ? books.filter { $0.name.lowercased() == word.lowercased() } : named
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
        let counts = Dictionary(grouping: books) { $0.name.lowercased() }.mapValues(\.count)
        let answers = books.map { book in
            let isClear = counts[book.name.lowercased()] == 1
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
