/// An incremental decoder that drops a byte-order mark and converts UTF-16 to UTF-8. Other bytes pass through.
struct IncrementalTextDecoder {
    private enum Encoding {
        case unknown, asItIs
        case utf16(UTF16Decoder)
    }

    private var encoding = Encoding.unknown
    /// The first bytes, if they are too few to detect the encoding.
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

    /// Returns whether the text is big-endian UTF-16, or `nil` if it is not UTF-16. Detection relies on files starting
    /// with an ASCII character.
    private static func byteOrder(of start: [UInt8]) -> Bool? {
        if start.starts(with: [0xFE, 0xFF]) { return true }
        if start.starts(with: [0xFF, 0xFE]) { return false }
        guard start.count >= 2, (start[0] == 0) != (start[1] == 0) else { return nil }
        return start[0] == 0
    }
}

/// An incremental converter from UTF-16 to UTF-8. Chunks may end anywhere. A byte-order mark is dropped.
struct UTF16Decoder {
    let isBigEndian: Bool
    private var isAtStart = true
    /// The incomplete end of the previous chunk: half a code unit, half a surrogate pair, or both.
    private var pending: [UInt8] = []

    var isWithinCharacter: Bool { !pending.isEmpty }

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        pending += bytes
        var units = stride(from: 1, to: pending.count, by: 2).map { index in
            let (first, second) = (UInt16(pending[index - 1]), UInt16(pending[index]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        pending.removeFirst(units.count * 2)
        if isAtStart, let first = units.first {
            isAtStart = false
            if first == 0xFEFF { units.removeFirst() }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
