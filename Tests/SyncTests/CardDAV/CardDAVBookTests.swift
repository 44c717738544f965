import TestSupport
import Testing

@testable import Sync

@Suite("CardDAV address book")
struct CardDAVBookTests {
    private static func card(_ name: String, tag: String = "1") -> String {
        """
        <d:response><d:href>/books/leia/\(name)</d:href><d:propstat><d:prop><d:getetag>"\(tag)"</d:getetag></d:prop>
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        """
    }

    private static func removed(_ name: String) -> String { status(name, "404 Not Found") }

    private static func status(_ name: String, _ status: String) -> String {
        "<d:response><d:href>/books/leia/\(name)</d:href><d:status>HTTP/1.1 \(status)</d:status></d:response>"
    }

    private static func collection(_ properties: String) -> String {
        """
        <d:response><d:href>/books/leia/</d:href><d:propstat><d:prop>\(properties)</d:prop>
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        """
    }

    private static let syncReport = """
        <d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>
        </d:supported-report-set>
        """

    // MARK: - Changes

    @Test("Reading the changes since a sync token takes one request")
    func changes() async throws {
        let transport = StubTransport { sent in
            .multistatus(Self.card("a.vcf") + Self.removed("b.vcf") + "<d:sync-token>t2</d:sync-token>", to: sent)
        }
        let changes = try await CardDAVBook.stub(transport).changes(since: SyncToken(rawValue: "t<1>"))
        #expect(changes.present == ["a.vcf": ETag(rawValue: "\"1\"")])
        #expect(changes.removed == ["b.vcf"])
        #expect(changes.token == SyncToken(rawValue: "t2"))
        #expect(!changes.isComplete && !changes.hasMore)
        #expect(transport.lines == ["REPORT /books/leia/"])
        #expect(transport.sent[0].body.contains("<D:sync-token>t&lt;1&gt;</D:sync-token>"))
        #expect(transport.sent[0].request.fields["Depth"] == "0")
    }

    @Test("A partial list of changes is marked, and a sync token that does not change is rejected")
    func parts() async throws {
        let transport = StubTransport { sent in
            .multistatus(
                Self.card("a.vcf") + Self.status("", "507 Insufficient Storage") + "<d:sync-token>t2</d:sync-token>",
                to: sent)
        }
        let changes = try await CardDAVBook.stub(transport).changes(since: SyncToken(rawValue: "t1"))
        #expect(changes.hasMore)
        #expect(changes.present.count == 1)
        await #expect(throws: RemoteProblem.invalidResponse(reason: "the sync token did not change")) {
            try await CardDAVBook.stub(transport).changes(since: SyncToken(rawValue: "t2"))
        }
    }

    @Test("Without a token, all parts are joined into one complete list")
    func allParts() async throws {
        let transport = StubTransport { sent in
            if sent.request.method == .propfind { return .multistatus(Self.collection(Self.syncReport), to: sent) }
            let more = Self.status("", "507 Insufficient Storage")
            if sent.body.contains("<D:sync-token></D:sync-token>") {
                return .multistatus(
                    Self.card("a.vcf") + Self.card("b.vcf") + more + "<d:sync-token>t1</d:sync-token>", to: sent)
            }
            return .multistatus(
                Self.card("c.vcf") + Self.removed("b.vcf") + "<d:sync-token>t2</d:sync-token>", to: sent)
        }
        let changes = try await CardDAVBook.stub(transport).changes(since: nil)
        #expect(Set(changes.present.keys) == ["a.vcf", "c.vcf"])
        #expect(changes.removed.isEmpty)
        #expect(changes.isComplete && !changes.hasMore)
        #expect(changes.token == SyncToken(rawValue: "t2"))
    }

    @Test("Thousands of cards are listed in parts", .long("ten thousand cards"))
    func manyParts() async throws {
        let size = Soak.isOn ? 1000 : 250
        let transport = StubTransport { sent in
            if sent.request.method == .propfind { return .multistatus(Self.collection(Self.syncReport), to: sent) }
            let part = (0..<10).first { sent.body.contains("<D:sync-token>t\($0)</D:sync-token>") } ?? 0
            let cards = (0..<size).map { Self.card("\(part * size + $0).vcf") }.joined()
            let more = part < 9 ? Self.status("", "507 Insufficient Storage") : ""
            return .multistatus(cards + more + "<d:sync-token>t\(part + 1)</d:sync-token>", to: sent)
        }
        let changes = try await CardDAVBook.stub(transport).changes(since: nil)
        #expect(changes.present.count == 10 * size)
        #expect(changes.isComplete)
        #expect(transport.sent.count == 11)
    }

    @Test("A new card is named after its UID")
    func newAddress() throws {
        let book = try CardDAVBook.stub(StubTransport { HTTPResponse(404, to: $0) })
        #expect(book.address(forNew: "urn:uuid:1") == "urn:uuid:1.vcf")
        #expect(book.address(forNew: "/a/../b") == "a-..-b.vcf")
    }

    @Test(
        "A token that the server no longer accepts is reported",
        arguments: [
            (403, "<d:error xmlns:d='DAV:'><d:valid-sync-token/></d:error>"),
            (409, "<d:error xmlns:d='DAV:'><d:valid-sync-token/></d:error>"),
            (412, "<error xmlns='DAV:'><valid-sync-token/></error>"), (412, ""), (400, ""),
            (403, ""), (404, ""), (405, ""), (409, ""), (410, ""), (500, ""), (501, ""),
        ])
    func invalidToken(status: Int, body: String) async throws {
        let transport = StubTransport { HTTPResponse(status, body, to: $0) }
        await #expect(throws: RemoteProblem.invalidToken) {
            try await CardDAVBook.stub(transport).changes(since: SyncToken(rawValue: "t"))
        }
    }

    @Test("Temporary failures do not invalidate a sync token", arguments: [502, 503, 504])
    func otherFailures(status: Int) async throws {
        let transport = StubTransport { HTTPResponse(status, to: $0) }
        let expected = status == 503 ? RemoteProblem.busy(seconds: nil) : .failed(status: status)
        await #expect(throws: expected) {
            try await CardDAVBook.stub(transport).changes(since: SyncToken(rawValue: "t"))
        }
    }

    @Test("Without sync tokens, all cards are listed only if the tag of the collection has changed")
    func collectionTag() async throws {
        let transport = StubTransport { sent in
            sent.request.fields["Depth"] == "0"
                ? .multistatus(Self.collection("<cs:getctag>7</cs:getctag>"), to: sent)
                : .multistatus(
                    Self.collection("<d:resourcetype><d:collection/></d:resourcetype>") + Self.card("a.vcf"), to: sent)
        }
        let book = try CardDAVBook.stub(transport)
        let all = try await book.changes(since: nil)
        #expect(all.isComplete)
        #expect(Set(all.present.keys) == ["a.vcf"])
        #expect(transport.sent.count == 2)
        let same = try await book.changes(since: all.token)
        #expect(same == RemoteChanges(token: all.token))
        #expect(transport.sent.count == 3)
        let changed = try await book.changes(since: SyncToken(rawValue: "almanac:ctag:6"))
        #expect(changed == all)
    }

    @Test("Without sync tokens and collection tags, all cards are listed each time")
    func list() async throws {
        let transport = StubTransport { .multistatus(Self.collection("") + Self.card("a.vcf"), to: $0) }
        let book = try CardDAVBook.stub(transport)
        let all = try await book.changes(since: nil)
        #expect(transport.sent.count == 2)
        #expect(try await book.changes(since: all.token) == all)
        #expect(transport.sent.count == 3)
        #expect(all.isComplete)
    }

    @Test(
        "A list that the server has truncated, or that lacks the collection, is rejected as incomplete",
        arguments: [status("", "507 Insufficient Storage") + card("a.vcf"), status("", "403 Forbidden"), ""])
    func incompleteList(content: String) async throws {
        let transport = StubTransport { sent in
            .multistatus(sent.request.fields["Depth"] == "0" ? Self.collection("") : content, to: sent)
        }
        await #expect(throws: RemoteProblem.invalidResponse(reason: "incomplete list of cards")) {
            try await CardDAVBook.stub(transport).changes(since: nil)
        }
    }

    @Test(
        "If a report that the server advertises fails, all cards are listed without it",
        arguments: [400, 403, 404, 405, 501])
    func wrongAdvertisement(status: Int) async throws {
        let transport = StubTransport { sent in
            if sent.request.method == .report { return HTTPResponse(status, to: sent) }
            return .multistatus(Self.collection(Self.syncReport) + Self.card("a.vcf"), to: sent)
        }
        let all = try await CardDAVBook.stub(transport).changes(since: nil)
        #expect(all.isComplete)
        #expect(Set(all.present.keys) == ["a.vcf"])
    }

    // MARK: - Writing

    @Test("A new card is sent with the precondition that its address is free")
    func create() async throws {
        let transport = StubTransport { HTTPResponse(201, to: $0, fields: ["Etag": "\"x\""]) }
        let tag = try await CardDAVBook.stub(transport).put([65], at: "Han Solo.vcf", .ifNoneMatch)
        #expect(tag == ETag(rawValue: "\"x\""))
        #expect(transport.lines == ["PUT /books/leia/Han%20Solo.vcf"])
        #expect(transport.sent[0].request.fields["If-None-Match"] == "*")
        #expect(transport.sent[0].request.fields["If-Match"] == nil)
        #expect(transport.sent[0].request.fields["Content-Type"] == "text/vcard; charset=utf-8")
    }

    @Test("A change and a removal are sent with the ETag as a precondition")
    func change() async throws {
        let transport = StubTransport { HTTPResponse(204, to: $0) }
        let book = try CardDAVBook.stub(transport)
        #expect(try await book.put([65], at: "a.vcf", .ifMatch(ETag(rawValue: "\"1\""))) == nil)
        try await book.delete("a.vcf", ifMatch: ETag(rawValue: "\"2\""))
        #expect(transport.lines == ["PUT /books/leia/a.vcf", "DELETE /books/leia/a.vcf"])
        #expect(transport.sent.map { $0.request.fields["If-Match"] } == ["\"1\"", "\"2\""])
        #expect(transport.sent.allSatisfy { $0.request.fields["If-None-Match"] == nil })
    }

    @Test(
        "An empty response confirms a write, even if its content type is that of a web page",
        arguments: [200, 201, 204])
    func emptyPage(status: Int) async throws {
        let transport = StubTransport { HTTPResponse(status, to: $0, fields: ["Content-Type": "text/html"]) }
        let book = try CardDAVBook.stub(transport)
        #expect(try await book.put([65], at: "a.vcf", .ifNoneMatch) == nil)
        try await book.delete("a.vcf", ifMatch: ETag(rawValue: "\"1\""))
    }

    @Test("A response with a status for each resource does not confirm a write")
    func multistatusAfterWrite() async throws {
        let transport = StubTransport { .multistatus(Self.status("a.vcf", "423 Locked"), to: $0) }
        let book = try CardDAVBook.stub(transport)
        let problem = RemoteProblem.invalidResponse(reason: "unexpected status 207")
        await #expect(throws: problem) { try await book.delete("a.vcf", ifMatch: ETag(rawValue: "\"1\"")) }
        await #expect(throws: problem) { try await book.put([65], at: "a.vcf", .ifNoneMatch) }
        #expect(problem.isOutcomeUnknown)
    }

    @Test("A card that is larger than the server permits is not sent")
    func size() async throws {
        let transport = StubTransport { HTTPResponse(204, to: $0) }
        var capabilities = BookCapabilities()
        capabilities.maximumSize = 3
        let book = try CardDAVBook.stub(transport, capabilities)
        await #expect(throws: RemoteProblem.tooLarge) { try await book.put([1, 2, 3, 4], at: "a.vcf", .ifNoneMatch) }
        #expect(transport.sent.isEmpty)
        _ = try await book.put([1, 2, 3], at: "a.vcf", .ifNoneMatch)
    }

    private static let conflict = """
        <d:error xmlns:d="DAV:"><c:no-uid-conflict xmlns:c="urn:ietf:params:xml:ns:carddav">
        <d:href>/books/leia/b.vcf</d:href></c:no-uid-conflict></d:error>
        """

    @Test(
        "Each failure status of a write is reported as the corresponding problem",
        arguments: [
            (401, "", RemoteProblem.unauthorized), (403, "", .forbidden(status: 403)), (404, "", .missing),
            (410, "", .missing),
            (403, conflict, .rejected(uidOf: "b.vcf")), (409, conflict, .rejected(uidOf: "b.vcf")),
            (409, "", .rejected(uidOf: nil, status: 409)), (400, "<html>", .rejected(uidOf: nil, status: 400)),
            (412, "", .preconditionFailed),
            (412, conflict, .rejected(uidOf: "b.vcf")),
            (403, "<error xmlns='DAV:'><max-resource-size xmlns='urn:ietf:params:xml:ns:carddav'/></error>", .tooLarge),
            (
                403, "<error xmlns='DAV:'><valid-address-data xmlns='urn:ietf:params:xml:ns:carddav'/></error>",
                .rejected(uidOf: nil, status: 403, reason: "valid-address-data")
            ),
            (403, "<error xmlns='DAV:'><need-privileges/></error>", .forbidden(status: 403, reason: "need-privileges")),
            (413, "", .tooLarge), (415, "", .rejected(uidOf: nil, status: 415)), (423, "", .busy(seconds: 7)),
            (429, "", .busy(seconds: 7)), (503, "", .busy(seconds: 7)), (500, "", .failed(status: 500)),
            (502, "<error xmlns='DAV:'><need-privileges/></error>", .failed(status: 502, reason: "need-privileges")),
            (202, "", .invalidResponse(reason: "unexpected status 202")), (200, "<html>", .webPage),
            (403, "<error xmlns='DAV:'><quota-not-exceeded/></error>", .storageFull(reason: "quota-not-exceeded")),
            (301, "", .invalidResponse(reason: "unexpected status 301")),
            (418, "", .invalidResponse(reason: "unexpected status 418")),
        ])
    func statuses(status: Int, body: String, expected: RemoteProblem) async throws {
        let transport = StubTransport { HTTPResponse(status, body, to: $0, fields: ["Retry-After": "7"]) }
        let book = try CardDAVBook.stub(transport)
        await #expect(throws: expected) { try await book.put([65], at: "a.vcf", .ifNoneMatch) }
        await #expect(throws: expected) { try await book.delete("a.vcf", ifMatch: ETag(rawValue: "\"1\"")) }
    }

    @Test(arguments: [
        (
            415,
            """
            <d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><s:exception>UnsupportedMediaType</s:exception>
            <s:message>
              The FN property is empty.
            </s:message></d:error>
            """, "application/xml", RemoteProblem.rejected(uidOf: nil, status: 415, reason: "The FN property is empty")
        ),
        (
            400, "\nBad\u{1B}card\nline 2", "text/plain; charset=utf-8",
            .rejected(uidOf: nil, status: 400, reason: "Bad\u{1B}card")
        ),
        (403, "Access denied", "text/plain", .forbidden(status: 403, reason: "Access denied")),
        (409, "<p>Conflict", "text/html", .rejected(uidOf: nil, status: 409)),
        (409, " \n", "text/plain", .rejected(uidOf: nil, status: 409)),
        (
            422, String(repeating: "x", count: 200), "text/plain",
            .rejected(uidOf: nil, status: 422, reason: String(repeating: "x", count: 200))
        ),
        (
            422, String(repeating: "x", count: 201), "text/plain",
            .rejected(uidOf: nil, status: 422, reason: String(repeating: "x", count: 200) + "…")
        ),
        (400, "The password sesame is too short", "text/plain", .rejected(uidOf: nil, status: 400)),
        (400, "Basic bGVpYTpzZXNhbWU=", "text/plain", .rejected(uidOf: nil, status: 400)),
    ])
    func `The reason for a rejection is the first line of its text, but never contains the password`(
        status: Int, body: String, type: String, expected: RemoteProblem
    ) async throws {
        let transport = StubTransport { HTTPResponse(status, body, to: $0, fields: ["Content-Type": type]) }
        let book = try CardDAVBook.stub(transport, credentials: .password(user: "leia", Secret("sesame")))
        await #expect(throws: expected) { try await book.put([65], at: "a.vcf", .ifNoneMatch) }
    }

    @Test("The outcome is unknown after a server error, but not after a rejection")
    func unknownOutcomes() {
        #expect(RemoteProblem.failed(status: 500).isOutcomeUnknown)
        #expect(!RemoteProblem.busy(seconds: nil).isOutcomeUnknown)
        #expect(!RemoteProblem.preconditionFailed.isOutcomeUnknown)
    }
}
