import Testing

@testable import Sync

extension HTTPResponse {
    /// Creates a multistatus response.
    static func multistatus(_ content: String, to sent: StubTransport.Sent) -> HTTPResponse {
        let body = """
            <?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav"
            xmlns:cs="http://calendarserver.org/ns/">\(content)</d:multistatus>
            """
        return HTTPResponse(207, body, to: sent)
    }
}

extension CardDAVBook {
    /// Returns the book that the tests with the stub transport use.
    static func stub(
        _ transport: StubTransport, _ capabilities: BookCapabilities = BookCapabilities(),
        credentials: Credentials? = nil, at path: String = "/books/leia/"
    ) throws -> CardDAVBook {
        let url = try #require(WebURL("https://dav.example.org\(path)"))
        let client = HTTPClient(transport: transport, credentials: credentials, permittedOrigins: [url.origin])
        return CardDAVBook(url: url, capabilities: capabilities, client: client)
    }
}

extension CardAddress: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}
