/// A property as it stands in a card: `group.NAME;PARAMETER=value:value` (RFC 6350 section 3.3).
struct ContentLine {
    /// More parameters make a line that is kept, but not understood.
    static let maximumParameters = 1_000
    static let maximumName = 100

    let head: LineHead
    /// The entries of the card it takes up: more than one if it is quoted-printable or base64 without folding.
    var entries: Range<Int>
    /// Of the file, from 1.
    let line: Int
    /// The bytes after the colon; a line feed between two entries.
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
    /// Whether it is this word in any case.
    func isWord(_ word: StaticString) -> Bool {
        guard utf8.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in zip(utf8, letters).allSatisfy { $0.uppercased == $1.uppercased } }
    }
}

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
