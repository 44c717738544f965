import Testing

@testable import Sync

@Suite("Limits and whitespace in server responses")
struct ServerLimitTests {
    private static let url = WebURL("https://dav.example.org/0")

    @Test("At most five redirects are followed", arguments: [(4, true), (5, true), (6, false)])
    func redirects(count: Int, isFollowed: Bool) async throws {
        let transport = StubTransport { sent in
            let number = Int(sent.request.url.path.dropFirst()) ?? 0
            return number == count
                ? HTTPResponse(200, to: sent) : HTTPResponse(302, to: sent, fields: ["Location": "/\(number + 1)"])
        }
        let request = HTTPRequest(.get, try #require(Self.url))
        let response = try? await HTTPClient(transport: transport).send(request)
        #expect(response?.status == (isFollowed ? 200 : nil))
        #expect(transport.sent.count == min(count, 5) + 1)
    }

    @Test("Elements nested more than 64 levels deep are rejected", arguments: [(63, true), (64, true), (65, false)])
    func depth(count: Int, isRead: Bool) {
        let text = String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        #expect(((try? XMLReader.root(of: Array(text.utf8))) != nil) == isRead)
    }

    @Test(
        "Only a positive maximum size limits the size of cards",
        arguments: [("1", 1), (" \n 102400\t", 102_400), ("0", nil), ("-1", nil), ("1e6", nil), ("", nil)]
            as [(String, Int?)])
    func maximumSize(text: String, size: Int?) throws {
        let element = "<max-resource-size xmlns=\"urn:ietf:params:xml:ns:carddav\">\(text)</max-resource-size>"
        #expect(BookCapabilities(try response("\n/a/ ", element)).maximumSize == size)
    }

    @Test(
        "Whitespace around references, statuses, tags, and types is ignored",
        arguments: ["", " ", "\n\t", "\r\n  "])
    func blanks(blank: String) throws {
        let properties = """
            <getetag>\(blank)"1"\(blank)</getetag><getcontenttype>\(blank)TEXT/VCARD\(blank)</getcontenttype>
            """
        let response = try response("\(blank)/a/b\(blank)", properties, status: "\(blank)HTTP/1.1 200 OK\(blank)")
        #expect(response.reference == "/a/b" && response.tag == ETag(rawValue: "\"1\"") && response.isCard)
        #expect(try self.response("/a", properties, status: "\(blank)HTTP/1.1 299 Yes\(blank)").tag != nil)
        #expect(try self.response("/a", properties, status: "\(blank)HTTP/1.1 300 No\(blank)").tag == nil)
        #expect(try self.response("/a", properties, status: "\(blank)HTTP/1.1 199 No\(blank)").tag == nil)
    }

    @Test(
        "Only a file with a vCard type or without a type is a card",
        arguments: [
            ("text/vcard; charset=utf-8", true), ("text/x-vcard", true), ("Text/Directory", true), ("", true),
            ("text/calendar", false), ("httpd/unix-directory", false),
        ])
    func types(type: String, isCard: Bool) throws {
        #expect(try response("/a/b", "<getcontenttype>\(type)</getcontenttype>").isCard == isCard)
        #expect(try !response("/a/", "<getcontenttype>\(type)</getcontenttype>").isCard)
        let folder = "<resourcetype><collection/></resourcetype>"
        #expect(try !response("/a/b", "<getcontenttype>\(type)</getcontenttype>\(folder)").isCard)
    }

    private func response(
        _ reference: String, _ properties: String, status: String = "HTTP/1.1 200 OK"
    ) throws -> DAVResponse {
        let text = """
            <multistatus xmlns="DAV:"><response><href>\(reference)</href><propstat><prop>\(properties)</prop>
            <status>\(status)</status></propstat></response></multistatus>
            """
        return try #require(try Multistatus(Array(text.utf8)).responses.first)
    }
}
