extension UInt8 {
    public var hexDigits: [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(self >> 4)], digits[Int(self & 15)]]
    }
}

extension Sequence<UInt8> {
    /// Returns the bytes percent-encoded (RFC 3986 section 2.1), except for bytes that the closure accepts.
    public func percentEncoded(_ isPlain: (UInt8) -> Bool) -> String {
        String(decoding: flatMap { isPlain($0) ? [$0] : [UInt8(ascii: "%")] + $0.hexDigits }, as: UTF8.self)
    }

    /// Returns the bytes percent-encoded, except for ASCII letters, digits, and the given characters.
    public func percentEncoded(keeping others: String) -> String {
        percentEncoded { $0.isASCIIAlphanumeric || others.utf8.contains($0) }
    }
}

extension StringProtocol {
    /// The percent-decoded bytes of the text.
    public var percentDecodedBytes: [UInt8] {
        let parts = Array(utf8).split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        let decoded = parts.dropFirst().flatMap { part in
            let digits = part.prefix(2).compactMap(\.hexValue)
            return digits.count == 2 ? [digits[0] << 4 | digits[1]] + part.dropFirst(2) : [UInt8(ascii: "%")] + part
        }
        return parts[0] + decoded
    }
}

extension String {
    /// Returns the text percent-encoded, except for bytes that the closure accepts.
    public func percentEncoded(_ isPlain: (UInt8) -> Bool) -> String { utf8.percentEncoded(isPlain) }

    /// Returns the text percent-encoded, except for ASCII letters, digits, and the given characters.
    public func percentEncoded(keeping others: String) -> String { utf8.percentEncoded(keeping: others) }

    /// Creates a string by percent-decoding text. If the result is not UTF-8, the text remains unchanged.
    public init(percentEncoded text: some StringProtocol) {
        self = String(validating: text.percentDecodedBytes, as: UTF8.self) ?? String(text)
    }
}
