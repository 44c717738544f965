import Localization
import Text

/// A splitter that finds the cards in JSON text: one array `["vcard", […]]`, several arrays, or an array of arrays.
struct JCardSplitter: CardSplitter {
    private struct Opening {
        var position: Int
        var line: Int
        var depth: Int
    }

    private var bytes: [UInt8] = []
    private var isFinished = false
    private var position = 0
    private var line = 1
    private var number = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var opening: Opening?
    /// Whether the last nonblank byte is an opening bracket. If another follows, the first opens a list of cards.
    private var isFresh = false
    private var rejection = RejectedText()
    /// The text of the current card, if the card is too large.
    private var oversized = RejectedText()
    private let maximumCard: Int

    init(maximumCard: Int = VCardSplitter.maximumCard) { self.maximumCard = maximumCard }

    mutating func feed(_ chunk: [UInt8]) {
        let consumed = opening?.position ?? position
        bytes.removeSubrange(..<consumed)
        position -= consumed
        opening?.position -= consumed
        bytes.append(contentsOf: chunk)
    }

    mutating func finish() { isFinished = true }

    mutating func next(file: String) -> CardItem? {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let opening = process(byte) { return endOversized(from: opening, file) ?? card(from: opening, file) }
            if let opening { limitSize(of: opening) }
        }
        guard isFinished else { return nil }
        if let opening, let item = endOversized(from: opening, file) { return item }
        if let opening {
            number += 1
            self.opening = nil
            return .rejected(rejected(opening, file, "The file ends within this card."))
        }
        return rejection.finish(file: file).map(CardItem.rejected)
    }

    /// Updates the state for the next byte.
    ///
    /// - Returns: The start of the card that ends with this byte, or `nil` if no card ends.
    private mutating func process(_ byte: UInt8) -> Opening? {
        if byte == .lineFeed { line += 1 }
        if isInString {
            if !isEscaped, byte == .quote { isInString = false }
            isEscaped = !isEscaped && byte == .backslash
            return nil
        }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): open()
        case UInt8(ascii: "]"), UInt8(ascii: "}"): return close()
        case 0x20, 0x09, .lineFeed, .carriageReturn: break
        // A byte-order mark.
        case 0xEF where opening == nil, 0xBB where opening == nil, 0xBF where opening == nil: break
        default:
            isFresh = false
            isInString = byte == .quote
            if opening == nil, byte != .comma { addStray(byte) }
        }
        return nil
    }

    private mutating func open() {
        if opening == nil || isFresh {
            opening = Opening(position: position - 1, line: line, depth: depth)
            isFresh = true
        }
        depth += 1
    }

    private mutating func close() -> Opening? {
        depth = max(0, depth - 1)
        defer { isFresh = false }
        guard let opening, depth == opening.depth else { return nil }
        self.opening = nil
        // An empty list contains no cards.
        return isFresh ? nil : opening
    }

    private mutating func addStray(_ byte: UInt8) {
        if rejection.isEmpty {
            rejection.begin(line: line, number: number + 1, reason: "Expected an array with a card.")
        }
        rejection.append([byte])
    }

    private mutating func card(from opening: Opening, _ file: String) -> CardItem {
        number += 1
        let text = Array(bytes[opening.position..<position])
        do throws(JSONError) {
            guard let card = try JCard(text) else {
                return .rejected(rejected(opening, file, "This array is not a jCard (RFC 7095)."))
            }
            let place = SourceLocation(file: file, line: opening.line, number: number)
            return .card(card.contactCard(at: place))
        } catch {
            let fault = opening.line + error.line - 1
            return .rejected(rejected(opening, file, "Invalid JSON: \(error.problem.sentence).", fault: fault))
        }
    }

    /// Moves the bytes of an oversized card to its rejection.
    private mutating func limitSize(of opening: Opening) {
        guard position - opening.position > (oversized.isEmpty ? maximumCard : 0) else { return }
        if oversized.isEmpty {
            number += 1
            oversized.begin(line: opening.line, number: number, reason: "The card is larger than 64 MB.")
        }
        oversized.append(bytes[opening.position..<position])
        self.opening?.position = position
    }

    /// Returns the rejection of an oversized card, or `nil` if the card is within the limit.
    private mutating func endOversized(from opening: Opening, _ file: String) -> CardItem? {
        guard !oversized.isEmpty else { return nil }
        limitSize(of: opening)
        self.opening = nil
        return oversized.finish(file: file).map(CardItem.rejected)
    }

    private func rejected(
        _ opening: Opening, _ file: String, _ reason: Message, fault: Int? = nil
    ) -> RejectedItem {
        RejectedItem(
            at: SourceLocation(file: file, line: fault ?? opening.line, number: number), because: reason,
            SourceText(Array(bytes[opening.position..<position])))
    }
}
