import Text

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
