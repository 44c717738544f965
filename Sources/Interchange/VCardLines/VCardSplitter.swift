import Glibc
import Localization
import Text

/// A splitter that finds the cards in a vCard file, unfolds their lines, and rejects everything else.
///
/// A `BEGIN:VCARD` within a card starts a nested card if both cards have an end. Otherwise, the outer card is
/// incomplete: the splitter reads its lines again, and each BEGIN starts a separate card.
struct VCardSplitter {
    static let maximumProperties = 10_000
    /// The maximum number of lines in a card, including the continuation lines of base64.
    static let maximumLines = 500_000
    static let tooManyProperties: Message =
        "The card has more than \(maximumProperties) properties or \(maximumLines) lines."
    static let maximumDepth = 8
    /// The number of bytes without a card after which the file is rejected.
    static let maximumPreface = 65_536

    enum Item {
        case card(UnfoldedCard, SourceLocation)
        /// The last card of a file that ends within the card. The missing END is added.
        case unfinishedCard(UnfoldedCard, SourceLocation)
        case rejected(RejectedItem)
    }

    private enum State {
        case outside, inside, skipping
    }

    private let file: String
    private var buffer = ContentLineBuffer()
    private var state = State.outside
    private var number = 0
    /// Whether the current card contains a nested card that may turn out to be a separate card.
    private var hasInner = false
    private var depth = 0
    /// The index in the buffer at which the card or the rejected bytes start.
    private var start = 0
    private var startLine = 1
    private var card = UnfoldedCard()
    private var properties = 0
    /// Whether the previous line is an empty AGENT line.
    private var isAgent = false
    /// Whether the previous line is unfinished quoted-printable.
    private var isOpen = false
    private var broken = BrokenText()
    /// The index up to which each BEGIN starts a separate card.
    private var flatUntil = 0
    private var rejection = RejectedText()
    private var hasCards = false

    init(file: String) { self.file = file }

    mutating func feed(_ chunk: some Collection<UInt8>) {
        let consumed = state == .inside ? start : buffer.position
        buffer.feed(chunk, forgettingBefore: consumed)
        start -= consumed
        flatUntil = max(0, flatUntil - consumed)
    }

    mutating func finish() { buffer.finish() }

    mutating func next() throws(SourceProblem) -> Item? {
        while true {
            switch buffer.next() {
            case .line(let range): if let item = try process(range) { return item }
            case .piece(let range): processPiece(range)
            case .more:
                let unread = buffer.bytes.count - buffer.position
                if !hasCards, unread > Self.maximumPreface { throw .noCards(file: file) }
                return nil
            case .end:
                if let item = try last() { return item }
                if buffer.position == buffer.bytes.count { return nil }
            }
        }
    }

    // MARK: - Lines

    private mutating func process(_ range: Range<Int>) throws(SourceProblem) -> Item? {
        let content = withoutMark(buffer.bytes[range])
        switch state {
        case .outside: return try processOutside(content)
        case .inside: return processInside(content)
        case .skipping: return processSkipped(content)
        }
    }

    /// Returns the line without a byte-order mark. Concatenated files can contain several byte-order marks.
    private func withoutMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard line.first == 0xEF, line.starts(with: [0xEF, 0xBB, 0xBF]) else { return line }
        let rest = line.dropFirst(3)
        return state == .outside || CardDelimiter.isBegin(rest) ? rest : line
    }

    private mutating func processOutside(_ line: ArraySlice<UInt8>) throws(SourceProblem) -> Item? {
        if CardDelimiter.isBegin(line.withoutBlanks) {
            let stray = rejection.finish(file: file)
            begin(line)
            return stray.map(Item.rejected)
        }
        if line.allSatisfy(\.isBlank) { return nil }
        if rejection.isEmpty {
            rejection.begin(
                line: buffer.line, number: number + 1,
                reason: "This text is not part of a card: BEGIN:VCARD is missing.")
        }
        rejection.append(buffer.bytes[line.startIndex..<buffer.position])
        if CardDelimiter.isEnd(line.withoutBlanks) {
            number += 1
            hasCards = true
            return rejection.finish(file: file).map(Item.rejected)
        }
        if !hasCards, rejection.count > Self.maximumPreface { throw .noCards(file: file) }
        return nil
    }

    private mutating func begin(_ line: ArraySlice<UInt8>) {
        hasCards = true
        number += 1
        state = .inside
        depth = 1
        start = line.startIndex
        startLine = buffer.line
        isAgent = false
        isOpen = false
        properties = 0
        hasInner = false
        card.renew()
        card.begin(line, line: buffer.line)
        broken = BrokenText(begin: line)
    }

    private mutating func processInside(_ content: ArraySlice<UInt8>) -> Item? {
        if CardDelimiter.isEnd(content) { return end(content) }
        if CardDelimiter.isBegin(content) { return beginInner(content) }
        if let word = CardDelimiter.otherEnd(content), !isOpen {
            if hasInner, start >= flatUntil {
                readFlat()
                return nil
            }
            reject("Unexpected END:\(CardText.text(of: word)) within a VCARD.")
            return nil
        }
        if !isOpen, card.isContinued(by: content) {
            unfold(content)
        } else if !isOpen, depth == 1, broken.isContinued(by: content, in: card) {
            card.join(content)
        } else {
            if !isOpen, content.contains(.colon) { properties += 1 }
            card.begin(content, line: buffer.line)
            if !isOpen { broken.begin(content, at: depth == 1 ? card.entries.count - 1 : nil) }
            if CardDelimiter.isAgentWithBegin(content) { depth += 1 }
        }
        if depth > Self.maximumDepth { reject("Cards are nested more than \(Self.maximumDepth) levels deep.") }
        note(content)
        overflow()
        return nil
    }

    /// Appends a continuation to the last line. A card that is folded into the value of its AGENT line is not a nested
    /// card.
    private mutating func unfold(_ content: ArraySlice<UInt8>) {
        let wasAgent = isAgentWithBegin
        card.unfold(content)
        if wasAgent != isAgentWithBegin { depth += wasAgent ? -1 : 1 }
    }

    private var isAgentWithBegin: Bool {
        card.entries.last.map { CardDelimiter.isAgentWithBegin(card.bytes[$0.range]) } ?? false
    }

    /// Updates the state that affects the next line.
    private mutating func note(_ content: ArraySlice<UInt8>) {
        guard let entry = card.entries.last else { return }
        let isContinued = QuotedPrintable.isOpen(content)
        let line = card.bytes[entry.range]
        isOpen = isContinued && (isOpen || QuotedPrintable.isDeclared(in: line))
        isAgent = CardDelimiter.isEmptyAgent(line)
    }

    // MARK: - Ends and limits

    private mutating func end(_ content: ArraySlice<UInt8>) -> Item? {
        card.begin(content, line: buffer.line)
        depth -= 1
        isOpen = false
        isAgent = false
        guard depth == 0 else { return nil }
        state = .outside
        let place = SourceLocation(file: file, line: startLine, number: number)
        return .card(card, place)
    }

    private mutating func beginInner(_ content: ArraySlice<UInt8>) -> Item? {
        let isOwned = isAgent
        isAgent = false
        isOpen = false
        if !isOwned, start < flatUntil {
            let rejected = withoutEnd(upTo: content.startIndex)
            begin(content)
            return rejected
        }
        guard depth < Self.maximumDepth else {
            if isOwned {
                depth += 1
                reject("Cards are nested more than \(Self.maximumDepth) levels deep.")
            } else {
                readFlat()
            }
            return nil
        }
        depth += 1
        hasInner = hasInner || !isOwned
        card.begin(content, line: buffer.line)
        broken.begin(content, at: nil)
        return nil
    }

    private mutating func overflow() {
        let isLong = card.entries.last.map { $0.range.count > ContentLineBuffer.maximumLine } ?? false
        let isLarge = card.bytes.count > SourceText.maximumBytes
        guard isLong || isLarge || properties > Self.maximumProperties || card.entries.count > Self.maximumLines,
            state == .inside
        else { return }
        if hasInner, start >= flatUntil {
            readFlat()
        } else if isLong {
            reject("Line \(String(card.entries.last?.line ?? buffer.line)) is longer than 32 MB.")
        } else if isLarge {
            reject("The card is larger than 64 MB.")
        } else {
            reject(Self.tooManyProperties)
        }
    }

    /// Rewinds to the start of a card without an end. Its nested cards then become separate cards.
    private mutating func readFlat() {
        flatUntil = buffer.position
        state = .outside
        number -= 1
        buffer.rewind(to: start, line: startLine)
    }

    private func withoutEnd(upTo end: Int) -> Item {
        .rejected(
            RejectedItem(
                at: SourceLocation(file: file, line: startLine, number: number),
                because: "This card has no END:VCARD.", SourceText(Array(buffer.bytes[start..<end]))))
    }

    // MARK: - Rejected cards

    private mutating func reject(_ reason: Message) {
        rejection.begin(line: buffer.line, number: number, reason: reason)
        rejection.append(buffer.bytes[start..<buffer.position])
        state = .skipping
    }

    private mutating func processSkipped(_ content: ArraySlice<UInt8>) -> Item? {
        if CardDelimiter.isBegin(content), !isAgent {
            let rejected = rejection.finish(file: file)
            begin(content)
            return rejected.map(Item.rejected)
        }
        rejection.append(buffer.bytes[content.startIndex..<buffer.position])
        if CardDelimiter.isBegin(content) || CardDelimiter.isAgentWithBegin(content) { depth += 1 }
        if CardDelimiter.isEnd(content) { depth -= 1 }
        isAgent = CardDelimiter.isEmptyAgent(content)
        guard depth <= 0 else { return nil }
        state = .outside
        return rejection.finish(file: file).map(Item.rejected)
    }

    private mutating func processPiece(_ range: Range<Int>) {
        let reason: Message = "Line \(String(buffer.line)) is longer than 32 MB."
        if state == .inside { return reject(reason) }
        if rejection.isEmpty { rejection.begin(line: buffer.line, number: number + 1, reason: reason) }
        rejection.append(buffer.bytes[range.lowerBound..<buffer.position])
    }

    private mutating func last() throws(SourceProblem) -> Item? {
        guard state != .inside else {
            if hasInner, start >= flatUntil {
                readFlat()
                return nil
            }
            state = .outside
            guard depth == 1, properties > 1 else { return withoutEnd(upTo: buffer.bytes.count) }
            card.begin(Array("END:VCARD".utf8)[...], line: buffer.line)
            return .unfinishedCard(card, SourceLocation(file: file, line: startLine, number: number))
        }
        state = .outside
        if !hasCards { throw buffer.line == 0 ? .empty(file: file) : .noCards(file: file) }
        return rejection.finish(file: file).map(Item.rejected)
    }
}

/// A text property whose line breaks may not be encoded, so that its value continues on the following lines. The text
/// ends before the next line that is recognized as a property by its letter case or its name.
private struct BrokenText {
    private enum Spelling {
        case uppercase, lowercase, mixed
    }

    private let spelling: Spelling
    /// The entry index of the card’s last property, or `nil` before the first property and in a nested card.
    private var property: Int?
    /// Whether the last property is text, once this is known.
    private var isText: Bool?
    /// Whether the text continues on another line. Only a known property then ends it.
    private var isBroken = false

    init() { spelling = .mixed }

    init(begin line: ArraySlice<UInt8>) {
        let word = line.withoutBlanks.prefix(5)
        spelling =
            word.elementsEqual("BEGIN".utf8) ? .uppercase : word.elementsEqual("begin".utf8) ? .lowercase : .mixed
    }

    /// Starts a property, unless the line is blank.
    ///
    /// - Parameter index: The entry index of the line, or `nil` if the line belongs to a nested card.
    mutating func begin(_ line: ArraySlice<UInt8>, at index: Int?) {
        if line.allSatisfy(\.isBlank) { return }
        (property, isText, isBroken) = (index, nil, false)
    }

    /// Returns whether a line that is not folded continues the text of the last property.
    mutating func isContinued(by line: ArraySlice<UInt8>, in card: UnfoldedCard) -> Bool {
        guard let property, isText != false, !isProperty(line), !line.allSatisfy(\.isBlank) else { return false }
        let isText = isText ?? Self.isText(card.entries[property].range, in: card)
        self.isText = isText
        if isText { isBroken = true }
        return isText
    }

    private static func isText(_ range: Range<Int>, in card: UnfoldedCard) -> Bool {
        ContentLineParser.parse(card.bytes, range, version: .v30)?.head.isText ?? false
    }

    /// Returns whether a line is a property. An unknown name counts as text if its letter case differs from that of the
    /// other names in the card.
    private func isProperty(_ line: ArraySlice<UInt8>) -> Bool {
        let head = line.prefix { $0 != .colon && $0 != .semicolon }
        // A long line can be folded before its colon. It then has parameters.
        let isWhole = line.contains(.colon)
        guard isWhole || line[head.endIndex...].contains(UInt8(ascii: "=")) else { return false }
        let name = line.propertyName
        guard !name.isEmpty, name.count <= ContentLine.maximumName, name.isPropertyName,
            !head[..<name.startIndex].withoutBlanks.contains(where: \.isBlank)
        else { return false }
        if name.beginsASCII("X-") || isWhole && !isBroken && isSpelled(name) { return true }
        guard isSpelled(name) == (isBroken || !isWhole) else { return false }
        return LineHead(group: "", name: String(uppercasing: name), parameters: []).isStandard
    }

    private func isSpelled(_ name: ArraySlice<UInt8>) -> Bool {
        switch spelling {
        case .uppercase: !name.contains { (0x61...0x7A).contains($0) }
        case .lowercase: !name.contains { (0x41...0x5A).contains($0) }
        case .mixed: true
        }
    }
}

/// The `BEGIN:VCARD` and `END:VCARD` delimiter lines. They are never folded.
enum CardDelimiter {
    /// The maximum number of bytes before the colon, and the maximum length of a BEGIN line.
    static let maximumLength = 256

    /// Returns whether a line is `BEGIN:VCARD` or an END line of any type.
    static func isMark(_ line: ArraySlice<UInt8>) -> Bool {
        isBegin(line) || isEnd(line) || otherEnd(line) != nil
    }

    static func isBegin(_ line: ArraySlice<UInt8>) -> Bool {
        line.begins("B", "E") && line.count <= maximumLength && isDelimiter(line, "BEGIN")
    }

    static func isEnd(_ line: ArraySlice<UInt8>) -> Bool {
        line.begins("E", "N") && isDelimiter(line, "END")
    }

    /// Returns the type in an END line, or `nil` if the type is VCARD or the line is not an END line.
    static func otherEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.begins("E", "N"), let word = word(after: "END", in: line) else { return nil }
        return word.isASCII("VCARD") ? nil : word
    }

    /// Returns whether a line is an AGENT line with an empty value. A nested card may follow it.
    static func isEmptyAgent(_ line: ArraySlice<UInt8>) -> Bool { agentValue(line)?.isEmpty == true }

    /// Returns whether a line is an AGENT line with the BEGIN of a nested card as its value.
    static func isAgentWithBegin(_ line: ArraySlice<UInt8>) -> Bool {
        agentValue(line)?.isASCII("BEGIN:VCARD") == true
    }

    private static func agentValue(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.begins("A", "G"), line.beginsASCII("AGENT"), let end = line.dropFirst(5).first,
            end == .colon || end == .semicolon, let colon = line.firstIndex(of: .colon)
        else { return nil }
        return line[(colon + 1)...].withoutBlanks
    }

    private static func isDelimiter(_ line: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
        word(after: name, in: line)?.isASCII("VCARD") == true
    }

    private static func word(after name: StaticString, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = line.prefix(maximumLength).firstIndex(of: .colon),
            line[..<colon].withoutBlanks.isASCII(name)
        else { return nil }
        return line[(colon + 1)...].withoutBlanks
    }
}

extension ArraySlice<UInt8> {
    fileprivate func begins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        count > 2 && self[startIndex].uppercased == UInt8(ascii: first)
            && self[startIndex + 1].uppercased == UInt8(ascii: second)
    }
}

/// A buffer that splits incoming bytes into lines. A line ends with LF, CR LF, CR, or CR CR LF.
struct ContentLineBuffer {
    static let maximumLine = 32_000_000

    enum Reading {
        /// A complete line without its line end.
        case line(Range<Int>)
        /// A part of a line that exceeds the maximum length.
        case piece(Range<Int>)
        case more
        case end
    }

    private(set) var bytes: [UInt8] = []
    private(set) var isFinished = false
    private(set) var position = 0
    private(set) var line = 0
    private var isInPieces = false
    /// The index of the next line feed, or an index before which there is none.
    private var noLineFeedBefore = 0

    /// Appends bytes and drops the bytes before an index, which then becomes index 0.
    mutating func feed(_ chunk: some Collection<UInt8>, forgettingBefore start: Int) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            position -= start
            noLineFeedBefore = max(0, noLineFeedBefore - start)
        }
        bytes.append(contentsOf: chunk)
    }

    mutating func finish() { isFinished = true }

    /// Resumes reading at an earlier line.
    mutating func rewind(to position: Int, line: Int) {
        self.position = position
        self.line = line - 1
        noLineFeedBefore = position
        isInPieces = false
    }

    mutating func next() -> Reading {
        guard position < bytes.count else { return isFinished ? .end : .more }
        let start = position
        guard let (end, next) = lineEnd(from: start) else { return unfinished(from: start) }
        let isPiece = isInPieces || end - start > Self.maximumLine
        if !isInPieces { line += 1 }
        isInPieces = false
        position = next
        return isPiece ? .piece(start..<end) : .line(start..<end)
    }

    private mutating func unfinished(from start: Int) -> Reading {
        if isInPieces || bytes.count - start > Self.maximumLine {
            if !isInPieces { line += 1 }
            isInPieces = !isFinished
            position = bytes.count
            return .piece(start..<bytes.count)
        }
        guard isFinished else { return .more }
        line += 1
        position = bytes.count
        return .line(start..<bytes.count)
    }

    /// Returns the end of the line and the start of the next line, or `nil` if more bytes are needed.
    private mutating func lineEnd(from start: Int) -> (end: Int, next: Int)? {
        let lineFeed = lineFeed(from: start)
        guard let carriageReturn = find(.carriageReturn, in: start..<(lineFeed ?? bytes.count)) else {
            return lineFeed.map { ($0, $0 + 1) }
        }
        let second = carriageReturn + 1
        guard second + 1 < bytes.count || isFinished else { return nil }
        if second < bytes.count, bytes[second] == .lineFeed { return (carriageReturn, second + 1) }
        if second + 1 < bytes.count, bytes[second] == .carriageReturn, bytes[second + 1] == .lineFeed {
            return (carriageReturn, second + 2)
        }
        return (carriageReturn, second)
    }

    private mutating func lineFeed(from start: Int) -> Int? {
        if noLineFeedBefore < bytes.count, noLineFeedBefore >= start, bytes[noLineFeedBefore] == .lineFeed {
            return noLineFeedBefore
        }
        let found = find(.lineFeed, in: max(start, noLineFeedBefore)..<bytes.count)
        noLineFeedBefore = found ?? bytes.count
        return found
    }

    private func find(_ byte: UInt8, in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + range.lowerBound, Int32(byte), range.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}

extension QuotedPrintable {
    /// Returns whether the parameters of a vCard line declare quoted-printable.
    static func isDeclared(in line: ArraySlice<UInt8>) -> Bool {
        line.prefix { $0 != .colon }.containsASCII("QUOTED-PRINTABLE")
    }
}
