/// A property line: `group.NAME;PARAMETER=value:value` (RFC 6350 section 3.3).
struct ContentLine {
    /// The maximum number of parameters of an interpreted line. Lines with more parameters are kept but not
    /// interpreted.
    static let maximumParameters = 1_000
    static let maximumName = 100

    let head: LineHead
    /// The range of card entries that belong to the property. Quoted-printable and base64 values can have several.
    var entries: Range<Int>
    let line: Int
    /// The range of bytes after the colon, with a line feed between entries.
    var value: Range<Int>

    var group: String { head.group }
    var name: String { head.name }
    var parameters: [CardParameter] { head.parameters }
    var isQuotedPrintable: Bool { head.isQuotedPrintable }
    var isBase64: Bool { head.isBase64 }

    func parameter(_ name: String) -> String? {
        head.parameters.first { $0.name == name }?.value
    }
}

extension String {
    /// Returns whether the string equals an ASCII word, ignoring case.
    func isWord(_ word: StaticString) -> Bool {
        guard utf8.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in zip(utf8, letters).allSatisfy { $0.uppercased == $1.uppercased } }
    }
}

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
