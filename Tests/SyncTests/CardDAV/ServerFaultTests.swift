import Interchange
import Synchronization
import TestSupport
import Testing

@testable import Sync

/// Synchronization with servers that lose requests, close connections, or send misleading responses.
@MainActor
@Suite("Server faults") struct ServerFaultTests {
    private let server = ScriptedAddressBook()
    private let store = InMemoryStore()
    private let leia = TestCard(uid: "leia", ["FN:Leia"])

    typealias Fault = @Sendable (HTTPRequest) throws -> HTTPResponse?

    @discardableResult
    private func sync(
        _ other: ScriptedAddressBook? = nil, _ fault: @escaping Fault = { _ in nil }
    ) async throws -> SyncReport {
        let server = other ?? server
        server.lines = []
        let transport = StubTransport { try fault($0.request) ?? server.response(to: $0.request) }
        return try await sync(CardDAVBook.stub(transport))
    }

    private func sync(_ book: CardDAVBook) async throws -> SyncReport {
        try await Synchronizer(book, with: store, pause: { _ in }).run()
    }

    private func addCards(_ count: Int) throws {
        for number in 0..<count { try store.add(TestCard(uid: "\(number)", ["FN:\(number)"])) }
    }

    // MARK: - Lost connections

    /// Loses every third request, possibly after the server has applied it.
    private func losingRequests(isApplied: Bool) -> Fault {
        let count = Mutex(0)
        return { [server] request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number.isMultiple(of: 3) else { return nil }
            if isApplied { _ = server.response(to: request) }
            throw RemoteProblem.disconnected(wasSent: true, reason: "")
        }
    }

    @Test("Lost connections do not end a synchronization that makes progress", arguments: [false, true])
    func lostConnections(isApplied: Bool) async throws {
        try addCards(99)
        let created = try await sync(nil, losingRequests(isApplied: isApplied))
        #expect(created.isInSync && created.sent == SyncReport.Counts(created: 99))
        #expect(server.names.count == 99 && store.linkedNames() == server.names)
        for number in 0..<50 { try store.edit("\(number)") { $0.append("TEL:1") } }
        for number in 50..<59 { try store.delete("\(number)") }
        let changed = try await sync(nil, losingRequests(isApplied: isApplied))
        #expect(changed.isInSync && changed.sent == SyncReport.Counts(changed: 50, deleted: 9))
        #expect(server.names.count == 90 && server.text("7.vcf")?.contains("TEL:1") == true)
        #expect(try await sync() == SyncReport() && store.intentCount == 0)
    }

    /// The ways in which a server closes connections.
    enum Closing: CaseIterable {
        case afterEachResponse, afterEveryThirdResponse, beforeEveryThirdResponse
    }

    @Test(
        "A server that closes connections is synchronized in one run", .long("hundreds of connections"),
        arguments: Closing.allCases)
    func closedConnections(closing: Closing) async throws {
        let cards = Soak.isOn ? 99 : 33
        try addCards(cards)
        for number in 0..<cards {
            server.write(TestCard(uid: "server\(number)", ["FN:\(number)"]), at: "server\(number).vcf")
        }
        let count = Mutex(0)
        let socket = try ScriptedServer { [server] request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let isThird = number.isMultiple(of: 3)
            guard let request = request.http, closing != .beforeEveryThirdResponse || !isThird else { return .close }
            let response = server.response(to: request)
            if closing == .afterEachResponse || closing == .afterEveryThirdResponse && isThird {
                return .bytes(response.bytes)
            }
            let fields = response.fields.lines.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
            return .response(
                response.status, fields: Dictionary(fields.map { ($0[0], $0[1]) }) { $1 }, body: response.body)
        }
        defer { socket.stop() }
        let url = try #require(WebURL("http://127.0.0.1:\(socket.port)\(ScriptedAddressBook.path)"))
        let client = HTTPClient(transport: CurlTransport(), permittedOrigins: [url.origin])
        let report = try await sync(CardDAVBook(url: url, capabilities: BookCapabilities(), client: client))
        #expect(report.isInSync && report.sent.created == cards && report.received.created == cards)
        #expect(server.names.count == 2 * cards)
    }

    @Test(
        "A request is repeated three times if no other request succeeds, and not at all if no server was reached",
        arguments: [(true, 4), (false, 1)])
    func noProgress(wasSent: Bool, count: Int) async throws {
        let problem = RemoteProblem.disconnected(wasSent: wasSent, reason: "test")
        let transport = StubTransport { _ in throw problem }
        #expect(try await sync(CardDAVBook.stub(transport)).failure == problem)
        #expect(transport.sent.count == count)
    }

    @Test("After a timeout, a request is not repeated")
    func timeout() async throws {
        let transport = StubTransport { _ in throw RemoteProblem.timedOut(wasSent: true) }
        #expect(try await sync(CardDAVBook.stub(transport)).failure == .timedOut(wasSent: true))
        #expect(transport.sent.count == 1)
    }

    // MARK: - Missing cards

    @Test("A card that is listed but not found is reported, and a later synchronization reads it")
    func listedButMissing() async throws {
        server.write(leia, at: "leia.vcf")
        server.write(TestCard(uid: "han", ["FN:Han"]), at: "han.vcf")
        server.hidden = ["leia.vcf"]
        for _ in 0..<2 {
            let report = try await sync()
            #expect(report.problems.map(\.reason) == [.missing])
            #expect(report.problems.map(\.address.rawValue) == ["leia.vcf"] && report.status == .failed)
            #expect(store.cards().map(\.uid) == ["han"])
        }
        server.hidden = []
        #expect(try await sync().received.created == 1)
        #expect(store.cards().contains(leia))
    }

    @Test("A new card that the server lists but does not return is sent only once", arguments: [false, true])
    func newCardListedButMissing(isSentAgain: Bool) async throws {
        server.hidden = ["leia.vcf"]
        try store.add(leia)
        #expect(try await sync().problems.map(\.reason) == [.missing])
        #expect(server.lines.filter { $0.hasPrefix("PUT") } == ["PUT leia.vcf"])
        if isSentAgain {
            #expect(try await sync().problems.map(\.reason) == [.missing])
            #expect(server.lines.allSatisfy { !$0.hasPrefix("PUT") })
        }
        server.hidden = []
        #expect(try await sync().isInSync && store.cards() == [leia] && server.names == ["leia.vcf"])
    }

    // MARK: - Unconfirmed writes

    /// The responses that do not confirm a write.
    enum Response: CaseIterable {
        case page, pageWithoutType, pageWithTag, accepted

        func reply(to request: HTTPRequest) -> HTTPResponse {
            let page = Array("<!DOCTYPE html><html><form>Sign in</form></html>".utf8)
            return switch self {
            case .page: HTTPResponse(status: 200, fields: ["Content-Type": "text/html"], body: page, url: request.url)
            case .pageWithoutType: HTTPResponse(status: 200, body: page, url: request.url)
            case .pageWithTag:
                HTTPResponse(
                    status: 200, fields: ["Content-Type": "Text/HTML; charset=utf-8", "ETag": "\"9\""], body: page,
                    url: request.url)
            case .accepted: HTTPResponse(status: 202, url: request.url)
            }
        }
    }

    private func unconfirmed(_ response: Response, isApplied: Bool) -> Fault {
        { [server] request in
            guard request.method.isWrite else { return nil }
            if isApplied { _ = server.response(to: request) }
            return response.reply(to: request)
        }
    }

    @Test(
        "A write is reported as sent only if its response or the card confirms it",
        arguments: Response.allCases, [false, true])
    func unconfirmedWrites(response: Response, isApplied: Bool) async throws {
        try store.add(leia)
        try store.add(TestCard(uid: "han", ["FN:Han"]))
        try await sync()
        try store.edit("leia") { $0.append("TEL:1") }
        try store.delete("han")
        try store.add(TestCard(uid: "luke", ["FN:Luke"]))
        let changes = SyncReport.Counts(created: 1, changed: 1, deleted: 1)
        let report = try await sync(nil, unconfirmed(response, isApplied: isApplied))
        #expect(report.problems.count == (isApplied ? 0 : 3), "\(report.problems)")
        #expect(report.sent == (isApplied ? changes : SyncReport.Counts()))
        #expect(server.names == (isApplied ? ["leia.vcf", "luke.vcf"] : ["han.vcf", "leia.vcf"]))
        let later = try await sync()
        #expect(later.isInSync && later.sent == (isApplied ? SyncReport.Counts() : changes))
        #expect(server.names == ["leia.vcf", "luke.vcf"])
        #expect(server.text("leia.vcf")?.contains("TEL:1") == true && store.cards().count == 2)
    }

    @Test("A write that the server confirms but does not apply is reported as a problem", arguments: [200, 201, 204])
    func ignoredWrites(status: Int) async throws {
        server.write(leia, at: "leia.vcf")
        try await sync()
        try store.edit("leia") { $0.append("TEL:1") }
        let count = Mutex(0)
        let report = try await sync { request in
            guard request.method == .put else { return nil }
            count.withLock { $0 += 1 }
            return HTTPResponse(status: status, url: request.url)
        }
        #expect(report.problems.map(\.reason) == [.remote(.unconfirmed)] && report.sent.isEmpty)
        #expect(count.withLock { $0 } == 2)
        #expect(try await sync().sent.changed == 1)
        #expect(server.text("leia.vcf")?.contains("TEL:1") == true)
    }

    @Test("If the server returns a web page for a card after a write, the next synchronization repeats the write")
    func pageInsteadOfCard() async throws {
        server.write(leia, at: "leia.vcf")
        try await sync()
        try store.edit("leia") { $0.append("TEL:1") }
        let report = try await sync { request in
            [.put, .get, .report].contains(request.method) ? Response.page.reply(to: request) : nil
        }
        #expect(report.problems.map(\.address.rawValue) == ["leia.vcf"] && report.sent.isEmpty)
        #expect(try await sync().sent.changed == 1)
        #expect(server.text("leia.vcf")?.contains("TEL:1") == true)
    }

    @Test("A web page instead of a list ends the synchronization", arguments: [false, true])
    func pageInsteadOfList(isFirst: Bool) async throws {
        server.write(leia, at: "leia.vcf")
        if !isFirst { try await sync() }
        let report = try await sync { Response.page.reply(to: $0) }
        #expect(report.failure == .webPage && report.problems.isEmpty)
        #expect(store.cards() == (isFirst ? [] : [leia]))
    }

    // MARK: - Full storage

    @Test(
        "Full storage on the server is reported once, and no further cards are sent",
        arguments: [
            (507, "", nil), (507, "quota-not-exceeded", "quota-not-exceeded"),
            (403, "quota-not-exceeded", "quota-not-exceeded"), (507, "sufficient-disk-space", "sufficient-disk-space"),
        ] as [(Int, String, String?)])
    func fullStorage(status: Int, condition: String, reason: String?) async throws {
        server.write(leia, at: "leia.vcf")
        try await sync()
        try store.delete("leia")
        try addCards(30)
        let count = Mutex(0)
        let report = try await sync { request in
            guard request.method == .put else { return nil }
            count.withLock { $0 += 1 }
            let body = condition.isEmpty ? "" : "<error xmlns='DAV:'><\(condition)/></error>"
            return HTTPResponse(status: status, body: Array(body.utf8), url: request.url)
        }
        #expect(report.failure == .storageFull(reason: reason) && report.problems.isEmpty)
        #expect(count.withLock { $0 } == 1 && server.names.isEmpty)
        #expect(try await sync().sent.created == 30)
    }

    // MARK: - Renamed cards

    @Test("A new card that the server stores under another name is reported as created", arguments: [false, true])
    func renamedCard(returnsTags: Bool) async throws {
        let server = ScriptedAddressBook(returnsTags: returnsTags) { "renamed-\($0)" }
        try store.add(leia)
        let report = try await sync(server)
        #expect(report.isInSync && report.sent == SyncReport.Counts(created: 1) && report.received.isEmpty)
        #expect(server.names == ["renamed-leia.vcf"] && store.linkedNames() == server.names)
        #expect(try await sync(server) == SyncReport())
    }
}
