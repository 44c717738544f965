import Text

extension String {
    /// Whether the text starts with a URI scheme (RFC 3986 section 3.1).
    var isAddress: Bool { firstIndex(of: ":").map { Messenger.isScheme(self[..<$0]) } ?? false }

    /// Whether the text has the syntax of a URI (RFC 3986): a scheme and only characters that are valid in URIs.
    var isURI: Bool {
        guard isAddress else { return false }
        return utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains($0) }
    }

    /// The text, prefixed with `urn:uuid:` if it is a UUID.
    var withUUIDScheme: String {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        let isUUID =
            parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.utf8.allSatisfy { $0.hexValue != nil } }
        return isUUID ? "urn:uuid:" + self : self
    }
}
