/// Turns UTF-16 into UTF-8 as it comes, in parts that may end anywhere.
struct UTF16Decoder {
    let isBigEndian: Bool
    private var isAtStart = true
    private var half: UInt8?
    private var surrogate: UInt16?

    /// Whether the end would be within a character.
    var isWithinCharacter: Bool { half != nil || surrogate != nil }

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
            append(unit, to: &result)
        }
        return result
    }

    private mutating func append(_ unit: UInt16, to result: inout [UInt8]) {
        let isMark = isAtStart && unit == 0xFEFF
        isAtStart = false
        if isMark { return }
        if let high = surrogate {
            surrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                return append(UTF16.decode(.init([high, unit])), to: &result)
            }
            append("\u{FFFD}", to: &result)
        }
        if UTF16.isLeadSurrogate(unit) {
            surrogate = unit
        } else {
            append(Unicode.Scalar(unit) ?? "\u{FFFD}", to: &result)
        }
    }

    private func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
        result.append(contentsOf: String(scalar).utf8)
    }
}
