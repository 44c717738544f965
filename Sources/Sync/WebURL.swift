import Text

/// The server part of a URL. Credentials are sent only to permitted origins.
public struct Origin: Hashable, Sendable {
    /// Whether the connection is encrypted (`https`).
    public let isSecure: Bool
    /// The host name in lowercase, or an IP address. IPv6 addresses have brackets.
    public let host: String
    public let port: Int

    public init(isSecure: Bool, host: String, port: Int? = nil) {
        self.isSecure = isSecure
        self.host = host.lowercased()
        self.port = port ?? Self.standardPort(isSecure: isSecure)
    }

    static func standardPort(isSecure: Bool) -> Int { isSecure ? 443 : 80 }
}

extension Origin: CustomStringConvertible {
    public var description: String {
        let port = port == Self.standardPort(isSecure: isSecure) ? "" : ":\(port)"
        return "\(isSecure ? "https" : "http")://\(host)\(port)"
    }
}

/// An absolute URL with the scheme `https` or `http`, without user information or a fragment (RFC 3986).
public struct WebURL: Hashable, Sendable {
    public let origin: Origin
    /// The percent-encoded path. It begins with a slash. Dot segments are resolved.
    public let path: String
    /// The query without its question mark, if any.
    public let query: String?

    public init(origin: Origin, path: String = "/", query: String? = nil) {
        self.origin = origin
        self.path = Self.normalized(path)
        self.query = query.map { $0.utf8.percentEncoded(Self.isPlainInQuery) }
    }

    /// Creates a URL from text, or returns `nil` if the text is not an absolute HTTP URL.
    public init?(_ text: String) {
        guard let end = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<end.lowerBound].lowercased()
        guard ["http", "https"].contains(scheme) else { return nil }
        let rest = text[end.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { !"/?".contains($0) }
        guard let origin = Origin(authority: authority, isSecure: scheme == "https") else { return nil }
        let (path, query) = Self.split(rest[authority.endIndex...])
        self.init(origin: origin, path: path, query: query)
    }

    /// Returns the URL for a reference that is found at this URL (RFC 3986 section 5.2), or `nil` if it is not an HTTP
    /// URL.
    public func resolving(_ reference: String) -> WebURL? {
        let reference = String(reference.prefix { $0 != "#" })
        let scheme = reference.prefix { $0 != ":" && !"/?".contains($0) }
        if reference[scheme.endIndex...].hasPrefix(":") { return WebURL(reference) }
        if reference.hasPrefix("//") { return WebURL((origin.isSecure ? "https:" : "http:") + reference) }
        let (path, query) = Self.split(reference[...])
        if path.isEmpty { return WebURL(origin: origin, path: self.path, query: query ?? self.query) }
        let folder = path.hasPrefix("/") ? "" : self.path[...(self.path.lastIndex(of: "/") ?? self.path.startIndex)]
        return WebURL(origin: origin, path: folder + path, query: query)
    }

    /// The URL with a path that ends with a slash.
    public var asFolder: WebURL { path.hasSuffix("/") ? self : WebURL(origin: origin, path: path + "/", query: query) }

    // MARK: - Syntax

    private static func split(_ text: Substring) -> (path: String, query: String?) {
        let path = text.prefix { $0 != "?" }
        return (String(path), path.endIndex == text.endIndex ? nil : String(text[path.endIndex...].dropFirst()))
    }

    /// Returns the path without dot segments. Characters that a URL cannot contain are percent-encoded.
    private static func normalized(_ path: String) -> String {
        let segments = path.utf8.percentEncoded(isPlainInPath).split(separator: "/", omittingEmptySubsequences: false)
        var result: [Substring] = []
        for (index, segment) in segments.enumerated().dropFirst(path.hasPrefix("/") ? 1 : 0) {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { result.append("") }
            case "..":
                _ = result.popLast()
                if isLast { result.append("") }
            default: result.append(segment)
            }
        }
        return "/" + result.joined(separator: "/")
    }

    private static func isPlainInPath(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-._~!$&'()*+,;=:@/%".utf8.contains(byte)
    }

    private static func isPlainInQuery(_ byte: UInt8) -> Bool { isPlainInPath(byte) || byte == UInt8(ascii: "?") }
}

extension Origin {
    /// Creates an origin from a host with an optional port. User information is not accepted.
    init?(authority: Substring, isSecure: Bool) {
        let port = authority.reversed().prefix { $0 != ":" && $0 != "]" }
        let hasPort = authority.dropLast(port.count).hasSuffix(":")
        let host = hasPort ? authority.dropLast(port.count + 1) : authority
        let number = Int(String(port.reversed()))
        guard Self.isHost(host), !hasPort || port.isEmpty || (1...65_535).contains(number ?? 0) else { return nil }
        self.init(isSecure: isSecure, host: String(host), port: hasPort ? number : nil)
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") {
            return text.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._".unicodeScalars.contains(scalar)
            }
    }
}

extension WebURL: CustomStringConvertible {
    public var description: String { "\(origin)\(path)\(query.map { "?\($0)" } ?? "")" }
}
