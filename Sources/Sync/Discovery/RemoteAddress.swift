/// An address that a user enters for a server: a URL, a host, or an email address.
public struct RemoteAddress: Hashable, Sendable {
    /// The URL that the user has entered, or the root of the host.
    public let url: WebURL
    /// The user name, if the address is an email address.
    public let user: String?
    /// Whether the user has entered only a domain, so that its service records name the server.
    let isDomain: Bool

    /// The server that may receive the credentials without a prompt, if its connection is encrypted.
    public var permittedOrigins: Set<Origin> { url.origin.isSecure ? [url.origin] : [] }

    /// Creates an address from text, or returns `nil` if it is not an address of a server.
    public init?(_ text: String) {
        if text.contains("://") {
            guard let url = WebURL(text) else { return nil }
            (self.url, user, isDomain) = (url, nil, false)
        } else {
            let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard let url = WebURL("https://" + parts[parts.count - 1]), parts[0] != "" else { return nil }
            self.url = url
            user = parts.count == 2 ? "\(parts[0])@\(parts[1].prefix { !":/?#".contains($0) })" : nil
            isDomain = url.path == "/" && url.origin.port == Origin.standardPort(isSecure: true)
        }
    }
}
