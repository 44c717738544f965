import TestSupport
import Testing

@testable import Sync

extension CardDAVBook {
    /// Creates the book of a server for tests.
    init(_ server: CardDAVServer, _ transport: any HTTPTransport = CurlTransport()) throws {
        let url = try #require(WebURL(server.bookURL))
        let client = HTTPClient(
            transport: transport, credentials: .password(user: CardDAVServer.user, Secret(CardDAVServer.password)),
            permittedOrigins: [url.origin])
        self.init(url: url, capabilities: BookCapabilities(), client: client)
    }

    /// Writes a card without a precondition.
    func overwrite(_ card: TestCard, at address: CardAddress) async throws {
        let request = HTTPRequest(
            .put, location.url(of: address), fields: ["Content-Type": "text/vcard"], body: card.text)
        _ = try await dav.send(request)
    }
}
