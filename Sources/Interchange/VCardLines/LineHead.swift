import Text

// A file contains few different heads. Therefore, each head is parsed once and shared.
/// The group, name, and parameters of a property, with their meaning.
final class LineHead: Sendable {
    /// The group as written. It may be empty.
    let group: String
    /// The name in uppercase.
    let name: String
    let parameters: [CardParameter]
    let role: Role?
    /// The meaning of the property, or `nil` if the property is kept but not interpreted.
    let meaning: PropertyMeaning?
    /// The preference from 1 to 100 (RFC 6350 section 5.3), or 101 if there is none.
    let preference: Int
    let isQuotedPrintable: Bool
    let isBase64: Bool
    let charset: String?
    /// The label given by the types or by a custom Android parameter.
    let label: String

    enum Role: String {
        case agent = "AGENT"
        case label = "X-ABLABEL"
    }

    init(group: String, name: String, parameters: [CardParameter]) {
        self.group = group
        self.name = name
        self.parameters = parameters
        role = Role(rawValue: name)
        meaning = PropertyMeaning(name)
        preference = Self.preference(parameters)
        let encoding = parameters.first { $0.name == "ENCODING" }?.value ?? ""
        isQuotedPrintable = encoding.isWord("QUOTED-PRINTABLE")
        isBase64 = encoding.isWord("B") || encoding.isWord("BASE64")
        charset = parameters.first { $0.name == "CHARSET" }?.value
        let own = parameters.first { $0.name == CardParameter.androidLabel }?.value
        label = own ?? LabelKind(meaning).label(of: parameters)
    }

    private static func preference(_ parameters: [CardParameter]) -> Int {
        for parameter in parameters {
            if parameter.name == "PREF" { return Int(parameter.value).map { min(max($0, 1), 100) } ?? 1 }
            if parameter.name == "TYPE", parameter.value.isWord("PREF") { return 1 }
        }
        return 101
    }
}

/// A cache of line heads with a fixed number of slots.
struct LineHeadCache: Sendable {
    private static let size = 1_024
    /// The maximum length of a cached head in bytes. Longer heads are rare.
    private static let maximumBytes = 80

    private struct Slot {
        let key: [UInt8]
        let version: CardVersion
        let head: LineHead
    }

    private var slots: [Slot?] = []
    /// The number of heads to parse before caching starts.
    private var headsBeforeCaching: Int

    /// Creates a cache.
    ///
    /// - Parameter isKept: Whether the cache is used for several cards.
    init(isKept: Bool) {
        headsBeforeCaching = isKept ? 32 : .max
    }

    /// Returns the head of a line and the start of its value, or `nil` if the line is not a property.
    mutating func head(_ bytes: [UInt8], _ entry: Range<Int>, _ version: CardVersion) -> (head: LineHead, value: Int)? {
        guard headsBeforeCaching == 0, let (end, hash) = Self.key(bytes, entry) else {
            headsBeforeCaching = max(0, headsBeforeCaching - 1)
            if headsBeforeCaching == 0, slots.isEmpty { slots = Array(repeating: nil, count: Self.size) }
            return ContentLineParser.parse(bytes, entry, version: version)
        }
        let number = hash & (Self.size - 1)
        if let head = known(number, bytes, entry.lowerBound..<end, version) { return (head, end + 1) }
        guard let parsed = ContentLineParser.parse(bytes, entry, version: version) else { return nil }
        slots[number] = Slot(key: Array(bytes[entry.lowerBound..<end]), version: version, head: parsed.head)
        return parsed
    }

    private func known(_ number: Int, _ bytes: [UInt8], _ key: Range<Int>, _ version: CardVersion) -> LineHead? {
        guard let slot = slots[number], slot.version == version, slot.key.count == key.count else { return nil }
        let isSame = slot.key.withUnsafeBufferPointer { known in
            bytes.withUnsafeBufferPointer { known.elementsEqual($0[key]) }
        }
        return isSame ? slot.head : nil
    }

    /// Returns the index of the first colon and the FNV-1a hash of the preceding bytes, or `nil` if the colon may be
    /// quoted or the head is too long.
    private static func key(_ bytes: [UInt8], _ entry: Range<Int>) -> (end: Int, hash: Int)? {
        bytes.withUnsafeBufferPointer { bytes in
            var hash: UInt32 = 0x811C_9DC5
            for index in entry.prefix(maximumBytes) {
                let byte = bytes[index]
                if byte == .colon { return (index, Int(hash ^ hash >> 16)) }
                if byte == .quote { return nil }
                hash = (hash ^ UInt32(byte)) &* 0x0100_0193
            }
            return nil
        }
    }
}
