import Model

/// A client that sends WebDAV requests and interprets the status of each response.
struct DAVClient: Sendable {
    let http: HTTPClient

    enum Depth: Int, Sendable {
        case resource = 0
        case members = 1
    }

    /// Reads properties of a resource, or of a collection and its members.
    func properties(_ names: [XMLName], at url: WebURL, depth: Depth) async throws -> (Multistatus, WebURL) {
        let body = DAVRequestBody.properties(names)
        let response = try await http.send(request(.propfind, url, body, depth))
        return (try multistatus(in: response, to: .propfind), response.url)
    }

    func report(_ body: [UInt8], at url: WebURL) async throws -> Multistatus {
        try multistatus(in: await http.send(request(.report, url, body, .resource)), to: .report)
    }

    /// Sends a request about one card. Some responses count as failures despite their success status: a multistatus,
    /// which contains failures (RFC 4918 section 9.6.1); status 202, because the write is not yet applied; and a web
    /// page, which can come from a proxy.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await http.send(request)
        guard response.isSuccess, ![202, 207].contains(response.status) else {
            throw problem(of: response, to: request.method)
        }
        if response.isWebPage { throw RemoteProblem.webPage }
        return response
    }

    private func request(_ method: HTTPRequest.Method, _ url: WebURL, _ body: [UInt8], _ depth: Depth) -> HTTPRequest {
        HTTPRequest(
            method, url,
            fields: ["Content-Type": "application/xml; charset=utf-8", "Depth": String(depth.rawValue)], body: body)
    }

    private func multistatus(in response: HTTPResponse, to method: HTTPRequest.Method) throws -> Multistatus {
        guard response.isSuccess else { throw problem(of: response, to: method) }
        guard response.status == 207 else {
            if response.isWebPage { throw RemoteProblem.webPage }
            throw RemoteProblem.invalidResponse(reason: "expected status 207, found \(response.status)")
        }
        return try Multistatus(response.body)
    }

    /// Returns the problem for a response that is not successful. A reason that contains the password or token is
    /// omitted.
    private func problem(of response: HTTPResponse, to method: HTTPRequest.Method) -> RemoteProblem {
        if response.status == 401 { return http.sendsToken ? .tokenRejected : .unauthorized }
        let error = (try? XMLReader.root(of: response.body)).flatMap { $0.name == .error ? $0 : nil }
        let reason = response.reason(in: error).flatMap { http.disclosesSecret($0) ? nil : $0.excerpt }
        if response.status == 507, method == .put { return .storageFull(reason: reason) }
        return RemoteProblem(response, error: error, reason: reason)
    }
}

extension HTTPResponse {
    /// Returns the first line of the reason for a failure, if any: the message or condition of a DAV error (RFC 4918
    /// section 16), or a plain-text body.
    fileprivate func reason(in error: XMLElement?) -> String? {
        let text: String? =
            if let error {
                (error.children.first { ["message", "responsedescription"].contains($0.name.local) }
                    ?? error.children.first).map { $0.trimmedText ?? $0.name.local }
            } else if fields["Content-Type"]?.lowercased().hasPrefix("text/plain") == true {
                String(decoding: body, as: UTF8.self)
            } else {
                nil
            }
        return text?.split(whereSeparator: \.isNewline).map(\.trimmed).first { !$0.isEmpty }
    }
}

extension String {
    /// The reason without its final period, truncated if it is long.
    fileprivate var excerpt: String {
        let limit = 200
        return count > limit ? "\(prefix(limit))…" : hasSuffix(".") ? String(dropLast()) : self
    }
}

extension RemoteProblem {
    fileprivate init(_ response: HTTPResponse, error: XMLElement?, reason: String?) {
        let status = response.status
        if (400..<500).contains(status), let problem = RemoteProblem(error, response, reason: reason) {
            self = problem
            return
        }
        self =
            switch status {
            case 403: .forbidden(status: status, reason: reason)
            case 404, 410: .missing
            case 412: .preconditionFailed
            case 400, 409, 415, 422: .rejected(uidOf: nil, status: status, reason: reason)
            case 413: .tooLarge
            case 423, 429, 503: .busy(seconds: response.retryAfter())
            case 500...: .failed(status: status, reason: reason)
            default: .unexpected(status: status)
            }
    }

    /// Creates the problem for a precondition that failed (RFC 4918 section 16), or returns `nil` if the response names
    /// no known precondition.
    private init?(_ error: XMLElement?, _ response: HTTPResponse, reason: String?) {
        guard let error else { return nil }
        if error[.validSyncToken] != nil {
            self = .invalidToken
        } else if let conflict = error[.uidConflict] {
            let folder = response.url.resolving(".").map(CardLocation.init)
            let other = conflict[.href]?.trimmedText.flatMap { folder?.address(of: $0) }
            self =
                other.map { .rejected(uidOf: $0) } ?? .rejected(uidOf: nil, status: response.status, reason: reason)
        } else if error[.maximumResourceSize] != nil {
            self = .tooLarge
        } else if error[.dav("quota-not-exceeded")] != nil || error[.dav("sufficient-disk-space")] != nil {
            self = .storageFull(reason: reason)
        } else if error[.supportedAddressData] != nil || error[.cardDAV("valid-address-data")] != nil {
            self = .rejected(uidOf: nil, status: response.status, reason: reason)
        } else {
            return nil
        }
    }
}

/// The bodies of WebDAV requests.
enum DAVRequestBody {
    /// Returns a request for properties (RFC 4918 section 9.1).
    static func properties(_ names: [XMLName]) -> [UInt8] {
        document("D:propfind", "<D:prop>\(elements(names))</D:prop>")
    }

    /// Returns a request for the changes since a token, or for all members if the token is empty (RFC 6578 section
    /// 3.2).
    static func changes(since token: String, _ names: [XMLName]) -> [UInt8] {
        document(
            "D:sync-collection",
            """
            <D:sync-token>\(token.xmlEscaped)</D:sync-token><D:sync-level>1</D:sync-level>\
            <D:prop>\(elements(names))</D:prop>
            """)
    }

    /// Returns a request for cards (RFC 6352 section 8.7). A server may convert cards to the requested version, which
    /// is 3.0 by default.
    static func cards(at references: [String], asVersion4: Bool) -> [UInt8] {
        let format = asVersion4 ? #" content-type="text/vcard" version="4.0""# : ""
        return document(
            "C:addressbook-multiget",
            """
            <D:prop><D:getetag/><D:getcontentlength/><C:address-data\(format)/></D:prop>\
            \(references.map { "<D:href>\($0.xmlEscaped)</D:href>" }.joined())
            """)
    }

    private static func elements(_ names: [XMLName]) -> String {
        names.map { #"<\#($0.local) xmlns="\#($0.namespace.xmlEscaped)"/>"# }.joined()
    }

    private static func document(_ name: String, _ content: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <\(name) xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">\(content)</\(name)>

            """.utf8)
    }
}
