/// A decoder of property values in any encoding.
struct LineDecoder {
    let bytes: [UInt8]

    /// Returns the value of a line in UTF-8, with its escapes unchanged.
    func value(of line: ContentLine) throws(UndecodableValue) -> ArraySlice<UInt8> {
        let head = line.head
        let value = head.isQuotedPrintable ? QuotedPrintable.decoded(bytes[line.value])[...] : bytes[line.value]
        if value.isASCII { return value }
        if let name = head.charset {
            let charset = Charset(parameter: name)
            // Some programs declare UTF-8 but write another encoding.
            if charset != .utf8 {
                if let decoded = charset.decoded(value) { return decoded[...] }
                throw charset.isKnown ? .malformed(charset: name) : .unknown(charset: name)
            }
        }
        if String(validating: value, as: UTF8.self) != nil { return value }
        guard let decoded = Charset.guess(value).decoded(value) ?? Charset.latin1.decoded(value) else {
            throw .malformed(charset: Charset.latin1.name)
        }
        return decoded[...]
    }
}

/// A reason why a value cannot be decoded.
enum UndecodableValue: Error {
    case unknown(charset: String)
    /// A value with bytes that are invalid in its encoding.
    case malformed(charset: String)
}
