import Localization
import Text

/// A splitter that finds the cards in a JSContact file: one object, several objects, or an array of objects.
struct JSContactSplitter: CardSplitter {
    private var bytes: [UInt8] = []
    private var isFinished = false
    private var position = 0
    private var line = 1
    private var number = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The position and the line of the object that is open.
    private var opening: (position: Int, line: Int)?
    private var rejection = RejectedText()
    /// The text of the current object, if the object is too large.
    private var oversized = RejectedText()
    private let maximumCard: Int

    init(maximumCard: Int = VCardSplitter.maximumCard) { self.maximumCard = maximumCard }

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
            if let opening = process(byte) { return endOversized(file) ?? card(from: opening, file) }
            limitSize()
        }
        guard isFinished else { return nil }
        if let item = endOversized(file) { return item }
        if let opening { return rejected(opening, file, "The file ends within this card.") }
        return rejection.finish(file: file).map(CardItem.rejected)
    }

    /// Updates the state for the next byte.
    ///
    /// - Returns: The start of the object that ends with this byte, or `nil` if no object ends.
    private mutating func process(_ byte: UInt8) -> (position: Int, line: Int)? {
        if byte == .lineFeed { line += 1 }
        guard let opening else {
            begin(byte)
            return nil
        }
        if isInString {
            if !isEscaped, byte == .quote { isInString = false }
            isEscaped = !isEscaped && byte == .backslash
            return nil
        }
        switch byte {
        case .quote: isInString = true
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
            depth -= 1
            return depth == 0 ? opening : nil
        default: break
        }
        return nil
    }

    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"): (opening, depth) = ((position - 1, line), 1)
        case UInt8(ascii: "["), UInt8(ascii: "]"), .comma, 0x20, 0x09, .lineFeed, .carriageReturn: break
        // A byte-order mark.
        case 0xEF, 0xBB, 0xBF, 0x1E: break
        default:
            if rejection.isEmpty {
                rejection.begin(line: line, number: number + 1, reason: "Expected an object with a card.")
            }
            rejection.append([byte])
        }
    }

    /// Moves the bytes of an oversized object to its rejection.
    private mutating func limitSize() {
        guard let opening, position - opening.position > (oversized.isEmpty ? maximumCard : 0) else { return }
        if oversized.isEmpty {
            number += 1
            oversized.begin(line: opening.line, number: number, reason: "The card is larger than 64 MB.")
        }
        oversized.append(bytes[opening.position..<position])
        self.opening?.position = position
    }

    /// Returns the rejection of an oversized object, or `nil` if the object is within the limit.
    private mutating func endOversized(_ file: String) -> CardItem? {
        guard !oversized.isEmpty else { return nil }
        limitSize()
        opening = nil
        return oversized.finish(file: file).map(CardItem.rejected)
    }

    private mutating func card(from opening: (position: Int, line: Int), _ file: String) -> CardItem {
        do throws(JSONError) {
            let value = try JSONReader.value(of: Array(bytes[opening.position..<position]), keepsDigits: false)
            guard let lines = JSContactReader.lines(of: value) else {
                return rejected(opening, file, "This object is not a JSContact card (RFC 9553).")
            }
            number += 1
            self.opening = nil
            var card = ContactCard(lines: lines)
            card.place = SourceLocation(file: file, line: opening.line, number: number)
            card.warnings = card.warnings.map { CardWarning(line: opening.line, $0.sentence) }
            return .card(card)
        } catch {
            let fault = opening.line + error.line - 1
            return rejected(opening, file, "Invalid JSON: \(error.problem.sentence).", fault: fault)
        }
    }

    private mutating func rejected(
        _ opening: (position: Int, line: Int), _ file: String, _ reason: Message, fault: Int? = nil
    ) -> CardItem {
        number += 1
        (self.opening, isInString, isEscaped) = (nil, false, false)
        return .rejected(
            RejectedItem(
                at: SourceLocation(file: file, line: fault ?? opening.line, number: number), because: reason,
                SourceText(Array(bytes[opening.position..<position]))))
    }
}
