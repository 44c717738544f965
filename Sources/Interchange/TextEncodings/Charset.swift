import Glibc
import Text

/// A text encoding that the C library can decode with `iconv`.
struct Charset: Hashable {
    let name: String

    static let utf8 = Charset(name: "UTF-8")
    static let windows1252 = Charset(name: "WINDOWS-1252")
    static let macRoman = Charset(name: "MACINTOSH")
    static let shiftJIS = Charset(name: "CP932")
    /// A superset of ISO-2022-JP.
    static let iso2022JP = Charset(name: "ISO-2022-JP-3")
    /// The encoding of RFC 1843, which the C library lacks.
    static let hz = Charset(name: "HZ")
    /// An encoding that can decode any bytes.
    static let latin1 = Charset(name: "ISO-8859-1")

    init(name: String) { self.name = name }

    init(parameter: String) {
        switch parameter.uppercased() {
        case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "X-SJIS", "MS_KANJI", "WINDOWS-31J", "CP932": self = .shiftJIS
        case "UTF8", "UTF-8": self = .utf8
        case "ISO-2022-JP", "CSISO2022JP", "ISO2022JP": self = .iso2022JP
        case "CSISO2022KR", "ISO2022KR": self.init(name: "ISO-2022-KR")
        case "HZ", "HZ-GB-2312": self = .hz
        case "UTF7", "UNICODE-1-1-UTF-7", "X-UNICODE-2-0-UTF-7": self.init(name: "UTF-7")
        // Text declared as GB 2312 often contains characters of its successors.
        case "GB2312", "GB_2312-80", "GBK", "X-GBK": self.init(name: "GB18030")
        // Text declared as ASCII or Latin-1 often contains Windows quotes and dashes.
        case "ISO-8859-1", "ISO_8859-1", "ISO8859-1", "LATIN1", "US-ASCII", "ASCII", "CP1252", "ANSI":
            self = .windows1252
        case let other: self.init(name: other)
        }
    }

    /// Converts bytes to UTF-8, or returns `nil` if the encoding is unknown or the bytes are invalid.
    func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        if self == .utf8 { return String(validating: bytes, as: UTF8.self).map { Array($0.utf8) } }
        if self == .hz { return Self.eightBit(fromHZ: bytes).flatMap { Charset(name: "GB18030").decoded($0[...]) } }
        guard let converter else { return nil }
        defer { iconv_close(converter) }

        var source = bytes.map { CChar(bitPattern: $0) }
        var result: [UInt8] = []
        let isWhole = source.withUnsafeMutableBufferPointer { source in
            var input = source.baseAddress
            var inputCount = source.count
            var buffer = [CChar](repeating: 0, count: 4 * max(bytes.count, 16))
            return buffer.withUnsafeMutableBufferPointer { buffer in
                var output = buffer.baseAddress
                var outputCount = buffer.count
                let status = iconv(converter, &input, &inputCount, &output, &outputCount)
                // Some converters keep the last character, because a combining mark could follow.
                let flushed = iconv(converter, nil, nil, &output, &outputCount)
                result = buffer[..<(buffer.count - outputCount)].map { UInt8(bitPattern: $0) }
                return status != -1 && flushed != -1 && inputCount == 0
            }
        }
        return isWhole ? result : nil
    }

    /// Whether the encoding represents other characters with ASCII bytes.
    var isSevenBit: Bool { self == .hz || name == "UTF-7" || name.hasPrefix("ISO-2022-") }

    var isKnown: Bool {
        if self == .hz { return true }
        guard let converter else { return false }
        iconv_close(converter)
        return true
    }

    /// A new `iconv` converter, or `nil` if the encoding is unknown. The caller must close it.
    private var converter: iconv_t? {
        guard name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-.:_".utf8.contains($0) }), !name.isEmpty else {
            return nil
        }
        let converter = iconv_open("UTF-8", name)
        return converter == iconv_t(bitPattern: -1) ? nil : converter
    }

    /// Returns the encoding whose escape sequences ASCII text contains, or `nil` if there are none.
    static func escaped(_ bytes: ArraySlice<UInt8>) -> Charset? {
        guard let escape = bytes.firstIndex(of: 0x1B) else { return nil }
        let rest = bytes[(escape + 1)...]
        if rest.starts(with: "$)C".utf8) { return Charset(name: "ISO-2022-KR") }
        return ["$B", "$@", "(J", "(I"].contains { rest.starts(with: $0.utf8) } ? .iso2022JP : nil
    }

    /// Converts HZ to GB 2312 with the eighth bit, or returns `nil` if the bytes are invalid.
    private static func eightBit(fromHZ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var (rest, result, isChinese) = (bytes, [UInt8](), false)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                result.append(isChinese ? byte | 0x80 : byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "{"): isChinese = true
            case UInt8(ascii: "}"): isChinese = false
            case UInt8(ascii: "~"): result.append(byte)
            case UInt8.lineFeed: continue
            default: return nil
            }
        }
        return result
    }

    /// Guesses the encoding of bytes that are not UTF-8: Shift_JIS if the bytes look like Japanese text, otherwise
    /// Windows-1252.
    ///
    /// A Windows-1252 apostrophe followed by a letter is also a valid kanji. Therefore, only kana, two consecutive
    /// kanji, or text without letters count as Japanese.
    static func guess(_ bytes: ArraySlice<UInt8>) -> Charset {
        var index = bytes.startIndex
        var (pairs, others) = (0, 0)
        var (hasKana, hasWord, hasLetters) = (false, false, false)
        /// The second byte of the preceding pair.
        var previous: UInt8?
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte >= 0x80, !(0xA1...0xDF ~= byte) else {
                if byte >= 0x80 { others += 1 }
                hasLetters = hasLetters || byte.isASCIILetter
                previous = nil
                continue
            }
            guard index < bytes.endIndex, 0x40...0xFC ~= bytes[index], bytes[index] != 0x7F, byte != 0x80, byte != 0xA0,
                byte < 0xF0
            else { return .windows1252 }
            let second = bytes[index]
            index += 1
            if 0x81...0x9F ~= byte { pairs += 1 } else { others += 1 }
            hasKana = hasKana || byte == 0x82 && 0x9F...0xF1 ~= second || byte == 0x83 && 0x40...0x96 ~= second
            hasLetters = hasLetters || second.isASCIILetter
            if let previous { hasWord = hasWord || !previous.isASCIILetter || !second.isASCIILetter }
            previous = second
        }
        let isJapanese = pairs > 0 && pairs >= others && (hasKana || hasWord || !hasLetters)
        return isJapanese && shiftJIS.decoded(bytes) != nil ? .shiftJIS : .windows1252
    }
}
