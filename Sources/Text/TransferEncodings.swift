/// The base64 encoding (RFC 4648 section 4).
public enum Base64 {
    /// Decodes base64, ignoring spaces, tabs, and line feeds. Returns `nil` if the bytes are not valid base64.
    public static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
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

    public static func encoded(_ bytes: [UInt8]) -> [UInt8] {
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

    /// Returns whether a line can continue base64: it contains only base64 characters and whitespace.
    public static func isContinuation(_ line: ArraySlice<UInt8>) -> Bool {
        !line.isEmpty && line.allSatisfy { values[Int($0)] < 64 || $0 == .equals || $0.isBlank }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
}

/// The quoted-printable encoding (RFC 2045 section 6.7), as in vCard 2.1 and in the headers of email messages.
public enum QuotedPrintable {
    /// Decodes bytes and removes soft line breaks. Invalid escapes remain unchanged.
    public static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte == .equals else {
                result.append(byte)
                continue
            }
            if index + 1 < bytes.endIndex, let high = bytes[index].hexValue, let low = bytes[index + 1].hexValue {
                result.append(high << 4 | low)
                index += 2
            } else if let next = afterSoftBreak(bytes, from: index) {
                index = next
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func afterSoftBreak(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.endIndex, bytes[index].isBlank { index += 1 }
        if index == bytes.endIndex { return index }
        return bytes[index] == .lineFeed ? index + 1 : nil
    }

    /// Returns whether a line ends with a soft line break and continues on the next line.
    public static func isOpen(_ line: ArraySlice<UInt8>) -> Bool {
        line.last { !$0.isBlank } == .equals
    }

    /// Encodes text in lines of at most 76 characters.
    ///
    /// - Parameter column: The column at which the first line starts.
    public static func encoded(_ text: String, column: Int) -> String {
        var result: [UInt8] = []
        var width = column
        for byte in text.utf8 {
            let isPlain = 0x21...0x7E ~= byte && byte != .equals || byte == 0x20
            let piece =
                byte == .lineFeed
                ? Array("=0D=0A".utf8) : isPlain ? [byte] : [.equals] + byte.hexDigits
            if width + piece.count > 75 {
                result += [.equals, .lineFeed]
                width = 0
            }
            // A line must not look like a folded line, BEGIN, or END.
            let isUnsafe = width == 0 && ([0x20, 0x42, 0x45, 0x62, 0x65].contains(byte))
            let safe = isUnsafe ? [.equals] + byte.hexDigits : piece
            result += safe
            width += safe.count
        }
        if result.last == 0x20 { result.replaceSubrange((result.count - 1)..., with: "=20".utf8) }
        return String(decoding: result, as: UTF8.self)
    }
}
