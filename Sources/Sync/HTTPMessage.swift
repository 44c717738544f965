/// A request to a server.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case put = "PUT"
        case delete = "DELETE"
        case propfind = "PROPFIND"
        case report = "REPORT"

        /// Whether the request can change data on the server.
        public var isWrite: Bool { self == .put || self == .delete }
    }

    public var method: Method
    public var url: WebURL
    public var fields: HTTPFields
    public var body: [UInt8]
    /// The maximum size of the response body in bytes, after decompression.
    public var responseLimit: Int
    /// Whether the response may be compressed. Some servers change the ETag of a compressed response.
    public var acceptsCompression: Bool

    public static let standardResponseLimit = 64 << 20

    public init(
        _ method: Method, _ url: WebURL, fields: HTTPFields = [:], body: [UInt8] = [],
        responseLimit: Int = standardResponseLimit, acceptsCompression: Bool = true
    ) {
        (self.method, self.url, self.fields, self.body) = (method, url, fields, body)
        (self.responseLimit, self.acceptsCompression) = (responseLimit, acceptsCompression)
    }
}

/// The response of a server.
public struct HTTPResponse: Hashable, Sendable {
    public var status: Int
    public var fields: HTTPFields = [:]
    public var body: [UInt8] = []
    /// The URL of the last request, after redirects.
    public var url: WebURL

    public var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether the body is a web page, such as a sign-in form.
    var isWebPage: Bool {
        // Some servers declare the type of a web page without sending a body.
        if body.isEmpty { return false }
        if let type = fields["Content-Type"]?.lowercased(), !type.isEmpty {
            return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml")
        }
        let start = String(decoding: body.prefix(100), as: UTF8.self).lowercased().drop(while: \.isWhitespace)
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }
}

/// The header fields of a request or response. Names are compared without regard to case.
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var fields: [Field] = []

    private struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Adds a field. Control characters in the value become spaces, so that a value cannot contain another field.
    public mutating func append(_ name: String, _ value: String) {
        let scalars = value.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        fields.append(Field(name: name, value: String(String.UnicodeScalarView(scalars))))
    }

    /// Returns the values of all fields with the given name.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    public subscript(_ name: String) -> String? { values(name).first }

    /// The lines of the header.
    public var lines: [String] { fields.map { "\($0.name): \($0.value)" } }
}

/// A transport that sends a request to a server and returns the response, regardless of its status. It does not follow
/// redirects.
public protocol HTTPTransport: Sendable {
    /// - Throws: ``RemoteProblem/disconnected(wasSent:reason:)``, ``RemoteProblem/timedOut(wasSent:)``,
    ///   ``HTTPProblem``, or `CancellationError`.
    func send(_ request: HTTPRequest, as authorization: HTTPAuthorization?) async throws -> HTTPResponse
}
