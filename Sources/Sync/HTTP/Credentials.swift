/// A password or token. It is never printed.
public struct Secret: Sendable {
    let text: String

    public init(_ text: String) { self.text = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The credentials of a user on a server.
public enum Credentials: Sendable {
    case password(user: String, Secret)
    /// A bearer token (RFC 6750).
    case token(Secret)
}

/// The credentials of one request, with their scheme.
public struct HTTPAuthorization: Sendable {
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        // From the strongest to the weakest.
        case digest, basic, bearer
    }

    public let scheme: Scheme
    public let credentials: Credentials
}

extension HTTPResponse {
    /// The authentication schemes that the server offers (RFC 9110 section 11.6.1).
    var offeredSchemes: Set<HTTPAuthorization.Scheme> {
        let words = fields.values("WWW-Authenticate").flatMap { value in
            value.split(separator: ",").compactMap { $0.split(separator: " ").first?.lowercased() }
        }
        return Set(words.compactMap(HTTPAuthorization.Scheme.init))
    }
}
