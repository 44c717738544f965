import Interchange
import Model
import Testing

/// The result of reading cards from chunks of a given size.
struct CardReadResult {
    var cards: [ContactCard] = []
    var rejected: [RejectedItem] = []

    init(_ bytes: [UInt8], chunk: Int = 65_536) throws {
        var reader = CardReader(file: "book.vcf")
        func take(_ item: CardItem, into reading: inout CardReadResult) {
            switch item {
            case .card(let card): reading.cards.append(card)
            case .rejected(let card): reading.rejected.append(card)
            }
        }
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            reader.feed(bytes[start..<min(start + chunk, bytes.count)])
            while let item = try reader.next() { take(item, into: &self) }
        }
        reader.finish()
        while let item = try reader.next() { take(item, into: &self) }
    }

    init(_ text: String, chunk: Int = 65_536) throws {
        try self.init(Array(text.utf8), chunk: chunk)
    }

    /// The card, or `nil` if there is not exactly one item.
    var onlyCard: ContactCard? { cards.count == 1 && rejected.isEmpty ? cards[0] : nil }

    /// Returns the person that is read from a card with the given version and lines.
    static func person(_ version: String, _ lines: String...) throws -> Person {
        try card(version, lines).person
    }

    static func card(_ version: String, _ lines: [String]) throws -> ContactCard {
        let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
        return try #require(CardReadResult(all.joined(separator: "\r\n")).cards.first)
    }
}
