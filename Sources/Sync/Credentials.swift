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
        // The schemes for passwords, the stronger one first, and the scheme for tokens.
        case digest, basic, bearer
    }

    public let scheme: Scheme
    public let credentials: Credentials
}

extension HTTPResponse {
    /// The authentication schemes that the server offers (RFC 9110 section 11.6.1).
    var offeredSchemes: Set<HTTPAuthorization.Scheme> {
        let elements = fields.values("WWW-Authenticate").flatMap(\.listElements)
        return Set(elements.compactMap(\.authenticationScheme).compactMap(HTTPAuthorization.Scheme.init))
    }
}

extension String {
    /// The elements of a list in a header field. A quoted string can contain commas (RFC 9110 sections 5.6.1 and
    /// 5.6.4).
    fileprivate var listElements: [Substring] {
        var (isQuoted, isEscaped) = (false, false)
        return split { character in
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            return !isQuoted && character == ","
        }
    }
}

extension Substring {
    /// The scheme of a challenge, or `nil` if the element is another parameter of the preceding challenge.
    fileprivate var authenticationScheme: String? {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let word = drop(while: isBlank).prefix { !isBlank($0) && $0 != "=" }
        let isParameter = self[word.endIndex...].drop(while: isBlank).hasPrefix("=")
        return isParameter ? nil : word.lowercased()
    }
}
