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
        "Authentication schemes are read from any number of challenges",
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
        "The response to a repeated request is returned unless it leaves the outcome of a write unknown",
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

    @Test("After each response, three more lost requests are tolerated", arguments: [(3, true), (4, false)])
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

    @Test("Permission is requested once for each other server")
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

    @Test("At most five redirects are followed", arguments: [(5, 200), (6, nil)] as [(Int, Int?)])
    func redirectLimit(count: Int, expected: Int?) async throws {
        let transport = StubTransport { sent in
            let rest = Int(sent.request.url.path.dropFirst()) ?? 0
            return rest == 0
                ? HTTPResponse(200, to: sent) : HTTPResponse(302, to: sent, fields: ["Location": "/\(rest - 1)"])
        }
        let request = HTTPRequest(.get, try url("https://dav.example.org/\(count)"))
        let status = try? await HTTPClient(transport: transport).send(request).status
        #expect(status == expected && transport.sent.count == 6)
    }

    @Test(
        "A read is redirected only by 301, 302, 307, and 308, and only to an HTTP URL",
        arguments: [(303, "/new"), (300, "/new"), (304, "/new"), (302, "mailto:leia"), (301, nil)] as [(Int, String?)])
    func otherRedirects(status: Int, target: String?) async throws {
        let transport = StubTransport { sent in
            HTTPResponse(status, to: sent, fields: target.map { ["Location": $0] as HTTPFields } ?? [:])
        }
        let request = HTTPRequest(.get, try url("https://dav.example.org/"))
        #expect(try await HTTPClient(transport: transport).send(request).status == status)
        #expect(transport.sent.count == 1)
    }

    @Test(
        "If the connection fails, the first request of a client is repeated only if it was sent",
        arguments: [(true, [1, 2, 3], 200, 4), (true, [1, 2, 3, 4], nil, 4), (false, [1], nil, 1)]
            as [(Bool, [Int], Int?, Int)])
    func firstLoss(wasSent: Bool, lost: [Int], expected: Int?, count: Int) async throws {
        let number = Mutex(0)
        let transport = StubTransport { sent in
            let current = number.withLock { number in
                number += 1
                return number
            }
            if lost.contains(current) { throw RemoteProblem.disconnected(wasSent: wasSent, reason: "r") }
            return HTTPResponse(200, to: sent)
        }
        let (client, request) = (HTTPClient(transport: transport), HTTPRequest(.get, try url("https://a.example/")))
        if let expected {
            #expect(try await client.send(request).status == expected)
        } else {
            await #expect(throws: RemoteProblem.disconnected(wasSent: wasSent, reason: "r")) {
                try await client.send(request)
            }
        }
        #expect(transport.sent.count == count)
    }

    @Test(
        "A request that times out is reported as sent if this attempt or an earlier, lost attempt was sent",
        arguments: [(true, false, true), (false, false, false), (false, true, true)])
    func timeout(wasLost: Bool, wasSent: Bool, expected: Bool) async throws {
        let number = Mutex(0)
        let transport = StubTransport { _ in
            let isFirst = number.withLock { number in
                number += 1
                return number == 1
            }
            if isFirst, wasLost { throw RemoteProblem.disconnected(wasSent: true, reason: "") }
            throw RemoteProblem.timedOut(wasSent: wasSent)
        }
        let request = HTTPRequest(.put, try url("https://a.example/"))
        await #expect(throws: RemoteProblem.timedOut(wasSent: expected)) {
            try await HTTPClient(transport: transport).send(request)
        }
    }

    @Test("Text that contains the password, the encoded password, or the token is recognized")
    func disclosure() {
        let transport = StubTransport { HTTPResponse(200, to: $0) }
        let client = HTTPClient(transport: transport, credentials: credentials)
        // The second text contains “leia:alderaan” in base64.
        for text in ["not alderaan!", "Basic bGVpYTphbGRlcmFhbg=="] { #expect(client.disclosesSecret(text)) }
        #expect(!client.disclosesSecret("leia") && !client.sendsToken)
        let token = HTTPClient(transport: transport, credentials: .token(Secret("t1")))
        #expect(token.sendsToken && token.disclosesSecret("at1b") && !token.disclosesSecret("t"))
        #expect(!HTTPClient(transport: transport, credentials: .token(Secret(""))).disclosesSecret("a"))
        #expect(!HTTPClient(transport: transport).disclosesSecret("a") && !HTTPClient(transport: transport).sendsToken)
    }

    @Test("Only statuses from 200 to 299 are successes, and only PUT and DELETE are writes")
    func successes() throws {
        let url = try url("https://a.example/")
        let statuses = [0, 199, 200, 299, 300, 404].filter { HTTPResponse(status: $0, url: url).isSuccess }
        #expect(statuses == [200, 299])
        #expect([HTTPRequest.Method.get, .put, .delete, .propfind, .report].filter(\.isWrite) == [.put, .delete])
    }

    @Test(
        "A web page is recognized by its type or, without a type, by its beginning",
        arguments: [
            ("Text/HTML; charset=utf-8", "x", true), ("application/xhtml+xml", "x", true), ("text/html", "", false),
            ("text/plain", "<html>", false), (nil, "<html>", true), ("", " \n<!DOCTYPE HTML>", true),
            (nil, "<?xml?><html>", false), (nil, String(repeating: " ", count: 96) + "<html>", false),
            (nil, String(repeating: " ", count: 95) + "<html>", true), ("text/vcard", "BEGIN:VCARD", false),
        ] as [(String?, String, Bool)])
    func webPages(type: String?, body: String, isWebPage: Bool) throws {
        let response = HTTPResponse(
            status: 200, fields: type.map { ["content-type": $0] as HTTPFields } ?? [:], body: Array(body.utf8),
            url: try url("https://a.example/"))
        #expect(response.isWebPage == isWebPage)
    }

    @Test("The values of a header field are found regardless of the case of its name")
    func fieldValues() {
        var fields: HTTPFields = ["Vary": "a", "ETag": "b"]
        fields.append("VARY", "c\u{1F}\u{20}\u{7E}\u{7F}")
        #expect(fields.values("vary") == ["a", "c  ~ "] && fields["vary"] == "a" && fields["etag"] == "b")
        #expect(fields["age"] == nil && fields.lines == ["Vary: a", "ETag: b", "VARY: c  ~ "])
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
