import Glibc

/// A text encoding that the C library can decode with `iconv`, or HZ.
package struct Charset: Hashable {
    package let name: String

    package static let utf8 = Charset(name: "UTF-8")
    package static let windows1252 = Charset(name: "WINDOWS-1252")
    package static let macRoman = Charset(name: "MACINTOSH")
    package static let shiftJIS = Charset(name: "CP932")
    /// A superset of ISO-2022-JP.
    package static let iso2022JP = Charset(name: "ISO-2022-JP-3")
    /// The encoding of RFC 1843, which the C library lacks.
    package static let hz = Charset(name: "HZ")
    /// An encoding that can decode any bytes.
    package static let latin1 = Charset(name: "ISO-8859-1")

    package init(name: String) { self.name = name }

    package init(parameter: String) {
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
    package func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
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
                // Some converters hold back the last character, because a combining mark could follow.
                let flushed = iconv(converter, nil, nil, &output, &outputCount)
                result = buffer[..<(buffer.count - outputCount)].map { UInt8(bitPattern: $0) }
                return status != -1 && flushed != -1 && inputCount == 0
            }
        }
        return isWhole ? result : nil
    }

    /// Whether the encoding represents non-ASCII characters with ASCII bytes.
    package var isSevenBit: Bool { self == .hz || name == "UTF-7" || name.hasPrefix("ISO-2022-") }

    package var isKnown: Bool {
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

    /// Returns the encoding whose escape sequences occur in ASCII text, or `nil` if the text contains none.
    package static func escaped(_ bytes: ArraySlice<UInt8>) -> Charset? {
        guard let escape = bytes.firstIndex(of: 0x1B) else { return nil }
        let rest = bytes[(escape + 1)...]
        if rest.starts(with: "$)C".utf8) { return Charset(name: "ISO-2022-KR") }
        return ["$B", "$@", "(J", "(I"].contains { rest.starts(with: $0.utf8) } ? .iso2022JP : nil
    }

    /// Converts HZ to GB 2312 with the eighth bit set, or returns `nil` if the bytes are invalid.
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
    /// Windows-1252. Only kana, two consecutive kanji, or text without letters count as Japanese.
    package static func guess(_ bytes: ArraySlice<UInt8>) -> Charset {
        // A Windows-1252 apostrophe followed by a letter is also a valid kanji.
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

/// An explicitly specified encoding of a table. By default, the encoding is detected.
public enum TableEncoding: String, CaseIterable, Hashable, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case windows1252 = "windows-1252"
    case macRoman = "mac-roman"

    /// The encoding of the records, or `nil` if decoding the file yields UTF-8.
    package var charset: Charset? {
        switch self {
        case .utf8, .utf16: nil
        case .windows1252: .windows1252
        case .macRoman: .macRoman
        }
    }
}

/// An incremental decoder that drops a byte-order mark and converts UTF-16 to UTF-8. Other bytes pass through. Chunks
/// may end anywhere.
package struct IncrementalTextDecoder {
    private enum Encoding {
        case unknown, asItIs
        case utf16(isBigEndian: Bool)
    }

    private var encoding = Encoding.unknown
    /// The first bytes, if they are too few to detect the encoding, or the incomplete end of the previous chunk: half a
    /// code unit of UTF-16, half a surrogate pair, or both.
    private var pending: [UInt8] = []
    private let isUTF16: Bool

    /// - Parameter isUTF16: Whether text in an unrecognized encoding is decoded as little-endian UTF-16.
    package init(isUTF16: Bool = false) { self.isUTF16 = isUTF16 }

    package mutating func decode(_ chunk: some Collection<UInt8>) -> [UInt8] {
        switch encoding {
        case .asItIs: return Array(chunk)
        case .utf16(let isBigEndian): return decodeUTF16(chunk, isBigEndian: isBigEndian)
        case .unknown:
            pending += chunk
            return pending.count >= 3 ? detectEncoding() : []
        }
    }

    package mutating func finish() -> [UInt8] {
        if case .unknown = encoding { return detectEncoding() + finish() }
        return pending.isEmpty ? [] : Array("\u{FFFD}".utf8)
    }

    private mutating func detectEncoding() -> [UInt8] {
        let start = pending
        pending = []
        let byteOrder = Self.byteOrder(of: start) ?? (isUTF16 ? false : nil)
        encoding = byteOrder.map { .utf16(isBigEndian: $0) } ?? .asItIs
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
        let mark = marks.first { start.starts(with: $0) } ?? []
        return decode(start.dropFirst(mark.count))
    }

    /// Returns whether the text is big-endian UTF-16, or `nil` if it is not UTF-16. Without a byte-order mark,
    /// detection relies on text that starts with an ASCII character.
    private static func byteOrder(of start: [UInt8]) -> Bool? {
        if start.starts(with: [0xFE, 0xFF]) { return true }
        if start.starts(with: [0xFF, 0xFE]) { return false }
        guard start.count >= 2, (start[0] == 0) != (start[1] == 0) else { return nil }
        return start[0] == 0
    }

    private mutating func decodeUTF16(_ bytes: some Collection<UInt8>, isBigEndian: Bool) -> [UInt8] {
        pending += bytes
        var units = stride(from: 1, to: pending.count, by: 2).map { index in
            let (first, second) = (UInt16(pending[index - 1]), UInt16(pending[index]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        pending.removeFirst(units.count * 2)
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

/// Recognition of text in Mac Roman, the former encoding of the Mac. Most bytes that encode accented letters in Mac
/// Roman encode symbols or capital letters in Windows-1252, and vice versa.
package enum MacRoman {
    /// Returns whether the bytes are in Mac Roman rather than in Windows-1252, or `nil` if the words do not indicate
    /// either.
    package static func isEvident(in bytes: ArraySlice<UInt8>) -> Bool? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var balance = 0
        var isJapanese = false
        for word in words(in: bytes) {
            switch (AccentedWord.macRoman(word).isPlausible, AccentedWord.windows(word).isPlausible) {
            case (true, false): balance += 1
            case (false, true): balance -= 1
            case (true, true), (false, false): break
            }
            isJapanese = isJapanese || word.count { $0 >= 0x80 } > 2
        }
        if isJapanese, Charset.guess(bytes) == .shiftJIS { return nil }
        return balance == 0 ? nil : balance > 0
    }

    /// Returns the first word that is plausible in both encodings but unusual in Windows-1252, as read in each
    /// encoding.
    package static func doubt(in bytes: ArraySlice<UInt8>) -> (windows: String, macRoman: String)? {
        for word in words(in: bytes) {
            let (macRoman, windows) = (AccentedWord.macRoman(word), AccentedWord.windows(word))
            if macRoman.isPlausible, windows.isPlausible, macRoman.hasOnlyLetters, windows.isUnusual {
                return (windows.text, macRoman.text)
            }
        }
        return nil
    }

    /// Returns the words that contain both ASCII letters and non-ASCII bytes.
    private static func words(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        bytes.split { !$0.isASCIILetter && $0 < 0x80 || $0 == 0xA0 }.filter { word in
            !word.isASCII && word.contains(where: \.isASCIILetter)
        }
    }
}

/// A word in one of two encodings.
private struct AccentedWord {
    private enum Shape {
        case capital, small
        /// An apostrophe or a dash, which can be anywhere in a word.
        case joiner
        /// A symbol that can be only before or after a word.
        case symbol
        case other
    }

    private let scalars: [Unicode.Scalar]
    private let shapes: [Shape]

    static func macRoman(_ word: ArraySlice<UInt8>) -> AccentedWord { AccentedWord(word, macRoman) }

    static func windows(_ word: ArraySlice<UInt8>) -> AccentedWord { AccentedWord(word, windows) }

    private init(_ word: ArraySlice<UInt8>, _ letters: [Unicode.Scalar]) {
        scalars = word.map { $0 < 0x80 ? Unicode.Scalar($0) : letters[Int($0) - 0x80] }
        shapes = scalars.map(Self.shape)
    }

    var text: String { String(String.UnicodeScalarView(scalars)) }

    var hasOnlyLetters: Bool { shapes.allSatisfy { $0 == .capital || $0 == .small } }

    /// Whether the capital letters and symbols of the word are in usual positions, and the word does not lack vowels.
    var isPlausible: Bool {
        scalars.indices.allSatisfy { scalars[$0].isASCII || isPlausible(at: $0) } && !hasOnlyConsonants
    }

    private func isPlausible(at index: Int) -> Bool {
        let (before, after) = (shape(index - 1), shape(index + 1))
        switch shapes[index] {
        case .capital:
            let isBeforeCapital = after == .capital && shape(index + 2) == .small
            return before != .small && !(before == .capital && after == .small) && !isBeforeCapital
        case .small: return after != .capital
        case .joiner: return true
        case .symbol: return !shapes[..<index].contains(where: isLetter) || !shapes[index...].contains(where: isLetter)
        case .other: return false
        }
    }

    private func isLetter(_ shape: Shape) -> Bool { shape == .capital || shape == .small }

    private func shape(_ index: Int) -> Shape? { shapes.indices.contains(index) ? shapes[index] : nil }

    /// Whether the word lacks vowels, such as “Kšln”. In Slavic words such as “Smrž”, an *r* or *l* can be the vowel.
    private var hasOnlyConsonants: Bool {
        guard scalars.count > 3, hasOnlyLetters, let index = scalars.firstIndex(where: Self.hissing.contains) else {
            return false
        }
        return !scalars.contains(where: Self.isVowel)
            && !(index > 0 && "rlRL".unicodeScalars.contains(scalars[index - 1]))
    }

    /// Whether a letter or symbol outside ASCII is in an unusual position.
    var isUnusual: Bool {
        scalars.indices.contains { index in
            let before = index > 0 ? scalars[index - 1] : nil
            let after = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch scalars[index] {
            case "š", "ž":
                // In Slavic names such as “Krš” and “Smrž”, the *r* is the vowel.
                guard let before, !Self.isVowel(before) else { return false }
                return after.map { !Self.isVowel($0) } ?? !["l", "r"].contains(before)
            case "œ": return before != nil && !["u", "i"].contains(after)
            case "‘", "’": return after != nil && before != nil && !isElision(at: index)
            case "–", "—": return shape(index - 1) == .small && shape(index + 1) == .small
            case "€", "…", "†": return before == nil && shape(index + 1) == .small
            case "‡": return before != nil && after == nil
            default: return false
            }
        }
    }

    /// Returns whether an apostrophe follows a short word, as in “d’Angelo”, or precedes an ending, as in “Anna’s”.
    private func isElision(at index: Int) -> Bool {
        func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(scalars)).lowercased()
        }
        return Self.elided.contains(text(scalars[..<index])) || Self.endings.contains(text(scalars[(index + 1)...]))
    }

    private static let elided: Set = [
        "all", "aujourd", "c", "d", "dall", "dell", "j", "jusqu", "l", "lorsqu", "m", "n", "nell", "o", "qu",
        "quell", "s", "sant", "sull", "t", "un",
    ]

    private static let endings: Set = ["d", "em", "ll", "m", "re", "s", "t", "ve"]

    private static let hissing: Set<Unicode.Scalar> = ["š", "ž"]

    private static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
        Folding.fold(String(scalar)).first.map { "aeiouy".contains($0) } ?? false
    }

    private static func shape(_ scalar: Unicode.Scalar) -> Shape {
        if "‘’–—\u{A0}".unicodeScalars.contains(scalar) { return .joiner }
        if "“”„‚«»‹›¿¡…†‡•€£™®©ªº°".unicodeScalars.contains(scalar) { return .symbol }
        if "ƒıµﬁﬂ".unicodeScalars.contains(scalar) { return .other }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter: return .capital
        case .lowercaseLetter: return .small
        default: return .other
        }
    }

    private static let macRoman = letters(.macRoman)
    private static let windows = letters(.windows1252)

    /// Returns the characters of the bytes from 0x80 on. Unused bytes become replacement characters.
    private static func letters(_ charset: Charset) -> [Unicode.Scalar] {
        (UInt8(0x80)...0xFF).map { byte in
            let text = charset.decoded([byte]).map { String(decoding: $0, as: UTF8.self) }
            return text?.unicodeScalars.first ?? "\u{FFFD}"
        }
    }
}
