import Text

/// A property line: `group.NAME;PARAMETER=value:value` (RFC 6350 section 3.3).
struct ContentLine {
    /// The maximum number of parameters of an interpreted line. Lines with more parameters are kept but not
    /// interpreted.
    static let maximumParameters = 1_000
    static let maximumName = 100

    let head: LineHead
    /// The range of card entries that belong to the property. Quoted-printable and base64 values can span several
    /// entries.
    var entries: Range<Int>
    let line: Int
    /// The range of bytes after the colon, with a line feed between entries.
    var value: Range<Int>

    var group: String { head.group }
    var name: String { head.name }
    var parameters: [CardParameter] { head.parameters }
    var isQuotedPrintable: Bool { head.isQuotedPrintable }
    var isBase64: Bool { head.isBase64 }

    func parameter(_ name: String) -> String? {
        head.parameters.first { $0.name == name }?.value
    }
}

extension String {
    /// Returns whether the string equals an ASCII word, ignoring case.
    func isWord(_ word: StaticString) -> Bool {
        guard utf8.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in zip(utf8, letters).allSatisfy { $0.uppercased == $1.uppercased } }
    }
}

/// The group, name, and parameters of a property, with their meaning. A file contains few different heads. Therefore,
/// each head is parsed once and shared.
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

    /// Whether the value is text, which may have line breaks that are not encoded.
    var isText: Bool {
        switch meaning {
        case .note, .address, .text, .plain, .organization, .summary: !isBase64
        default: name == "LABEL"
        }
    }

    /// Whether Almanac interprets the property or a vCard standard defines it.
    var isStandard: Bool { meaning != nil || Self.standardNames.contains(name) }

    private static let standardNames: Set = [
        "BEGIN", "END", "VERSION", "PROFILE", "NAME", "SOURCE", "LABEL", "MAILER", "TZ", "LOGO", "CLASS", "KEY",
        "SORT-STRING", "XML", "CLIENTPIDMAP", "FBURL", "CALADRURI", "CALURI", "CAPURI", "CREATED", "JSPROP",
    ]

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

/// A single-pass parser for the beginning of a content line: group, name, and parameters.
struct ContentLineParser {
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int
    private let version: CardVersion

    private var name = ""
    private var group = ""
    private var parameters: [CardParameter] = []

    /// Returns the head of a line and the start of its value, or `nil` if the line is not a valid property.
    static func parse(_ bytes: [UInt8], _ entry: Range<Int>, version: CardVersion) -> (head: LineHead, value: Int)? {
        var parser = ContentLineParser(
            bytes: bytes, end: entry.upperBound, position: entry.lowerBound, version: version)
        guard parser.read() else { return nil }
        let head = LineHead(group: parser.group, name: parser.name, parameters: parser.parameters)
        return (head, parser.position + 1)
    }

    private mutating func read() -> Bool {
        let start = position
        var dot: Int?
        while position < end, bytes[position] != .colon, bytes[position] != .semicolon {
            if bytes[position] == UInt8(ascii: ".") { dot = position }
            position += 1
        }
        guard position < end else { return false }
        let nameStart = dot.map { $0 + 1 } ?? start
        let name = bytes[nameStart..<position].withoutBlanks
        guard !name.isEmpty, name.count <= ContentLine.maximumName, name.isPropertyName else { return false }
        self.name = String(uppercasing: name)
        if let dot {
            guard !bytes[start..<dot].withoutBlanks.contains(where: \.isBlank) else { return false }
            group = String(decoding: bytes[start..<dot], as: UTF8.self)
        }
        while position < end, bytes[position] == .semicolon {
            position += 1
            guard parameters.count < ContentLine.maximumParameters, readParameter() else {
                return false
            }
        }
        // Reading a list of values ends early at the maximum number of parameters, so the colon may be missing.
        return position < end && bytes[position] == .colon
    }

    private mutating func readParameter() -> Bool {
        if readAndroidLabel() { return true }
        let start = position
        while position < end, bytes[position] != .colon, bytes[position] != .semicolon, bytes[position] != .equals {
            position += 1
        }
        guard position < end else { return false }
        let word = bytes[start..<position].withoutBlanks
        guard bytes[position] == .equals else {
            if !word.isEmpty { parameters.append(Self.bareParameter(word)) }
            return true
        }
        guard word.count <= ContentLine.maximumName else { return false }
        let name = String(uppercasing: word)
        repeat {
            position += 1
            parameters.append(CardParameter(name, name == "LABEL" ? readLabel() : readValue()))
        } while position < end && bytes[position] == .comma && parameters.count < ContentLine.maximumParameters
        return true
    }

    private mutating func readAndroidLabel() -> Bool {
        let beginning = CardParameter.androidLabel.utf8
        guard bytes[position..<end].starts(with: beginning) else { return false }
        let start = position + beginning.count
        let stop = bytes[start..<end].firstIndex { $0 == .semicolon || $0 == .colon } ?? end
        guard let closing = bytes[start..<stop].last, closing == UInt8(ascii: ")") else { return false }
        let label = QuotedPrintable.decoded(bytes[start..<stop - 1])
        parameters.append(CardParameter(CardParameter.androidLabel, CardText.parameterText(of: label)))
        position = stop
        return true
    }

    /// Parses a parameter value up to the next `,`, `;`, or `:`, or up to its closing quote.
    private mutating func readValue() -> String {
        if position < end, bytes[position] == .quote,
            let closing = bytes[(position + 1)..<end].firstIndex(of: .quote)
        {
            let content = bytes[position + 1..<closing]
            position = closing + 1
            while position < end, ![.comma, .semicolon, .colon].contains(bytes[position]) { position += 1 }
            return text(content)
        }
        let start = position
        while position < end, bytes[position] != .comma, bytes[position] != .semicolon, bytes[position] != .colon {
            position += 1
        }
        return text(bytes[start..<position].withoutBlanks)
    }

    /// Parses the label of a postal address. A line end is written as `\n` (RFC 6350 section 6.3.1) or `^n` (RFC 6868).
    private mutating func readLabel() -> String {
        readValue().replacing("\\n", with: "\n").replacing("\\N", with: "\n")
    }

    private func text(_ content: ArraySlice<UInt8>) -> String {
        guard version != .v21, content.contains(UInt8(ascii: "^")) else { return CardText.text(of: content) }
        return CardText.parameterText(of: CaretEscapes.undone(content))
    }

    private static func bareParameter(_ word: ArraySlice<UInt8>) -> CardParameter {
        let text = CardText.text(of: word)
        let isEncoding = ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"].contains(String(uppercasing: word))
        return CardParameter(isEncoding ? "ENCODING" : "TYPE", text)
    }
}

extension ArraySlice<UInt8> {
    /// The name of the property on this line as written, without its group or surrounding whitespace.
    var propertyName: ArraySlice<UInt8> {
        let head = prefix { $0 != .colon && $0 != .semicolon }
        let start = head.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? head.startIndex
        return head[start...].withoutBlanks
    }

    /// Whether the bytes can be the name of a property. Common nonstandard characters are accepted.
    var isPropertyName: Bool {
        // The underscore is not standard, but common. Extensions such as `X-MESSAGING/XMPP-ALL` also have other
        // characters.
        if beginsASCII("X-") { return isASCII && !contains(where: \.isBlank) }
        return allSatisfy { byte in
            byte.isASCIIDigit || (0x41...0x5A).contains(byte.uppercased) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }
    }
}
