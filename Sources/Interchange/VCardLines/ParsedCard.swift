import Text

/// A card parsed into properties. The content of nested cards is not parsed.
struct ParsedCard {
    let card: CardBytes
    let version: CardVersion
    /// Whether the card has a valid VERSION line.
    let hasVersion: Bool
    /// The lines in the order of the card, including BEGIN, VERSION, and END, but without nested cards.
    private(set) var lines: [ContentLine] = []
    /// The indices of the `X-ABLabel` lines.
    private(set) var labels: [Int] = []
    /// The indices of the entries that are not properties.
    private(set) var strays: [Int] = []
    /// The indices of the lines whose value contains line breaks that are not folded.
    private(set) var broken: [Int] = []
    private(set) var inner: [NestedCard] = []

    struct NestedCard {
        /// The index of the AGENT line of the nested card.
        let owner: Int?
        var entries: Range<Int>
    }

    init(_ card: CardBytes) {
        var heads = LineHeadCache(isKept: false)
        self.init(card, &heads)
    }

    init(_ card: CardBytes, _ heads: inout LineHeadCache) {
        self.card = card
        let found = Self.version(of: card)
        version = found ?? .v30
        hasVersion = found != nil
        lines.reserveCapacity(card.entries.count)
        var depth = 0
        var number = 0
        /// Whether the last property has unfolded line breaks. It then ends before the next known property.
        var isBroken = false
        let (bytes, entries) = (card.bytes, card.entries)
        let spelling = PropertySpelling(of: card)
        while number < entries.count {
            let entry = entries[number]
            let parsed = heads.head(bytes, entry.range, version)
            if depth == 1, !spelling.isProperty(parsed?.head, bytes[entry.range], isBroken: isBroken), joins(number) {
                isBroken = true
                number += 1
                continue
            }
            guard let (head, value) = parsed else {
                if depth > 1 { extendInner(to: number) } else { addStray(number) }
                number += 1
                continue
            }
            isBroken = false
            var line = ContentLine(
                head: head, entries: number..<number + 1, line: entry.line, value: value..<entry.range.upperBound)
            let next = end(of: line, from: number)
            let text = bytes[entry.range]
            // Only the first line of a card may be preceded by blanks.
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

    /// Whether the card has a known property, or no lines that are not properties.
    var hasProperties: Bool {
        strays.isEmpty || lines.contains { $0.head.isStandard && !["BEGIN", "VERSION", "END"].contains($0.name) }
    }

    func bytes(of line: ContentLine) -> ArraySlice<UInt8> { card.bytes[line.value] }

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

    /// Appends an entry to the value of the last property if it is text, with any blank entries between them.
    private mutating func joins(_ number: Int) -> Bool {
        guard let last = lines.indices.last, lines[last].isText, inner.last?.owner != last,
            card.bytes[card.entries[number].range].contains(where: { !$0.isBlank }),
            card.entries[lines[last].entries.upperBound..<number].allSatisfy({
                card.bytes[$0.range].allSatisfy(\.isBlank)
            })
        else { return false }
        lines[last].entries = lines[last].entries.lowerBound..<number + 1
        lines[last].value = lines[last].value.lowerBound..<card.entries[number].range.upperBound
        if broken.last != last { broken.append(last) }
        return true
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

    private static func version(of card: CardBytes) -> CardVersion? {
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

/// The spelling of the property names of a card. Words at the beginning of unfolded lines usually have another spelling.
private struct PropertySpelling {
    private let isUppercase: Bool
    private let isLowercase: Bool

    init(of card: CardBytes) {
        let word = card.entries.first.map { card.bytes[$0.range].prefix(5) } ?? []
        isUppercase = word.elementsEqual("BEGIN".utf8)
        isLowercase = word.elementsEqual("begin".utf8)
    }

    /// Returns whether a line is a property. An unknown name in another spelling than that of the card is a word of text.
    /// - Parameter isBroken: Whether the line follows an unfolded line, so that only a known property ends the text.
    func isProperty(_ head: LineHead?, _ line: ArraySlice<UInt8>, isBroken: Bool) -> Bool {
        guard let head else { return false }
        if head.name.hasPrefix("X-") { return true }
        if head.isStandard { return !isBroken || isSpelled(line) }
        return !isBroken && isSpelled(line)
    }

    private func isSpelled(_ line: ArraySlice<UInt8>) -> Bool {
        let name = line.prefix { $0 != .colon && $0 != .semicolon }.split(separator: UInt8(ascii: ".")).last ?? []
        if isUppercase { return !name.contains { (0x61...0x7A).contains($0) } }
        if isLowercase { return !name.contains { (0x41...0x5A).contains($0) } }
        return true
    }
}

/// The unfolded lines of a card in one array of bytes. A line feed follows each line.
struct CardBytes {
    struct Entry {
        var range: Range<Int>
        var line: Int
    }

    private(set) var bytes: [UInt8] = []
    private(set) var entries: [Entry] = []

    init() {}

    init(lines: [String]) {
        entries.reserveCapacity(lines.count)
        for (number, line) in lines.enumerated() {
            let start = bytes.count
            CardText.append(line, to: &bytes)
            close(from: start, line: number + 1)
        }
    }

    init(slices: [ArraySlice<UInt8>]) {
        for slice in slices { begin(slice, line: entries.count + 1) }
    }

    var lines: [String] { entries.map { CardText.text(of: bytes[$0.range]) } }

    /// Removes all lines and reserves space for a card of similar size.
    mutating func renew() {
        let (oldBytes, oldEntries) = (min(bytes.count, 1 << 20), entries.count)
        self = CardBytes()
        bytes.reserveCapacity(oldBytes + oldBytes / 4)
        entries.reserveCapacity(oldEntries + oldEntries / 4)
    }

    mutating func begin(_ content: ArraySlice<UInt8>, line: Int) {
        let start = bytes.count
        bytes.append(contentsOf: content)
        close(from: start, line: line)
    }

    /// Appends a continuation to the last line.
    mutating func fold(_ content: ArraySlice<UInt8>) {
        guard let entry = entries.popLast() else { return }
        bytes.removeLast()
        bytes.append(contentsOf: content)
        close(from: entry.range.lowerBound, line: entry.line)
    }

    private mutating func close(from start: Int, line: Int) {
        entries.append(Entry(range: start..<bytes.count, line: line))
        bytes.append(.lineFeed)
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
            // Some programs declare another encoding but write UTF-8, which Western text in one byte per character never is.
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

    /// Returns the bytes of a value without quoted-printable, and without base64 if the value is text.
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
