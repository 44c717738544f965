import Synchronization

@testable import Sync

/// A transport that records requests and returns responses from a function.
final class StubTransport: HTTPTransport {
    struct Sent: Sendable {
        let request: HTTPRequest
        let scheme: HTTPAuthorization.Scheme?

        /// The method and path, such as `PUT /book/a.vcf`.
        var line: String { "\(request.method.rawValue) \(request.url.path)" }
        var body: String { String(decoding: request.body, as: UTF8.self) }
    }

    typealias Reply = @Sendable (Sent) throws -> HTTPResponse

    private let log = Mutex<[Sent]>([])
    private let reply: Reply

    init(_ reply: @escaping Reply) { self.reply = reply }

    var sent: [Sent] { log.withLock { $0 } }
    var lines: [String] { sent.map(\.line) }

    func send(_ request: HTTPRequest, as authorization: HTTPAuthorization?) async throws -> HTTPResponse {
        let sent = Sent(request: request, scheme: authorization?.scheme)
        log.withLock { $0.append(sent) }
        return try reply(sent)
    }
}

extension HTTPResponse {
    /// Creates a response to a request of the stub transport.
    init(_ status: Int, _ body: String = "", to sent: StubTransport.Sent, fields: HTTPFields = [:]) {
        self.init(status: status, fields: fields, body: Array(body.utf8), url: sent.request.url)
    }
}
