import Model
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
    var withUUIDScheme: String { CardUID.isUUID(self) ? "urn:uuid:" + self : self }
}

extension Messenger {
    /// Returns the address in a property.
    ///
    /// - Parameters:
    ///   - text: The value of the property.
    ///   - service: The service that the name of the property states, as in `X-JABBER`, or an empty string.
    static func address(in text: String, of line: ContentLine, service: String) -> Labeled<String> {
        if !service.isEmpty { return withoutScheme(Labeled(service, text)) }
        let parts = parts(of: text, service: line.parameter("X-SERVICE-TYPE"))
        return Labeled(parts.label, parts.value)
    }

    /// Returns the address with a label that is the same for all names of its service.
    static func identity(of address: Labeled<String>) -> Labeled<String> {
        Labeled(service(of: address.label), address.value)
    }

    /// Returns the text with percent-encoding for characters that are invalid in URIs.
    static func percentEncoded(_ text: String) -> String {
        text.utf8.percentEncoded { 0x21...0x7E ~= $0 && !"%,;\\\"<>^`{|}".utf8.contains($0) }
    }
}

/// A converter of geographic positions: `geo:1.5,2.5` in vCard 4.0, `1.5;2.5` in 3.0, and `1.5,2.5` in 2.1.
enum GeoPosition {
    /// Converts a position, and omits its altitude and parameters (RFC 5870). Other values remain unchanged.
    static func value(_ text: String, in version: CardVersion) -> (text: String, isWhole: Bool) {
        guard let position = GeographicPosition(text) else { return (text, true) }
        let value =
            switch version {
            case .v21: position.description
            case .v30: position.description.replacing(",", with: ";")
            case .v40: "geo:\(position)"
            }
        return (value, text.count { $0 == "," || $0 == ";" } < 2)
    }
}

/// A parser of data URIs (RFC 2397), such as `data:image/jpeg;base64,…`.
enum DataURI {
    /// Returns the base64 content, or `nil` if the value is not a data URI with base64. Backslashes before the
    /// separators are ignored.
    static func base64(of value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let value = value.withoutBlanks
        guard value.beginsASCII("data:"), let comma = value.prefix(200).firstIndex(of: .comma) else { return nil }
        let header = value[..<comma].filter { $0 != .backslash }
        return header[...].withoutBlanks.suffix(7).isASCII(";base64") ? value[(comma + 1)...] : nil
    }

    static func mediaType(of value: ArraySlice<UInt8>) -> String? {
        guard base64(of: value) != nil else { return nil }
        let type = value.withoutBlanks.dropFirst(5).prefix { $0 != .semicolon && $0 != .comma && $0 != .backslash }
        return type.isEmpty ? nil : CardText.text(of: type).lowercased()
    }
}
