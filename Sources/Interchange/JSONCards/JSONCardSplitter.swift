import Localization
import Text

/// A splitter that finds the cards in JSON text: one card, several cards, or a list of cards.
struct JSONCardSplitter: CardSplitter {
    private struct Opening {
        var position: Int
        var line: Int
    }

    private let syntax: JSONCardSyntax
    private let maximumCard: Int
    private var bytes: [UInt8] = []
    private var isFinished = false
    private var position = 0
    private var line = 1
    private var number = 0
    /// The start of the current card.
    private var opening: Opening?
    private var nesting = JSONNesting()
    /// Whether the last nonblank byte opened a jCard. Always `false` for JSContact.
    private var isFresh = false
    private var rejection = RejectedText()
    /// The text of the current card, if the card is too large.
    private var oversized = RejectedText()

    init(_ syntax: JSONCardSyntax, maximumCard: Int = SourceText.maximumBytes) {
        self.syntax = syntax
        self.maximumCard = maximumCard
    }

    mutating func feed(_ chunk: [UInt8]) {
        let consumed = opening?.position ?? position
        bytes.removeSubrange(..<consumed)
        position -= consumed
        opening?.position -= consumed
        bytes += chunk
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
        guard let opening else { return rejection.finish(file: file).map(CardItem.rejected) }
        self.opening = nil
        if let item = endOversized(from: opening, file) { return item }
        number += 1
        return rejected(opening, file, "The file ends within this card.")
    }

    /// Updates the state for the next byte.
    ///
    /// - Returns: The start of the card that ends with this byte, or `nil` if no card ends.
    private mutating func process(_ byte: UInt8) -> Opening? {
        if byte == .lineFeed { line += 1 }
        // If a bracket follows another, the first opens a list of cards.
        if opening == nil || isFresh, syntax.openings.contains(byte) {
            opening = Opening(position: position - 1, line: line)
            isFresh = syntax == .jCard
            // The arrays within a JSContact card need not be counted.
            nesting = JSONNesting(countsArrays: syntax == .jCard)
            nesting.advance(past: byte)
            return nil
        }
        guard let opening else {
            if !byte.isJSONWhitespace, !syntax.separators.contains(byte) { addStray(byte) }
            return nil
        }
        nesting.advance(past: byte)
        if nesting.depth == 0 {
            self.opening = nil
            // An empty list contains no cards.
            return isFresh ? nil : opening
        }
        if !byte.isJSONWhitespace { isFresh = false }
        return nil
    }

    private mutating func addStray(_ byte: UInt8) {
        if rejection.isEmpty { rejection.begin(line: line, number: number + 1, reason: syntax.expectation) }
        rejection.append([byte])
    }

    private mutating func card(from opening: Opening, _ file: String) -> CardItem {
        number += 1
        let text = Array(bytes[opening.position..<position])
        do throws(JSONError) {
            guard var card = try syntax.card(text) else { return rejected(opening, file, syntax.mismatch) }
            if card.person.card.count > VCardSplitter.maximumProperties {
                return rejected(opening, file, VCardSplitter.tooManyProperties)
            }
            card.place = SourceLocation(file: file, line: opening.line, number: number)
            card.warnings = card.warnings.map { CardWarning(line: opening.line, $0.sentence) }
            return .card(card)
        } catch {
            let fault = opening.line + error.line - 1
            return rejected(opening, file, "Invalid JSON: \(error.problem.sentence).", fault: fault)
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
        return oversized.finish(file: file).map(CardItem.rejected)
    }

    private func rejected(
        _ opening: Opening, _ file: String, _ reason: Message, fault: Int? = nil
    ) -> CardItem {
        .rejected(
            RejectedItem(
                at: SourceLocation(file: file, line: fault ?? opening.line, number: number), because: reason,
                SourceText(Array(bytes[opening.position..<position]))))
    }
}

/// The formats of cards in JSON.
enum JSONCardSyntax {
    /// An array `["vcard", […]]` (RFC 7095).
    case jCard
    /// An object (RFC 9553).
    case jsContact

    /// The brackets that open a card or a list of cards.
    var openings: [UInt8] { Array((self == .jCard ? "[{" : "{").utf8) }

    /// The bytes between cards, apart from whitespace: commas, brackets, byte-order marks, and, in JSContact, record
    /// separators.
    var separators: [UInt8] {
        switch self {
        case .jCard: Array(",]}\u{FEFF}".utf8)
        case .jsContact: Array(",[]}\u{FEFF}\u{1E}".utf8)
        }
    }

    var expectation: Message {
        switch self {
        case .jCard: "Expected an array with a card."
        case .jsContact: "Expected an object with a card."
        }
    }

    var mismatch: Message {
        switch self {
        case .jCard: "This array is not a jCard (RFC 7095)."
        case .jsContact: "This object is not a JSContact card (RFC 9553)."
        }
    }

    /// Returns the card, or `nil` if the text is not a card.
    func card(_ text: [UInt8]) throws(JSONError) -> ContactCard? {
        switch self {
        case .jCard: try JCard(text)?.contactCard
        case .jsContact: JSContactReader.lines(of: try JSONReader.value(of: text)).map { ContactCard(lines: $0) }
        }
    }
}
