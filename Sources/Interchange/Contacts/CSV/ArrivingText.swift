/// The bytes of a text as they come, in UTF-8 as far as its byte-order mark tells what they are: the mark is dropped,
/// UTF-16 is converted. Anything else stays as it is.
struct ArrivingText {
    private enum Encoding {
        case unknown, asItIs
        case utf16(isBigEndian: Bool)
    }

    private var encoding = Encoding.unknown
    /// Too few to say anything yet.
    private var held: [UInt8] = []

    mutating func take(_ chunk: some Collection<UInt8>) -> [UInt8] {
        held += chunk
        if case .unknown = encoding {
            guard held.count >= 3 else { return [] }
            recognise()
        }
        return convert()
    }

    mutating func finish() -> [UInt8] {
        if case .unknown = encoding { recognise() }
        defer { held = [] }
        return convert() + (held.isEmpty ? [] : Array("\u{FFFD}".utf8))
    }

    private mutating func recognise() {
        if held.starts(with: [0xEF, 0xBB, 0xBF]) {
            held.removeFirst(3)
            encoding = .asItIs
        } else if held.starts(with: [0xFF, 0xFE]) || held.starts(with: [0xFE, 0xFF]) {
            encoding = .utf16(isBigEndian: held[0] == 0xFE)
            held.removeFirst(2)
        } else {
            encoding = .asItIs
        }
    }

    private mutating func convert() -> [UInt8] {
        guard case .utf16(let isBigEndian) = encoding else {
            defer { held = [] }
            return held
        }
        var units: [UInt16] = []
        units.reserveCapacity(held.count / 2)
        for index in stride(from: 0, to: held.count - 1, by: 2) {
            let (first, second) = (UInt16(held[index]), UInt16(held[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        // The first half of a pair waits for the second.
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        held.removeFirst(units.count * 2)
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
