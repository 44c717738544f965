import Synchronization
import TestSupport

@testable import Sync

/// A CardDAV server in memory that lists all cards each time. Its path is that of
/// ``Sync/CardDAVBook/stub(_:_:credentials:at:)``.
final class ScriptedAddressBook: Sendable {
    static let path = "/books/leia/"

    fileprivate struct State {
        var cards: [String: (tag: Int, text: [UInt8])] = [:]
        var lastTag = 0
        var hidden: Set<String> = []
        var lines: [String] = []
    }

    private let state = Mutex(State())
    private let returnsTags: Bool
    private let storedName: @Sendable (String) -> String

    /// Creates a server.
    /// - Parameter storedName: A closure that returns the name under which the server stores a new card.
    init(returnsTags: Bool = true, storedName: @escaping @Sendable (String) -> String = { $0 }) {
        (self.returnsTags, self.storedName) = (returnsTags, storedName)
    }

    var names: [String] { state.withLock { $0.cards.keys.sorted() } }
    /// The methods and names of the requests since the last reset.
    var lines: [String] {
        get { state.withLock { $0.lines } }
        set { state.withLock { $0.lines = newValue } }
    }
    /// The cards that are listed but not found.
    var hidden: Set<String> {
        get { state.withLock { $0.hidden } }
        set { state.withLock { $0.hidden = newValue } }
    }

    func text(_ name: String) -> String? {
        state.withLock { state in state.cards[name].map { String(decoding: $0.text, as: UTF8.self) } }
    }

    func write(_ card: TestCard, at name: String) { state.withLock { $0.store(card.text, at: name) } }

    // MARK: - Requests

    func response(to request: HTTPRequest) -> HTTPResponse {
        state.withLock { state in
            let name = String(request.url.path.dropFirst(Self.path.count))
            state.lines.append("\(request.method.rawValue) \(name)")
            let card = state.hidden.contains(name) ? nil : state.cards[name]
            switch request.method {
            case .propfind:
                let cards = request.fields["Depth"] == "0" ? [] : state.cards.keys.sorted()
                return multistatus([Self.collection] + cards.map { state.listed($0) }, request)
            case .report: return multistatus(Self.references(in: request).map { state.element($0) }, request)
            case .get:
                guard let card else { return HTTPResponse(status: 404, url: request.url) }
                let fields: HTTPFields = ["ETag": "\"\(card.tag)\"", "Content-Type": "text/vcard"]
                return HTTPResponse(status: 200, fields: fields, body: card.text, url: request.url)
            case .put:
                guard request.isPermitted(card?.tag) else { return HTTPResponse(status: 412, url: request.url) }
                state.store(request.body, at: card == nil ? storedName(name) : name)
                let fields: HTTPFields = returnsTags ? ["ETag": "\"\(state.lastTag)\""] : [:]
                return HTTPResponse(status: card == nil ? 201 : 204, fields: fields, url: request.url)
            case .delete:
                guard let card else { return HTTPResponse(status: 404, url: request.url) }
                guard request.isPermitted(card.tag) else { return HTTPResponse(status: 412, url: request.url) }
                state.cards[name] = nil
                return HTTPResponse(status: 204, url: request.url)
            }
        }
    }

    private static let collection = """
        <response><href>\(path)</href><propstat><prop><resourcetype><collection/></resourcetype></prop>\
        <status>HTTP/1.1 200 OK</status></propstat></response>
        """

    private static func references(in request: HTTPRequest) -> [String] {
        String(decoding: request.body, as: UTF8.self).matches(of: /<D:href>(.*?)<\/D:href>/).map {
            String($0.output.1.dropFirst(path.count))
        }
    }

    private func multistatus(_ responses: [String], _ request: HTTPRequest) -> HTTPResponse {
        let body = #"<multistatus xmlns="DAV:">\#(responses.joined())</multistatus>"#
        return HTTPResponse(
            status: 207, fields: ["Content-Type": "application/xml"], body: Array(body.utf8), url: request.url)
    }
}

extension ScriptedAddressBook.State {
    fileprivate mutating func store(_ text: [UInt8], at name: String) {
        lastTag += 1
        cards[name] = (lastTag, text)
    }

    fileprivate func listed(_ name: String) -> String { Self.element(name, "", tag: cards[name]?.tag ?? 0) }

    /// Returns the `response` element for a card.
    fileprivate func element(_ name: String) -> String {
        guard let card = cards[name], !hidden.contains(name) else {
            return """
                <response><href>\(ScriptedAddressBook.path)\(name)</href><status>HTTP/1.1 404 Not Found</status></response>
                """
        }
        let text = String(decoding: card.text, as: UTF8.self).xmlEscaped
        let data = #"<address-data xmlns="urn:ietf:params:xml:ns:carddav">\#(text)</address-data>"#
        return Self.element(name, data, tag: card.tag)
    }

    private static func element(_ name: String, _ properties: String, tag: Int) -> String {
        """
        <response><href>\(ScriptedAddressBook.path)\(name)</href><propstat><prop>\(properties)\
        <getetag>"\(tag)"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>
        """
    }
}

extension HTTPRequest {
    /// Returns whether the preconditions are met by a card with this tag, or by a missing card if the tag is `nil`.
    fileprivate func isPermitted(_ tag: Int?) -> Bool {
        if fields["If-None-Match"] == "*" { return tag == nil }
        return fields["If-Match"] == tag.map { "\"\($0)\"" }
    }
}

extension ScriptedServer.Request {
    /// The request as a client sends it, or `nil` if it is invalid.
    var http: HTTPRequest? {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 2, let method = HTTPRequest.Method(rawValue: words[0]),
            let url = WebURL("http://127.0.0.1\(words[1])")
        else { return nil }
        var request = HTTPRequest(method, url, body: body)
        for (name, value) in fields { request.fields.append(name, value) }
        return request
    }
}

extension HTTPResponse {
    /// The bytes of the response on a connection.
    var bytes: [UInt8] {
        let head = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)"] + fields.lines
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
