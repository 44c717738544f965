/// The bytes of a text as they come, in UTF-8 as far as they tell what they are: a byte-order mark is dropped, UTF-16 is
/// converted. Anything else stays as it is.
struct IncrementalTextDecoder {
    private enum Encoding {
        case unknown, asItIs
        case utf16(UTF16Decoder)
    }

    private var encoding = Encoding.unknown
    /// Too few to say anything yet.
    private var held: [UInt8] = []

    mutating func decode(_ chunk: some Collection<UInt8>) -> [UInt8] {
        switch encoding {
        case .asItIs: return Array(chunk)
        case .utf16(var decoder):
            defer { encoding = .utf16(decoder) }
            return decoder.decode(chunk)
        case .unknown:
            held += chunk
            return held.count >= 3 ? recognised() : []
        }
    }

    mutating func finish() -> [UInt8] {
        switch encoding {
        case .unknown: return recognised() + finish()
        case .asItIs: return []
        case .utf16(let decoder): return decoder.isWithinCharacter ? Array("\u{FFFD}".utf8) : []
        }
    }

    private mutating func recognised() -> [UInt8] {
        let start = held
        held = []
        encoding = Self.byteOrder(of: start).map { .utf16(UTF16Decoder(isBigEndian: $0)) } ?? .asItIs
        return decode(start.starts(with: [0xEF, 0xBB, 0xBF]) ? start[3...] : start[...])
    }

    /// Whether it is UTF-16 with the larger byte first, or the smaller; nil if it is none: a table begins with a letter or a
    /// quote.
    private static func byteOrder(of start: [UInt8]) -> Bool? {
        if start.starts(with: [0xFE, 0xFF]) { return true }
        if start.starts(with: [0xFF, 0xFE]) { return false }
        guard start.count >= 2, (start[0] == 0) != (start[1] == 0) else { return nil }
        return start[0] == 0
    }
}
