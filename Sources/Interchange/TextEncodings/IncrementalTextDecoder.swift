/// An incremental decoder that drops a byte-order mark and converts UTF-16 to UTF-8. Other bytes pass through. Chunks may
/// end anywhere.
struct IncrementalTextDecoder {
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
    init(isUTF16: Bool = false) { self.isUTF16 = isUTF16 }

    mutating func decode(_ chunk: some Collection<UInt8>) -> [UInt8] {
        switch encoding {
        case .asItIs: return Array(chunk)
        case .utf16(let isBigEndian): return decodeUTF16(chunk, isBigEndian: isBigEndian)
        case .unknown:
            pending += chunk
            return pending.count >= 3 ? detectEncoding() : []
        }
    }

    mutating func finish() -> [UInt8] {
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
