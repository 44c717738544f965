import Synchronization
import Testing

@testable import Sync

@Suite("HTTP client")
struct HTTPClientTests {
    private let origin = Origin(isSecure: true, host: "dav.example.org")
    private let credentials = Credentials.password(user: "leia", Secret("alderaan"))

    private func url(_ text: String) throws -> WebURL { try #require(WebURL(text)) }

    @Test("Credentials are sent with the first request to a permitted server")
    func basic() async throws {
        let transport = StubTransport { HTTPResponse(200, to: $0) }
        let client = HTTPClient(transport: transport, credentials: credentials, permittedOrigins: [origin])
        _ = try await client.send(HTTPRequest(.get, url("https://dav.example.org/a")))
        #expect(transport.sent.map(\.scheme) == [.basic])
    }

    @Test("Digest authentication is preferred on an unencrypted connection")
    func digest() async throws {
        let transport = StubTransport { sent in
            sent.scheme == .digest
                ? HTTPResponse(200, to: sent)
                : HTTPResponse(
                    401, to: sent, fields: ["www-authenticate": #"Basic realm="x", Digest realm="x", nonce="1""#])
        }
        let plain = Origin(isSecure: false, host: "dav.example.org")
        let client = HTTPClient(transport: transport, credentials: credentials, permittedOrigins: [plain])
        for _ in 0..<2 {
            let response = try await client.send(HTTPRequest(.get, url("http://dav.example.org/a")))
            #expect(response.status == 200)
        }
        #expect(transport.sent.map(\.scheme) == [nil, .digest, .digest])
    }

    @Test(
        "The schemes of a server are read from any number of challenges",
        arguments: [
            ([#"Basic realm="a, digest b""#], [.basic]), ([#"Basic realm="a\", digest b""#], [.basic]),
            ([#"Digest realm="basic", nonce="1, Basic", qop="auth,auth-int""#], [.digest]),
            ([#"Basic realm="x", Digest realm="x", nonce="1""#], [.basic, .digest]),
            ([#"BASIC realm=x"#, #"bearer"#], [.basic, .bearer]), (["Basic"], [.basic]),
            ([#"Negotiate dGVzdA==, Basic realm = "x" , charset="UTF-8""#], [.basic]),
            ([", ,Digest nonce=basic ,\tBearer realm=digest"], [.digest, .bearer]),
            ([#"Newauth realm="apps", type=1, title="Login to \"apps\", Digest", Basic realm="simple""#], [.basic]),
            ([#"Basic realm="open, digest b"#], [.basic]), ([""], []), ([#"digest="x""#], []),
        ] as [([String], Set<HTTPAuthorization.Scheme>)])
    func schemes(challenges: [String], schemes: Set<HTTPAuthorization.Scheme>) throws {
        var fields: HTTPFields = [:]
        for challenge in challenges { fields.append("WWW-Authenticate", challenge) }
        let response = HTTPResponse(status: 401, fields: fields, url: try url("https://a.example/"))
        #expect(response.offeredSchemes == schemes)
    }

    @Test(
        "After a lost request, the response to its repetition is returned unless a write may have been applied before",
        arguments: [
            (HTTPRequest.Method.get, true, 404, 404), (.propfind, true, 207, 207), (.report, true, 500, 500),
            (.put, true, 201, 201), (.put, true, 412, nil), (.put, true, 409, nil), (.put, true, 503, nil),
            (.put, true, 401, 401), (.put, false, 412, 412), (.delete, true, 204, 204), (.delete, true, 404, nil),
            (.delete, true, 410, nil), (.delete, true, 412, nil), (.delete, false, 404, 404),
        ] as [(HTTPRequest.Method, Bool, Int, Int?)])
    func repetition(method: HTTPRequest.Method, wasSent: Bool, status: Int, expected: Int?) async throws {
        let count = Mutex(0)
        let transport = StubTransport { sent in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 2 { throw RemoteProblem.disconnected(wasSent: wasSent, reason: "") }
            return HTTPResponse(number == 1 ? 200 : status, to: sent)
        }
        let client = HTTPClient(transport: transport)
        let (target, isUnconfirmed) = (try url("https://dav.example.org/a"), expected == nil)
        _ = try await client.send(HTTPRequest(.get, target))
        if isUnconfirmed {
            await #expect(throws: RemoteProblem.unconfirmed) { try await client.send(HTTPRequest(method, target)) }
        } else {
            #expect(try await client.send(HTTPRequest(method, target)).status == expected)
        }
        #expect(transport.sent.count == 3)
    }

    @Test("Each response permits three more lost requests", arguments: [(3, true), (4, false)])
    func losses(count: Int, isRepeated: Bool) async throws {
        let number = Mutex(0)
        let transport = StubTransport { sent in
            let isLost = number.withLock { number in
                defer { number += 1 }
                return number % (count + 1) != 0
            }
            if isLost { throw RemoteProblem.disconnected(wasSent: true, reason: "") }
            return HTTPResponse(200, to: sent)
        }
        let client = HTTPClient(transport: transport)
        let request = HTTPRequest(.get, try url("https://dav.example.org/a"))
        _ = try await client.send(request)
        for _ in 0..<(isRepeated ? 3 : 1) {
            #expect((try? await client.send(request).status) == (isRepeated ? 200 : nil))
        }
    }

    @Test("A wrong password is sent only once")
    func wrongPassword() async throws {
        let transport = StubTransport { HTTPResponse(401, to: $0, fields: ["WWW-Authenticate": "Basic realm=x"]) }
        let client = HTTPClient(transport: transport, credentials: credentials, permittedOrigins: [origin])
        #expect(try await client.send(HTTPRequest(.get, url("https://dav.example.org/"))).status == 401)
        #expect(transport.sent.count == 1)
    }

    @Test("A token is sent as a bearer token and never repeated as a password")
    func token() async throws {
        let transport = StubTransport { HTTPResponse(401, to: $0, fields: ["WWW-Authenticate": "Basic realm=x"]) }
        let client = HTTPClient(transport: transport, credentials: .token(Secret("t")), permittedOrigins: [origin])
        #expect(try await client.send(HTTPRequest(.get, url("https://dav.example.org/"))).status == 401)
        #expect(transport.sent.map(\.scheme) == [.bearer])
    }

    @Test(
        "Credentials are not sent to another server without permission",
        arguments: [
            "https://evil.example/", "http://dav.example.org/", "https://dav.example.org:8443/",
            "https://sub.dav.example.org/", "//evil.example/",
        ])
    func otherServer(target: String) async throws {
        let transport = StubTransport { HTTPResponse(301, to: $0, fields: ["Location": target]) }
        let client = HTTPClient(transport: transport, credentials: credentials, permittedOrigins: [origin])
        await #expect(throws: HTTPProblem.self) {
            try await client.send(HTTPRequest(.propfind, url("https://dav.example.org/")))
        }
        #expect(transport.sent.map(\.request.url.origin) == [origin])
    }

    @Test("The user is asked once for each other server")
    func permission() async throws {
        let asked = Mutex<[Origin]>([])
        let transport = StubTransport { sent in
            sent.request.url.origin.host == "dav.example.org"
                ? HTTPResponse(301, to: sent, fields: ["Location": "https://p42.example.org/x"])
                : HTTPResponse(200, to: sent)
        }
        let client = HTTPClient(transport: transport, credentials: credentials, permittedOrigins: [origin]) { origin in
            asked.withLock { $0.append(origin) }
            return true
        }
        for _ in 0..<2 {
            let response = try await client.send(HTTPRequest(.propfind, url("https://dav.example.org/")))
            #expect(response.url.description == "https://p42.example.org/x")
        }
        let other = Origin(isSecure: true, host: "p42.example.org")
        #expect(asked.withLock { $0 } == [other])
        #expect(await client.permittedOrigins == [origin, other])
    }

    @Test(
        "Requests are not redirected to another server without permission, even without credentials",
        arguments: [(HTTPRequest.Method.put, 307), (.put, 308), (.delete, 307), (.propfind, 301), (.report, 302)])
    func redirectWithoutCredentials(method: HTTPRequest.Method, status: Int) async throws {
        let transport = StubTransport { sent in
            sent.request.url.origin.host == "dav.example.org"
                ? HTTPResponse(status, to: sent, fields: ["Location": "https://evil.example/a"])
                : HTTPResponse(204, to: sent)
        }
        let request = HTTPRequest(method, try url("https://dav.example.org/a"), body: [1])
        let evil = Origin(isSecure: true, host: "evil.example")
        await #expect(throws: HTTPProblem.redirectNotPermitted(evil)) {
            try await HTTPClient(transport: transport).send(request)
        }
        #expect(transport.sent.map(\.request.url.origin) == [origin])
        let permitting = HTTPClient(transport: transport, permittedOrigins: [evil])
        #expect(try await permitting.send(request).status == 204)
    }

    @Test("Redirects keep the method and the body", arguments: [301, 302, 307, 308])
    func redirects(status: Int) async throws {
        let transport = StubTransport { sent in
            sent.request.url.path == "/new"
                ? HTTPResponse(207, to: sent) : HTTPResponse(status, to: sent, fields: ["Location": "/new"])
        }
        let client = HTTPClient(transport: transport)
        let request = HTTPRequest(.report, try url("https://dav.example.org/old"), body: [1, 2])
        #expect(try await client.send(request).status == 207)
        #expect(transport.lines == ["REPORT /old", "REPORT /new"])
        #expect(transport.sent.map(\.request.body) == [[1, 2], [1, 2]])
    }

    @Test(
        "A write is redirected only by 307 and 308",
        arguments: [(301, false), (302, false), (303, false), (307, true), (308, true)])
    func redirectedWrites(status: Int, isFollowed: Bool) async throws {
        let transport = StubTransport { sent in
            sent.request.url.path == "/new"
                ? HTTPResponse(201, to: sent) : HTTPResponse(status, to: sent, fields: ["Location": "/new"])
        }
        let client = HTTPClient(transport: transport)
        let response = try await client.send(HTTPRequest(.put, url("https://dav.example.org/old"), body: [1]))
        #expect(response.status == (isFollowed ? 201 : status))
    }

    @Test("Endless redirects are an error")
    func endlessRedirects() async throws {
        let transport = StubTransport { HTTPResponse(302, to: $0, fields: ["Location": "/again"]) }
        await #expect(throws: RemoteProblem.invalidResponse(reason: "too many redirects")) {
            try await HTTPClient(transport: transport).send(HTTPRequest(.get, url("https://dav.example.org/")))
        }
    }

    @Test("Secrets are never printed")
    func secrets() {
        var dumped = ""
        dump(credentials, to: &dumped)
        let authorization = HTTPAuthorization(scheme: .basic, credentials: credentials)
        let texts = [
            "\(credentials)", String(reflecting: credentials), "\(authorization)", "\(Secret("alderaan"))", dumped,
        ]
        for text in texts { #expect(!text.contains("alderaan"), "\(text)") }
    }

    @Test("A header value cannot add another field")
    func injection() {
        var fields: HTTPFields = [:]
        fields.append("If-Match", "\"a\"\r\nX-Other: b")
        #expect(fields.lines == ["If-Match: \"a\"  X-Other: b"])
    }

    @Test(
        "Retry-After is read as a number of seconds or a date",
        arguments: [
            ("120", 120), ("-5", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
            ("soon", nil), ("", nil), ("7.5", nil), ("0", 0), ("Sun, 06 Nov 1994 08:49:01 GMT", 1),
            ("Sun, 06 Nov 1994 08:59:60 GMT", 660), ("Sun, 06 Nov 1994 23:59:00 GMT", 54_600),
            ("Sun, 06 Nov 1994 08:60:00 GMT", nil), ("Sun, 06 Nov 1994 08:59:61 GMT", nil),
            ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
            ("Sun, 06 Nov 1994 08:49 GMT", nil), ("Wed, 31 Dec 1969 23:59:59 GMT", nil),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 9223372036854775807:49:37 GMT", nil),
            ("Sun, 06 Nov -9223372036854775808 08:49:37 GMT", nil),
        ])
    func retryAfter(text: String, expected: Int?) throws {
        let response = HTTPResponse(status: 503, fields: ["retry-after": text], url: try url("https://a.example/"))
        // The current time is 6 November 1994, 08:49:00 UTC.
        #expect(response.retryAfter(now: 784_111_740) == expected)
    }
}
