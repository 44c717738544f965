import TestSupport
import Testing

@testable import Sync

@Suite("Curl transport")
struct CurlTransportTests {
    private func url(_ server: ScriptedServer, _ path: String = "/a") throws -> WebURL {
        try #require(WebURL("http://127.0.0.1:\(server.port)\(path)"))
    }

    /// Runs a body with a server and stops the server.
    private func withServer<Result>(
        _ reply: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Reply,
        body: (ScriptedServer, CurlTransport) async throws -> Result
    ) async throws -> Result {
        let server = try ScriptedServer(reply)
        defer { server.stop() }
        var settings = CurlTransport.Settings()
        settings.stallTimeout = .seconds(1)
        return try await body(server, CurlTransport(settings: settings))
    }

    @Test("Each method is sent with its header and body, and the whole response is returned")
    func exchange() async throws {
        let content: [UInt8] = [0, 1, 2, 255, 13, 10]
        try await withServer { _ in
            .response(207, fields: ["ETag": " \"x\" \t", "X-Empty": ""], body: content)
        } body: {
            server, transport in
            for method in [HTTPRequest.Method.get, .put, .delete, .propfind, .report, .get] {
                let body = method == .get || method == .delete ? [] : content
                let request = HTTPRequest(
                    method, try url(server), fields: ["If-Match": "\"1\"", "Depth": "0"], body: body)
                let response = try await transport.send(request, as: nil)
                #expect(response.status == 207)
                #expect(response.body == content)
                #expect(response.fields["etag"] == "\"x\"")
                let received = try #require(server.requests.last)
                #expect(received.line == "\(method.rawValue) /a")
                #expect(received.body == body)
                #expect(received.fields["if-match"] == "\"1\"")
                #expect(received.fields["authorization"] == nil)
                #expect(received.fields["expect"] == nil)
                #expect(received.fields["accept-encoding"]?.contains("gzip") == true)
            }
            #expect(Set(server.requests.map(\.connection)) == [1])
        }
    }

    @Test("An empty card is sent as an empty body")
    func emptyBody() async throws {
        try await withServer { _ in
            .response(201)
        } body: { server, transport in
            let response = try await transport.send(HTTPRequest(.put, url(server)), as: nil)
            #expect(response.status == 201)
            #expect(server.requests[0].fields["content-length"] == "0")
        }
    }

    @Test("A large body is sent completely")
    func largeBody() async throws {
        let photo = [UInt8](repeating: 65, count: 8 << 20)
        try await withServer { _ in
            .response(201)
        } body: { server, transport in
            _ = try await transport.send(HTTPRequest(.put, url(server), body: photo), as: nil)
            #expect(server.requests.map(\.body.count) == [photo.count])
        }
    }

    @Test("Basic and bearer authentication take only one request")
    func basic() async throws {
        try await withServer { _ in
            .response(200)
        } body: { server, transport in
            let password = Credentials.password(user: "leia", Secret("größe:%"))
            let request = HTTPRequest(.get, try url(server))
            _ = try await transport.send(request, as: HTTPAuthorization(scheme: .basic, credentials: password))
            let token = Credentials.token(Secret("t1"))
            _ = try await transport.send(request, as: HTTPAuthorization(scheme: .bearer, credentials: token))
            _ = try await transport.send(request, as: nil)
            #expect(
                server.requests.map { $0.fields["authorization"] } == ["Basic bGVpYTpncsO2w59lOiU=", "Bearer t1", nil])
        }
    }

    @Test(
        "Digest authentication never sends the password and reuses the server’s challenge",
        arguments: ["MD5", "SHA-256"])
    func digest(algorithm: String) async throws {
        try await withServer { request in
            request.fields["authorization"]?.hasPrefix("Digest ") == true
                ? .response(201)
                : .response(
                    401,
                    fields: [
                        "WWW-Authenticate": "Digest realm=\"x\", qop=\"auth\", algorithm=\(algorithm), nonce=\"abc\""
                    ], body: Array("denied".utf8))
        } body: { server, transport in
            let credentials = Credentials.password(user: "leia", Secret("alderaan"))
            let origin = try url(server).origin
            let client = HTTPClient(transport: transport, credentials: credentials, permittedOrigins: [origin])
            for count in 1...3 {
                let response = try await client.send(HTTPRequest(.put, url(server), body: [65, 66]))
                #expect(response.status == 201)
                #expect(response.body.isEmpty)
                #expect(server.requests.last?.body == [65, 66])
                #expect(server.requests.last?.fields["authorization"]?.contains("nc=0000000\(count)") == true)
            }
            #expect(server.requests.count <= 5)
            #expect(!server.requests.contains { $0.fields["authorization"]?.contains("alderaan") == true })
        }
    }

    @Test("A wrong password with digest authentication is reported")
    func wrongDigestPassword() async throws {
        let challenge = #"Digest realm="x", qop="auth", nonce="abc""#
        try await withServer { _ in
            .response(401, fields: ["WWW-Authenticate": challenge])
        } body: { server, transport in
            let credentials = Credentials.password(user: "leia", Secret("wrong"))
            let client = HTTPClient(
                transport: transport, credentials: credentials, permittedOrigins: [try url(server).origin])
            #expect(try await client.send(HTTPRequest(.get, url(server))).status == 401)
        }
    }

    @Test("A compressed response is decompressed, and rejected if it then exceeds the limit")
    func compression() async throws {
        // The letter “a” repeated 1,000 times, compressed with gzip.
        let packed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 76, 28, 5, 163, 96, 20, 12, 119, 0, 0, 3, 218, 56, 154, 232, 3, 0, 0,
        ]
        try await withServer { _ in
            .response(200, fields: ["Content-Encoding": "gzip"], body: packed)
        } body: {
            server, transport in
            let response = try await transport.send(HTTPRequest(.get, url(server), responseLimit: 1000), as: nil)
            #expect(response.body == [UInt8](repeating: UInt8(ascii: "a"), count: 1000))
            await #expect(throws: RemoteProblem.invalidResponse(reason: "the response is longer than 999 bytes")) {
                try await transport.send(HTTPRequest(.get, url(server), responseLimit: 999), as: nil)
            }
            _ = try? await transport.send(HTTPRequest(.get, url(server), acceptsCompression: false), as: nil)
            #expect(server.requests.last?.fields["accept-encoding"] == nil)
        }
    }

    @Test(
        "The error for a broken connection indicates that the request may have been applied",
        arguments: [
            ScriptedServer.Reply.close, .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".utf8)),
            .bytes(Array("HTTP/1.1 20".utf8)),
        ])
    func brokenConnection(reply: ScriptedServer.Reply) async throws {
        try await withServer { _ in
            reply
        } body: { server, transport in
            for method in [HTTPRequest.Method.get, .put] {
                await #expect {
                    try await transport.send(HTTPRequest(method, url(server)), as: nil)
                } throws: { error in
                    guard case RemoteProblem.disconnected(wasSent: true, let reason) = error else { return false }
                    return !reason.isEmpty
                }
            }
            #expect(server.lines == ["GET /a", "PUT /a"])
        }
    }

    @Test("A server that does not respond is reported")
    func timeout() async throws {
        try await withServer { _ in
            .stall
        } body: { server, transport in
            let request = HTTPRequest(.put, try url(server))
            _ = await #expect(throws: RemoteProblem.timedOut(wasSent: true)) {
                try await transport.send(request, as: nil)
            }
        }
    }

    @Test("A request to a closed port or an unknown host is reported as not sent")
    func refused() async throws {
        let server = try ScriptedServer { _ in .close }
        let closed = try url(server)
        server.stop()
        let unknown = try #require(WebURL("http://almanac.invalid/"))
        for url in [closed, unknown] {
            await #expect {
                try await CurlTransport().send(HTTPRequest(.put, url), as: nil)
            } throws: { error in
                guard case RemoteProblem.disconnected(wasSent: false, _) = error else { return false }
                return true
            }
        }
    }

    @Test("A write is not sent again if the server closes a reused connection")
    func reusedConnection() async throws {
        try await withServer {
            $0.line == "GET /a" ? .response(200) : .close
        } body: { server, transport in
            _ = try await transport.send(HTTPRequest(.get, url(server)), as: nil)
            await #expect {
                try await transport.send(HTTPRequest(.put, url(server), body: [65]), as: nil)
            } throws: { error in
                guard case RemoteProblem.disconnected(wasSent: true, _) = error else { return false }
                return true
            }
            #expect(server.lines == ["GET /a", "PUT /a"])
            // The handle remains usable for further requests.
            #expect(try await transport.send(HTTPRequest(.get, url(server)), as: nil).status == 200)
        }
    }

    @Test("Cancelling a task ends a request that waits for the server")
    func cancellation() async throws {
        let server = try ScriptedServer { _ in .stall }
        defer { server.stop() }
        let url = try url(server)
        let transport = CurlTransport()
        let task = Task { try await transport.send(HTTPRequest(.get, url), as: nil) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Interim responses are skipped")
    func interim() async throws {
        let bytes = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 204 No Content\r\nETag: \"2\"\r\n\r\n"
        try await withServer { _ in
            .bytes(Array(bytes.utf8))
        } body: { server, transport in
            let response = try await transport.send(HTTPRequest(.put, url(server), body: [65]), as: nil)
            #expect(response.status == 204)
            #expect(response.fields["Link"] == nil)
            #expect(response.fields["ETag"] == "\"2\"")
        }
    }

    @Test("Credentials are not sent to another server after a redirect")
    func redirect() async throws {
        let other = try ScriptedServer { _ in .response(200) }
        defer { other.stop() }
        let target = try url(other).description
        try await withServer { _ in
            .response(302, fields: ["Location": target])
        } body: { server, transport in
            let client = HTTPClient(
                transport: transport, credentials: .password(user: "leia", Secret("x")),
                permittedOrigins: [try url(server).origin])
            await #expect(throws: HTTPProblem.credentialsNotPermitted(try url(other).origin)) {
                try await client.send(HTTPRequest(.get, url(server)))
            }
        }
        #expect(other.requests.isEmpty)
    }
}
