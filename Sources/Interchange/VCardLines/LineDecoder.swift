/// A decoder of property values in any encoding.
struct LineDecoder {
    let bytes: [UInt8]

    /// Returns the value of a line in UTF-8, with its escapes unchanged.
    func value(of line: ContentLine) throws(UndecodableValue) -> ArraySlice<UInt8> {
        let value = try transferred(line)
        if value.isASCII {
            let charset = line.head.charset.map(Charset.init(parameter:)).flatMap { $0.isSevenBit ? $0 : nil }
            let decoded = (charset ?? Charset.escaped(value))?.decoded(value)
            if let name = line.head.charset, charset != nil, decoded == nil { throw .malformed(charset: name) }
            return decoded.map { $0[...] } ?? value
        }
        let isUTF8 = String(validating: value, as: UTF8.self) != nil
        if let name = line.head.charset {
            let charset = Charset(parameter: name)
            // Some programs declare another encoding but write UTF-8, which Western text in one byte per character never is.
            if charset != .utf8, !(charset == .windows1252 && isUTF8) {
                if let decoded = charset.decoded(value) { return decoded[...] }
                throw charset.isKnown ? .malformed(charset: name) : .unknown(charset: name)
            }
        }
        if isUTF8 { return value }
        guard let decoded = Charset.guess(value).decoded(value) ?? Charset.latin1.decoded(value) else {
            throw .malformed(charset: Charset.latin1.name)
        }
        return decoded[...]
    }

    /// Returns whether a value is not UTF-8 although its line declares it.
    func contradictsUTF8(_ line: ContentLine) -> Bool {
        guard let name = line.head.charset, Charset(parameter: name) == .utf8, let value = try? transferred(line) else {
            return false
        }
        return String(validating: value, as: UTF8.self) == nil
    }

    /// Returns the bytes of a value without quoted-printable, and without base64 if the value is text.
    private func transferred(_ line: ContentLine) throws(UndecodableValue) -> ArraySlice<UInt8> {
        let head = line.head
        if head.isQuotedPrintable { return QuotedPrintable.decoded(bytes[line.value])[...] }
        guard head.isBase64, let meaning = head.meaning, ![.photo, .sound].contains(meaning) else {
            return bytes[line.value]
        }
        guard let decoded = Base64.decoded(bytes[line.value]) else { throw .malformed(charset: "base64") }
        return decoded[...]
    }
}

/// A reason why a value cannot be decoded.
enum UndecodableValue: Error {
    case unknown(charset: String)
    /// A value with bytes that are invalid in its encoding.
    case malformed(charset: String)
}
