import TestSupport
import Testing

@testable import Sync

/// Tests with the CardDAV servers of other projects.
@Suite("CardDAV servers")
struct CardDAVServerTests {
    private static let installed = CardDAVServer.Program.usual

    private func client(_ server: CardDAVServer, password: String = CardDAVServer.password) throws -> HTTPClient {
        HTTPClient(
            transport: CurlTransport(), credentials: .password(user: CardDAVServer.user, Secret(password)),
            permittedOrigins: [try #require(WebURL(server.url)).origin])
    }

    private func book(_ server: CardDAVServer) async throws -> CardDAVBook {
        let client = try client(server)
        let address = try #require(RemoteAddress(server.url))
        let found = try #require(await AddressBookDiscovery(client: client).addressBooks(at: address).first)
        return CardDAVBook(url: found.url, capabilities: found.capabilities, client: client)
    }

    private static func card(_ name: String, uid: String, _ more: String = "") -> [UInt8] {
        Array("BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(uid)\r\nN:\(name);;;;\r\nFN:\(name)\r\n\(more)END:VCARD\r\n".utf8)
    }

    @Test(
        "All servers for these tests are installed", .long("required only for CI"),
        .enabled(if: Soak.isOn, "runs with ALMANAC_SOAK"))
    func areInstalled() {
        #expect(CardDAVServer.Program.allCases.filter { !$0.isInstalled } == [])
    }

    @Test("Address books are found from the root and from their own URL", arguments: installed)
    func discovery(program: CardDAVServer.Program) async throws {
        let server = try CardDAVServer(program)
        let client = try client(server)
        for address in [server.url, server.bookURL] {
            let books = try await AddressBookDiscovery(client: client).addressBooks(
                at: #require(RemoteAddress(address)))
            #expect(books.map(\.url.description) == [server.bookURL])
            #expect(books.map(\.capabilities.isReadOnly) == [false])
            if program == .radicale {
                #expect(books.map(\.name) == ["Größe & Co"])
                #expect(books.map(\.summary) == ["All contacts"])
            }
        }
    }

    @Test("A card is created, read, changed, and removed, and each change is listed once", arguments: installed)
    func lifeCycle(program: CardDAVServer.Program) async throws {
        let server = try CardDAVServer(program)
        let book = try await book(server)
        let empty = try await book.changes(since: nil)
        #expect(empty.present.isEmpty && empty.isComplete && !empty.hasMore)

        // DAViCal and SOGo decode names twice.
        let escaped = [.davical, .sogo].contains(program) ? "a+b c&d.vcf" : "a+b%20c&d.vcf"
        // SOGo ignores the preconditions of new and deleted cards.
        let hasAllPreconditions = program != .sogo
        let names = ["Padmé Amidala.vcf", escaped, "urn:uuid:7.vcf", "日本.vcf"].map { CardAddress(rawValue: $0) }
        for (index, name) in names.enumerated() {
            _ = try await book.put(Self.card("Padmé \(index)", uid: "u\(index)"), at: name, .ifNoneMatch)
            guard hasAllPreconditions else { continue }
            await #expect(throws: RemoteProblem.self) {
                try await book.put(Self.card("Other", uid: "u\(index)"), at: name, .ifNoneMatch)
            }
        }
        let created = try await book.changes(since: empty.token)
        #expect(Set(created.present.keys) == Set(names))
        let cards = try await book.cards(at: names + ["missing.vcf"])
        #expect(cards.map(\.address) == names)
        for (index, card) in cards.enumerated() {
            #expect(String(decoding: card.text, as: UTF8.self).contains("FN:Padmé \(index)"))
            #expect(card.tag == created.present[card.address])
        }

        _ = try await book.put(Self.card("Amidala", uid: "u0"), at: names[0], .ifMatch(cards[0].tag))
        await #expect {
            try await book.put(Self.card("Lost", uid: "u0"), at: names[0], .ifMatch(cards[0].tag))
        } throws: { error in
            // SOGo closes connections unannounced, so the rejected request may be a repetition.
            [RemoteProblem.preconditionFailed, .unconfirmed].contains { $0 == error as? RemoteProblem }
        }
        if hasAllPreconditions {
            await #expect(throws: RemoteProblem.preconditionFailed) {
                try await book.delete(names[0], ifMatch: cards[0].tag)
            }
        }
        try await book.delete(names[1], ifMatch: cards[1].tag)
        var changed = try await book.changes(since: created.token)
        if program == .sabre {
            // This server has no tokens, only a tag of the whole address book.
            #expect(changed.isComplete)
            changed.removed = Set(created.present.keys).subtracting(changed.present.keys)
            changed.present = changed.present.filter { created.present[$0.key] != $0.value }
        }
        // The tokens of SOGo have a resolution of one second, so SOGo may list earlier changes again.
        let listsChangesOnce = program != .sogo
        #expect(listsChangesOnce ? Set(changed.present.keys) == [names[0]] : changed.present[names[0]] != nil)
        #expect(changed.removed == [names[1]])
        let current = try #require(await book.cards(at: [names[0]]).first)
        #expect(String(decoding: current.text, as: UTF8.self).contains("FN:Amidala"))
        #expect(current.tag == changed.present[names[0]])

        let none = try await book.changes(since: changed.token)
        #expect((none.present.isEmpty && none.removed.isEmpty || !listsChangesOnce) && !none.isComplete)
        let all = try await book.changes(since: nil)
        #expect(Set(all.present.keys) == Set(names).subtracting([names[1]]))
        await #expect(throws: RemoteProblem.self) { try await book.delete(names[1], ifMatch: cards[1].tag) }
    }

    @Test("A token that the server does not know is rejected or results in a list of all cards", arguments: installed)
    func invalidToken(program: CardDAVServer.Program) async throws {
        let server = try CardDAVServer(program)
        let book = try await book(server)
        _ = try await book.put(Self.card("A", uid: "a"), at: "a.vcf", .ifNoneMatch)
        let unknown = program == .radicale ? "http://radicale.org/ns/sync/" + String(repeating: "0", count: 64) : "0000"
        if [.davical, .sogo].contains(program) {
            // These servers accept any token and list all cards.
            #expect(try await book.changes(since: SyncToken(rawValue: unknown)).present.count == 1)
        } else {
            await #expect(throws: RemoteProblem.invalidToken) {
                try await book.changes(since: SyncToken(rawValue: unknown))
            }
        }
        #expect(try await book.changes(since: nil).present.count == 1)
    }

    @Test("A wrong password is reported", .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"))
    func wrongPassword() async throws {
        let server = try CardDAVServer(.radicale)
        let url = try #require(WebURL(server.bookURL))
        let book = CardDAVBook(
            url: url, capabilities: BookCapabilities(), client: try client(server, password: "wrong"))
        await #expect(throws: RemoteProblem.unauthorized) { try await book.changes(since: nil) }
        await #expect(throws: RemoteProblem.unauthorized) {
            try await book.put(Self.card("A", uid: "a"), at: "a.vcf", .ifNoneMatch)
        }
    }

    @Test("A large photo on a card is stored completely", .long("2 MB on each server"), arguments: installed)
    func photo(program: CardDAVServer.Program) async throws {
        let server = try CardDAVServer(program)
        let book = try await book(server)
        let photo = String(repeating: "QUJD", count: Soak.isOn ? 500_000 : 100_000)
        let lines = "PHOTO;ENCODING=b;TYPE=JPEG:\(photo)\r\n"
        _ = try await book.put(Self.card("A", uid: "a", lines), at: "a.vcf", .ifNoneMatch)
        let card = try #require(await book.cards(at: ["a.vcf"]).first)
        #expect(String(decoding: card.text.filter { $0 > 0x20 }, as: UTF8.self).contains(photo))
    }

    @Test(
        "Many cards are listed completely and read in batches", .long("2,000 cards on a real server"),
        .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"))
    func manyCards() async throws {
        let server = try CardDAVServer(.radicale)
        // Radicale parses every card when it is first read, which takes about 40 milliseconds on a busy machine.
        let count = Soak.isOn ? 2000 : 150
        for number in 0..<count {
            try server.write(
                String(decoding: Self.card("Person \(number)", uid: "u\(number)"), as: UTF8.self), to: "\(number).vcf")
        }
        let book = try await book(server)
        let all = try await book.changes(since: nil)
        #expect(all.present.count == count)
        let addresses = all.present.keys.sorted { $0.rawValue < $1.rawValue }
        var cards: [RemoteCard] = []
        for start in stride(from: 0, to: count, by: book.capabilities.batchSize) {
            cards += try await book.cards(at: Array(addresses[start..<min(count, start + book.capabilities.batchSize)]))
        }
        #expect(cards.map(\.address) == addresses)
        #expect(cards.allSatisfy { all.present[$0.address] == $0.tag })
    }

    @Test(
        "All cards are listed again after the server has lost its tokens",
        .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"))
    func forgottenTokens() async throws {
        let server = try CardDAVServer(.radicale)
        let book = try await book(server)
        let token = try await book.changes(since: nil).token
        _ = try await book.put(Self.card("A", uid: "a"), at: "a.vcf", .ifNoneMatch)
        try server.removeSyncTokens()
        await #expect(throws: RemoteProblem.invalidToken) { try await book.changes(since: token) }
        #expect(try await book.changes(since: nil).present.count == 1)
    }

    @Test(
        "A server with its own certificate authority is accepted only with the authority’s certificate",
        .enabled(
            if: CardDAVServer.Program.radicale.isInstalled && TestAuthority.isInstalled, "needs radicale and openssl"))
    func ownAuthority() async throws {
        let authority = try TestAuthority()
        let server = try CardDAVServer(.radicale, identity: authority.identity)
        let url = try #require(WebURL(server.bookURL))
        for (file, isTrusted) in [(String?.none, false), (authority.otherFile, false), (authority.file, true)] {
            var settings = CurlTransport.Settings()
            settings.authorityFile = file
            let client = HTTPClient(
                transport: CurlTransport(settings: settings),
                credentials: .password(user: CardDAVServer.user, Secret(CardDAVServer.password)),
                permittedOrigins: [url.origin])
            let book = CardDAVBook(url: url, capabilities: BookCapabilities(), client: client)
            if isTrusted {
                #expect(try await book.changes(since: nil).isComplete)
            } else {
                await #expect {
                    try await book.changes(since: nil)
                } throws: { error in
                    guard case HTTPProblem.untrustedServer(url.origin, let reason) = error else { return false }
                    return reason.contains("certificate")
                }
            }
        }
    }
}
