/// Turns the value of a line into UTF-8, whatever it is encoded in.
struct LineDecoder {
    let bytes: [UInt8]

    /// The value without quoted-printable and in UTF-8, escapes still in it.
    func value(of line: ContentLine) throws(UndecodableValue) -> ArraySlice<UInt8> {
        let head = line.head
        let value = head.isQuotedPrintable ? QuotedPrintable.decoded(bytes[line.value])[...] : bytes[line.value]
        if value.isASCII { return value }
        if let name = head.charset {
            let charset = Charset(parameter: name)
            // Some write UTF-8 whatever they say.
            if charset != .utf8 {
                guard let decoded = charset.decoded(value) else { throw UndecodableValue(in: charset, name) }
                return decoded[...]
            }
        }
        if String(validating: value, as: UTF8.self) != nil { return value }
        guard let decoded = Charset.guess(value).decoded(value) ?? Charset.latin1.decoded(value) else {
            throw .malformed(charset: Charset.latin1.name)
        }
        return decoded[...]
    }
}

/// Why a value cannot be read as text.
enum UndecodableValue: Error {
    case unknown(charset: String)
    /// The encoding is known, and the bytes are none of its texts.
    case malformed(charset: String)

    fileprivate init(in charset: Charset, _ name: String) {
        self = charset.isKnown ? .malformed(charset: name) : .unknown(charset: name)
    }
}
