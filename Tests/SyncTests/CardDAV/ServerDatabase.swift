import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore
@testable import Sync

/// A database that is synchronized with an address book on a CardDAV server, in the same way as by the program.
@MainActor
struct ServerDatabase {
    let database: SyncedDatabase
    var store: TemporaryStore { database.store }

    init(_ server: CardDAVServer) async throws {
        let url = try #require(WebURL(server.bookURL))
        let client = try CardDAVBook(server).dav.http
        let books = try await AddressBookDiscovery(client: client).addressBooks(
            at: #require(RemoteAddress(server.bookURL)))
        let book = try #require(books.first { $0.url == url })
        let account = ServerAccount(user: CardDAVServer.user, password: .prompt, permittedOrigins: [url.origin])
        database = try await SyncedDatabase(
            Remote(
                name: "server",
                location: .server(ServerBook(url: book.url, capabilities: book.capabilities, account: account)),
                isDefault: true), passwords: KnownPassword())
    }

    @discardableResult
    func sync() async throws -> SyncReport { try await database.sync() }

    func add(_ texts: [[UInt8]]) async throws {
        let stream = ContactStream(InMemoryByteSource(Array(texts.joined())), by: CardReader(file: "cards.vcf"))
        let report = try await store.imports.importContacts([stream], onDuplicate: .keepBoth)
        try #require(report.rejections.count == 0)
    }

    func contents() async throws -> RecordContents { try await RecordContents(of: store.store) }
}

/// A reader that returns the password of the test servers.
private struct KnownPassword: PasswordReader {
    func password(of account: ServerAccount, on origin: Origin) -> Secret { Secret(CardDAVServer.password) }
}

extension CardDAVBook {
    /// Returns the texts of all cards as unfolded lines, with sorted parameters, because SOGo stores them in any order.
    func lines() async throws -> [CardAddress: [String]] {
        let addresses = try await changes(since: nil).present.keys.sorted()
        var lines: [CardAddress: [String]] = [:]
        for address in addresses {
            for card in try await cards(at: [address]) {
                let text = String(decoding: card.text, as: UTF8.self).replacing("\r\n", with: "\n")
                lines[address] = text.replacing("\n ", with: "").split(separator: "\n").map { line in
                    let parts = line.prefix { $0 != ":" }.split(separator: ";")
                    return ([parts[0]] + parts.dropFirst().sorted()).joined(separator: ";") + line.drop { $0 != ":" }
                }
            }
        }
        return lines
    }
}
