import Text

/// The base64 encoding (RFC 4648 section 4).
package enum Base64 {
    /// Decodes base64, ignoring spaces, tabs, and line feeds. Returns `nil` if the bytes are not valid base64.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var isPadded = false
        for byte in bytes {
            if byte == .equals {
                isPadded = true
                continue
            }
            if byte.isBlank || byte == .lineFeed { continue }
            let value = values[Int(byte)]
            guard value < 64, !isPadded else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count == 4 {
                result.append(UInt8(truncatingIfNeeded: bits >> 16))
                result.append(UInt8(truncatingIfNeeded: bits >> 8))
                result.append(UInt8(truncatingIfNeeded: bits))
                (bits, count) = (0, 0)
            }
        }
        if count == 3 { result.append(UInt8(truncatingIfNeeded: bits >> 10)) }
        if count == 2 { result.append(UInt8(truncatingIfNeeded: bits >> 4)) }
        if count == 3 { result.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return count == 1 ? nil : result
    }

    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let rest = bytes.count - start
            let bits =
                UInt32(bytes[start]) << 16 | (rest > 1 ? UInt32(bytes[start + 1]) << 8 : 0)
                | (rest > 2 ? UInt32(bytes[start + 2]) : 0)
            result.append(alphabet[Int(bits >> 18)])
            result.append(alphabet[Int(bits >> 12 & 63)])
            result.append(rest > 1 ? alphabet[Int(bits >> 6 & 63)] : .equals)
            result.append(rest > 2 ? alphabet[Int(bits & 63)] : .equals)
        }
        return result
    }

    /// Returns whether a line can continue base64: it contains only base64 characters and blanks.
    static func isContinuation(_ line: ArraySlice<UInt8>) -> Bool {
        !line.isEmpty && line.allSatisfy { values[Int($0)] < 64 || $0 == .equals || $0.isBlank }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
}
