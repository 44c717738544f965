import Localization
import Text

/// A card parsed into properties. The content of nested cards is not parsed.
struct ParsedCard {
    let card: UnfoldedCard
    let version: CardVersion
    /// Whether the card has a valid VERSION line.
    let hasVersion: Bool
    /// The lines in the order of the card, including BEGIN, VERSION, and END, but without nested cards.
    private(set) var lines: [ContentLine] = []
    /// The indices of the `X-ABLabel` lines.
    private(set) var labels: [Int] = []
    /// The indices of the entries that are not properties.
    private(set) var strays: [Int] = []
    private(set) var inner: [NestedCard] = []

    struct NestedCard {
        /// The index of the AGENT line that owns the nested card, or `nil` if it is missing.
        let owner: Int?
        var entries: Range<Int>
    }

    init(_ card: UnfoldedCard) {
        var heads = LineHeadCache(isKept: false)
        self.init(card, &heads)
    }

    init(_ card: UnfoldedCard, _ heads: inout LineHeadCache) {
        self.card = card
        let found = Self.version(of: card)
        version = found ?? .v30
        hasVersion = found != nil
        lines.reserveCapacity(card.entries.count)
        var depth = 0
        var number = 0
        let (bytes, entries) = (card.bytes, card.entries)
        while number < entries.count {
            let entry = entries[number]
            guard let (head, value) = heads.head(bytes, entry.range, version) else {
                if depth > 1 { extendInner(to: number) } else { addStray(number) }
                number += 1
                continue
            }
            var line = ContentLine(
                head: head, entries: number..<number + 1, line: entry.line, value: value..<entry.range.upperBound)
            let next = end(of: line, from: number)
            let text = bytes[entry.range]
            // Only the first line of a card may be preceded by whitespace.
            if CardDelimiter.isBegin(number == 0 ? text.withoutBlanks : text) {
                depth += 1
                if depth == 2 { inner.append(NestedCard(owner: owner, entries: number..<number)) }
            }
            if depth > 1 {
                extendInner(to: next - 1)
            } else {
                if next > number + 1 {
                    line.entries = number..<next
                    line.value = value..<card.entries[next - 1].range.upperBound
                }
                if line.head.role == .label { labels.append(lines.count) }
                lines.append(line)
                if CardDelimiter.isAgentWithBegin(text) {
                    depth += 1
                    inner.append(NestedCard(owner: lines.count - 1, entries: next..<next))
                }
            }
            if CardDelimiter.isEnd(text) { depth -= 1 }
            number = next
        }
    }

    /// Whether the card has a known property, or consists only of properties.
    var hasProperties: Bool {
        strays.isEmpty || lines.contains { $0.head.isStandard && !["BEGIN", "VERSION", "END"].contains($0.name) }
    }

    static let problemWithoutProperties: Message = "The card does not have a known property."

    func bytes(of line: ContentLine) -> ArraySlice<UInt8> { card.bytes[line.value] }

    /// Whether some lines may be parts of a text that earlier versions kept as separate lines.
    var mayHaveBrokenText: Bool {
        !strays.isEmpty || lines.contains { !$0.head.isStandard && !$0.name.hasPrefix("X-") }
    }

    /// Returns the index after the last entry of a property. A property with quoted-printable or base64 may have
    /// several entries.
    private func end(of line: ContentLine, from number: Int) -> Int {
        var next = number + 1
        if line.isQuotedPrintable {
            while next < card.entries.count, QuotedPrintable.isOpen(card.bytes[card.entries[next - 1].range]),
                !isDelimiter(card.entries[next].range)
            {
                next += 1
            }
        } else if line.isBase64 {
            while next < card.entries.count, Base64.isContinuation(card.bytes[card.entries[next].range]) { next += 1 }
        }
        return next
    }

    private mutating func addStray(_ number: Int) {
        if !card.bytes[card.entries[number].range].allSatisfy(\.isBlank) { strays.append(number) }
    }

    private func isDelimiter(_ range: Range<Int>) -> Bool {
        CardDelimiter.isBegin(card.bytes[range]) || CardDelimiter.isEnd(card.bytes[range])
    }

    /// The index of the empty AGENT line before a nested card, or `nil` if there is no such line.
    private var owner: Int? {
        guard let last = lines.last, last.head.role == .agent, bytes(of: last).withoutBlanks.isEmpty else { return nil }
        return lines.count - 1
    }

    private mutating func extendInner(to number: Int) {
        guard let last = inner.indices.last else { return }
        inner[last].entries = inner[last].entries.lowerBound..<number + 1
    }

    private static func version(of card: UnfoldedCard) -> CardVersion? {
        var depth = 0
        for entry in card.entries {
            let line = card.bytes[entry.range]
            if CardDelimiter.isBegin(line) { depth += 1 }
            if CardDelimiter.isEnd(line) { depth -= 1 }
            guard depth <= 1, line.beginsASCII("VERSION"), let colon = line.firstIndex(of: .colon) else { continue }
            switch line[(colon + 1)...].withoutBlanks.first {
            case UInt8(ascii: "2"): return .v21
            case UInt8(ascii: "3"): return .v30
            case UInt8(ascii: "4"): return .v40
            default: continue
            }
        }
        return nil
    }
}

/// A decoder of property values in any encoding.
struct LineDecoder {
    let bytes: [UInt8]

    /// Returns the value of a line in UTF-8, with its escapes unchanged.
    func value(of line: ContentLine) throws(UndecodableValue) -> ArraySlice<UInt8> {
        let value = try transferred(line)
        if value.isASCII {
            let charset = line.head.charset.map(Charset.init(parameter:)).flatMap { $0.isSevenBit ? $0 : nil }
            let decoded = (charset ?? Charset.escaped(value))?.decoded(value)
            if let name = line.head.charset, charset != nil, decoded == nil { throw .malformed(charset: name) }
            return decoded.map { $0[...] } ?? value
        }
        let isUTF8 = String(validating: value, as: UTF8.self) != nil
        if let name = line.head.charset {
            let charset = Charset(parameter: name)
            // Some programs declare a different encoding but write UTF-8. Non-ASCII Western text in a single-byte
            // encoding is hardly ever valid UTF-8.
            if charset != .utf8, !(charset == .windows1252 && isUTF8) {
                if let decoded = charset.decoded(value) { return decoded[...] }
                throw charset.isKnown ? .malformed(charset: name) : .unknown(charset: name)
            }
        }
        if isUTF8 { return value }
        guard let decoded = Charset.guess(value).decoded(value) ?? Charset.latin1.decoded(value) else {
            throw .malformed(charset: Charset.latin1.name)
        }
        return decoded[...]
    }

    /// Returns whether a value is not UTF-8 although its line declares it.
    func contradictsUTF8(_ line: ContentLine) -> Bool {
        guard let name = line.head.charset, Charset(parameter: name) == .utf8, let value = try? transferred(line) else {
            return false
        }
        return String(validating: value, as: UTF8.self) == nil
    }

    /// Returns the bytes of a value after decoding quoted-printable, and base64 if the value is text.
    private func transferred(_ line: ContentLine) throws(UndecodableValue) -> ArraySlice<UInt8> {
        let head = line.head
        if head.isQuotedPrintable { return QuotedPrintable.decoded(bytes[line.value])[...] }
        guard head.isBase64, let meaning = head.meaning, ![.photo, .sound].contains(meaning) else {
            return bytes[line.value]
        }
        guard let decoded = Base64.decoded(bytes[line.value]) else { throw .malformed(charset: "base64") }
        return decoded[...]
    }
}

/// A reason why a value cannot be decoded.
enum UndecodableValue: Error {
    case unknown(charset: String)
    /// A value with bytes that are invalid in its encoding.
    case malformed(charset: String)
}
