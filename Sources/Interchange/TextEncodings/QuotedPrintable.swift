import Text

/// The quoted-printable encoding of vCard 2.1 (RFC 2045 section 6.7).
enum QuotedPrintable {
    /// Decodes bytes and removes soft line breaks. Invalid escapes remain unchanged.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
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

    /// Returns whether the parameters of a line declare quoted-printable.
    static func isDeclared(in line: ArraySlice<UInt8>) -> Bool {
        line.prefix { $0 != .colon }.containsASCII("QUOTED-PRINTABLE")
    }

    /// Returns whether a line ends with a soft line break and continues on the next line.
    static func isOpen(_ line: ArraySlice<UInt8>) -> Bool {
        line.last { !$0.isBlank } == .equals
    }

    /// Encodes text in lines of at most 76 characters.
    ///
    /// - Parameter column: The column at which the first line starts.
    static func encoded(_ text: String, column: Int) -> String {
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
