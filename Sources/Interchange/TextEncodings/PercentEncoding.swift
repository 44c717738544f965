import Text

extension UInt8 {
    var hexDigits: [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(self >> 4)], digits[Int(self & 15)]]
    }
}

extension String {
    /// Returns the text percent-encoded (RFC 3986 section 2.1), except for bytes that the closure accepts.
    func percentEncoded(_ isPlain: (UInt8) -> Bool) -> String {
        String(decoding: utf8.flatMap { isPlain($0) ? [$0] : [UInt8(ascii: "%")] + $0.hexDigits }, as: UTF8.self)
    }

    /// Returns the text percent-encoded, except for ASCII letters, digits, and the given characters.
    func percentEncoded(keeping others: String) -> String {
        percentEncoded { $0.isASCIIAlphanumeric || others.utf8.contains($0) }
    }

    /// Creates a string by percent-decoding. If the result is not UTF-8, the text remains unchanged.
    init(percentEncoded text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "%")) else {
            self = String(text)
            return
        }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
                let low = bytes[index + 2].hexValue
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        self = String(validating: result, as: UTF8.self) ?? String(text)
    }
}
