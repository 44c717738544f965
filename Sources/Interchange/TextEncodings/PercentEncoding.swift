extension String {
    /// The text with `%41` for each byte of its UTF-8 that is not plain (RFC 3986 section 2.1).
    func percentEncoded(_ isPlain: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = utf8.flatMap { byte in
            isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text behind the percent signs; as it is where that is not UTF-8.
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
