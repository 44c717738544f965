import Testing

@testable import Sync

@Suite("Address book discovery")
struct DiscoveryTests {
    private struct StubResolver: ServiceResolver {
        var result: CardDAVService?
        func service(of domain: String) async -> CardDAVService? { result }
    }

    private static func resource(_ path: String, _ properties: String) -> String {
        """
        <d:response><d:href>\(path)</d:href><d:propstat><d:prop>\(properties)</d:prop>
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        """
    }

    private static func book(_ path: String, _ properties: String = "") -> String {
        resource(path, "<d:resourcetype><d:collection/><card:addressbook/></d:resourcetype>\(properties)")
    }

    /// A server whose address books are found from `/.well-known/carddav`.
    private static func reply(_ sent: StubTransport.Sent) -> HTTPResponse {
        switch sent.request.url.path {
        case "/.well-known/carddav": HTTPResponse(301, to: sent, fields: ["Location": "/dav/"])
        case "/dav/":
            .multistatus(
                resource("/dav/", "<d:current-user-principal><d:href>/dav/leia/</d:href></d:current-user-principal>"),
                to: sent)
        case "/dav/leia/":
            .multistatus(
                resource("/dav/leia/", "<card:addressbook-home-set><d:href>books</d:href></card:addressbook-home-set>"),
                to: sent)
        case "/dav/leia/books/":
            .multistatus(
                resource("/dav/leia/books/", "<d:resourcetype><d:collection/></d:resourcetype>")
                    + book(
                        "/dav/leia/books/work/",
                        """
                        <d:displayname>Work &amp; more</d:displayname>
                        <card:addressbook-description>Colleagues</card:addressbook-description>
                        <i:addressbook-color xmlns:i="http://inf-it.com/ns/ab/">#ff8800</i:addressbook-color>
                        <card:supported-address-data><card:address-data-type content-type="text/vcard" version="3.0"/>
                        <card:address-data-type content-type="text/vcard" version="4.0"/></card:supported-address-data>
                        <card:max-resource-size>1024</card:max-resource-size>
                        <d:current-user-privilege-set><d:privilege><d:read/></d:privilege></d:current-user-privilege-set>
                        """)
                    + book(
                        "Padm%C3%A9",
                        """
                        <card:max-resource-size>0</card:max-resource-size>
                        <d:current-user-privilege-set><d:privilege><d:write/></d:privilege></d:current-user-privilege-set>
                        """)
                    + resource("/dav/leia/books/calendar/", "<d:resourcetype><d:collection/></d:resourcetype>"),
                to: sent)
        default: HTTPResponse(404, to: sent)
        }
    }

    private func books(
        _ address: String, _ transport: StubTransport, service: CardDAVService? = nil
    ) async throws -> [AddressBook] {
        let discovery = AddressBookDiscovery(
            client: HTTPClient(transport: transport), resolver: StubResolver(result: service))
        return try await discovery.addressBooks(at: #require(RemoteAddress(address)))
    }

    @Test(
        "Address books are found from a host, an email address, and URLs",
        arguments: [
            "example.org", "leia@example.org", "https://example.org", "https://example.org/dav/",
            "https://example.org/dav/leia/", "https://example.org/dav/leia/books/", "https://example.org/index.html",
        ])
    func find(address: String) async throws {
        let books = try await books(address, StubTransport(Self.reply))
        #expect(books.map(\.name) == ["Work & more", "Padmé"])
        #expect(
            books.map(\.url.description) == [
                "https://example.org/dav/leia/books/work/", "https://example.org/dav/leia/books/Padm%C3%A9/",
            ])
        #expect(books[0].summary == "Colleagues")
        #expect(books[0].capabilities.acceptsVersion4)
        #expect(books.map(\.capabilities.maximumSize) == [1024, nil])
        #expect(books.map(\.capabilities.isReadOnly) == [true, false])
        #expect(!books[1].capabilities.acceptsVersion4)
    }

    @Test("The service record of a domain is used first")
    func serviceRecord() async throws {
        let transport = StubTransport { sent in
            sent.request.url.origin.host == "dav.example.net" ? Self.reply(sent) : HTTPResponse(404, to: sent)
        }
        let service = CardDAVService(origin: Origin(isSecure: true, host: "dav.example.net", port: 8443), path: "/dav/")
        let found = try await books("leia@example.org", transport, service: service)
        #expect(found.first?.url.description == "https://dav.example.net:8443/dav/leia/books/work/")
        #expect(transport.sent[0].request.url.description == "https://dav.example.net:8443/dav/")
    }

    @Test("Discovery continues on another server only with permission to send the password")
    func permission() async throws {
        let transport = StubTransport(Self.reply)
        let address = try #require(RemoteAddress("leia@example.org"))
        let client = HTTPClient(
            transport: transport, credentials: .password(user: "leia", Secret("x")),
            permittedOrigins: address.permittedOrigins)
        let service = CardDAVService(origin: Origin(isSecure: true, host: "evil.example"))
        let discovery = AddressBookDiscovery(client: client, resolver: StubResolver(result: service))
        await #expect(throws: HTTPProblem.credentialsNotPermitted(Origin(isSecure: true, host: "evil.example"))) {
            try await discovery.addressBooks(at: address)
        }
        #expect(transport.sent.isEmpty)
    }

    @Test("The password is not sent over an unencrypted connection without permission")
    func unencrypted() throws {
        #expect(try #require(RemoteAddress("http://example.org")).permittedOrigins.isEmpty)
        let secure = try #require(RemoteAddress("example.org"))
        #expect(secure.permittedOrigins == [Origin(isSecure: true, host: "example.org")])
    }

    @Test(
        "Missing or wrong credentials end the search",
        arguments: [
            (nil, .unauthorized), (.password(user: "leia", Secret("x")), .unauthorized),
            (.token(Secret("x")), .tokenRejected),
        ] as [(Credentials?, RemoteProblem)])
    func wrongPassword(credentials: Credentials?, problem: RemoteProblem) async throws {
        let transport = StubTransport { HTTPResponse(401, to: $0) }
        let address = try #require(RemoteAddress("example.org"))
        let client = HTTPClient(
            transport: transport, credentials: credentials, permittedOrigins: address.permittedOrigins)
        let discovery = AddressBookDiscovery(client: client, resolver: StubResolver(result: nil))
        await #expect(throws: problem) { try await discovery.addressBooks(at: address) }
        #expect(transport.sent.count == 1)
    }

    private static let denied = "<error xmlns='DAV:'><need-privileges/></error>"

    @Test(
        "An error or an invalid response from the server is reported instead of a lack of address books",
        arguments: [
            (403, "", RemoteProblem.forbidden(status: 403)),
            (403, denied, .forbidden(status: 403, reason: "need-privileges")),
            (500, "", .failed(status: 500)), (500, denied, .failed(status: 500, reason: "need-privileges")),
            (200, "<html/>", .webPage), (200, "OK", .invalidResponse(reason: "expected status 207, found 200")),
            (207, "<multistatus", .invalidResponse(reason: "line 1 of the XML: unclosed token")),
            (207, "<a/>", .invalidResponse(reason: "expected “multistatus”, found “a”")),
        ],
        ["/", "/.well-known/carddav", "/dav/"])
    func failure(_ failure: (status: Int, body: String, problem: RemoteProblem), path: String) async throws {
        let transport = StubTransport { sent in
            sent.request.url.path == path
                ? HTTPResponse(failure.status, failure.body, to: sent) : HTTPResponse(404, to: sent)
        }
        await #expect(throws: failure.problem) { try await books("https://example.org/dav/", transport) }
    }

    @Test("A server without address books is reported", arguments: [404, 405, 410, 501])
    func nothingFound(status: Int) async throws {
        let transport = StubTransport { HTTPResponse(status, "<html/>", to: $0) }
        let url = try #require(WebURL("https://example.org/"))
        await #expect(throws: DiscoveryProblem.noAddressBooks(url)) { try await books("example.org", transport) }
    }

    @Test("A busy server is not reported as a wrong address")
    func busy() async throws {
        let transport = StubTransport { HTTPResponse(503, to: $0) }
        await #expect(throws: RemoteProblem.busy(seconds: nil)) { try await books("example.org", transport) }
    }

    @Test(
        "The email address is used as the user name",
        arguments: [
            ("leia@example.org", "leia@example.org"), ("leia@example.org:8443/dav", "leia@example.org"),
            ("leia@example.org?a", "leia@example.org"), ("leia@example.org#a", "leia@example.org"),
            ("example.org", nil), ("https://example.org", nil),
        ])
    func user(text: String, expected: String?) throws {
        #expect(try #require(RemoteAddress(text)).user == expected)
    }

    @Test(
        "Service records are read only for a domain",
        arguments: [
            ("example.org", true), ("leia@example.org", true), ("example.org/", true), ("example.org:443", true),
            ("example.org/dav", false), ("example.org:8443", false), ("https://example.org", false),
        ])
    func domains(text: String, isDomain: Bool) throws {
        #expect(try #require(RemoteAddress(text)).isDomain == isDomain)
    }

    @Test(
        "The capabilities of an address book are read from its properties",
        arguments: [
            ("", false, nil, false), ("<card:max-resource-size>1</card:max-resource-size>", false, 1, false),
            ("<card:max-resource-size> 2 </card:max-resource-size>", false, 2, false),
            ("<card:max-resource-size>0</card:max-resource-size>", false, nil, false),
            ("<card:max-resource-size>-1</card:max-resource-size>", false, nil, false),
            (supported("Text/vCard", "4.0"), true, nil, false), (supported("text/vcard", "3.0"), false, nil, false),
            (supported("text/plain", "4.0"), false, nil, false), (privilege("all"), false, nil, false),
            (privilege("write"), false, nil, false), (privilege("write-content"), false, nil, false),
            (privilege("bind"), false, nil, false), (privilege("read"), false, nil, true),
            (privilege("write-acl"), false, nil, true), ("<d:current-user-privilege-set/>", false, nil, false),
        ] as [(String, Bool, Int?, Bool)])
    func capabilities(
        properties: String, acceptsVersion4: Bool, maximumSize: Int?, isReadOnly: Bool
    ) async throws {
        let found = try await books(
            "https://a.example/b%20c",
            StubTransport { .multistatus(Self.book("/b%20c", properties), to: $0) })
        let book = try #require(found.first)
        #expect(found.count == 1 && book.url.description == "https://a.example/b%20c/")
        #expect(book.name == "b c" && book.summary == nil)
        #expect(book.capabilities.acceptsVersion4 == acceptsVersion4)
        #expect(book.capabilities.maximumSize == maximumSize && book.capabilities.isReadOnly == isReadOnly)
    }

    private static func supported(_ type: String, _ version: String) -> String {
        """
        <card:supported-address-data><card:address-data-type content-type="\(type)" version="\(version)"/>\
        </card:supported-address-data>
        """
    }

    private static func privilege(_ name: String) -> String {
        "<d:current-user-privilege-set><d:privilege><d:\(name)/></d:privilege></d:current-user-privilege-set>"
    }

    @Test(
        "Text that is not a host, an email address, or an HTTP URL is rejected",
        arguments: ["", "@example.org", "leia@", "ftp://example.org", "a b"])
    func invalid(text: String) {
        #expect(RemoteAddress(text) == nil)
    }
}
