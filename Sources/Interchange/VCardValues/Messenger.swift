import Text

/// A converter for instant messaging URIs (RFC 4770, RFC 6350 section 6.4.3). The URI scheme names the service.
enum Messenger {
    /// The URI scheme that Apple writes for unknown services.
    static let appleScheme = "x-apple"

    static func parts(of text: String, service: String?) -> (label: String, value: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isScheme(parts[0]) else { return (service?.lowercased() ?? "", text) }
        let scheme = parts[0].lowercased()
        let value = String(percentEncoded: parts[1])
        return (service?.lowercased() ?? (scheme == appleScheme ? "" : scheme), value)
    }

    /// Returns the service of a label or URI scheme in lowercase, and the same name for all names of a service.
    static func service(of label: String) -> String {
        let name = label.lowercased()
        return services[name] ?? name
    }

    private static let services = [
        "xmpp": "jabber", "googletalk": "google talk", "gtalk": "google talk", "ymsgr": "yahoo", "msnim": "msn",
        "gadugadu": "gadu-gadu", "gg": "gadu-gadu", "facebookmessenger": "facebook",
    ]

    static func isScheme(_ text: some StringProtocol) -> Bool {
        text.utf8.first?.isASCIILetter == true
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
    }

    /// Returns the text with percent-encoding for characters that are invalid in URIs.
    static func percentEncoded(_ text: String) -> String {
        text.percentEncoded { 0x21...0x7E ~= $0 && !"%,;\\\"<>^`{|}".utf8.contains($0) }
    }
}
