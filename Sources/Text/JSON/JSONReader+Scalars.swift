/// Strings and numbers.
extension JSONReader {
    mutating func string() throws(JSONError) -> String {
        let start = position
        var content: [UInt8] = []
        position += 1
        while true {
            guard let byte = peek() else { throw error(.unexpectedEnd) }
            guard byte >= 0x20 else { throw error(.controlCharacter) }
            if byte == .backslash {
                content.append(contentsOf: String(try escape()).utf8)
                continue
            }
            position += 1
            if byte == .quote { break }
            content.append(byte)
        }
        guard let text = String(validating: content, as: UTF8.self) else { throw error(.invalidUTF8, at: start) }
        return text
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard position + 1 < bytes.count else { throw error(.unexpectedEnd) }
        let simple: Unicode.Scalar? =
            switch bytes[position + 1] {
            case UInt8(ascii: "n"): "\n"
            case UInt8(ascii: "t"): "\t"
            case UInt8(ascii: "r"): "\r"
            case UInt8(ascii: "b"): "\u{8}"
            case UInt8(ascii: "f"): "\u{C}"
            case .quote: "\""
            case .backslash: "\\"
            case UInt8(ascii: "/"): "/"
            default: nil
            }
        if let simple {
            position += 2
            return simple
        }
        return try unicodeEscape()
    }

    /// `\u00e9`, or the two halves of a surrogate pair.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        var units = [try codeUnit()]
        if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: "\\u".utf8) {
            units.append(try codeUnit())
        }
        guard let text = String(validating: units, as: UTF16.self), let scalar = text.unicodeScalars.first else {
            throw error(.loneSurrogate, at: start)
        }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        let digits = bytes[position...].dropFirst(2).prefix(4)
        guard bytes[position + 1] == UInt8(ascii: "u"), digits.count == 4, !digits.contains(UInt8(ascii: "+")),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error(.invalidEscape) }
        position += 6
        return unit
    }

    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = skipSign(UInt8(ascii: "-"))
        let isZero = peek() == UInt8(ascii: "0")
        let wholeDigits = skipDigits()
        guard wholeDigits == 1 || (wholeDigits > 1 && !isZero) else { throw error(.invalidNumber) }

        var isWhole = true
        if skipSign(UInt8(ascii: ".")) {
            isWhole = false
            guard skipDigits() > 0 else { throw error(.invalidNumber) }
        }
        if skipSign(UInt8(ascii: "e")) || skipSign(UInt8(ascii: "E")) {
            isWhole = false
            _ = skipSign(UInt8(ascii: "+")) || skipSign(UInt8(ascii: "-"))
            guard skipDigits() > 0 else { throw error(.invalidNumber) }
        }

        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if keepsDigits { return .string(text) }
        if isWhole, text != "-0", let integer = Int(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { throw error(.numberTooLarge) }
        return .number(double)
    }

    private mutating func skipSign(_ sign: UInt8) -> Bool {
        guard peek() == sign else { return false }
        position += 1
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        return position - start
    }
}
