import Interchange
import Model
import Testing

/// A card that is written in a format, read, and written again.
struct CardRoundTrip {
    let card: ContactCard
    let bytes: [UInt8]
    let losses: [CardLoss]
    /// The card that was read back.
    let again: ContactCard
    let bytesAgain: [UInt8]

    init(_ card: ContactCard, _ format: CardFormat) throws {
        self.card = card
        (bytes, losses) = Self.written(card, format)
        let reading = try CardReadResult(bytes)
        again = try #require(reading.cards.first, "\(String(decoding: bytes, as: UTF8.self))")
        bytesAgain = Self.written(again, format).bytes
    }

    static func written(_ card: ContactCard, _ format: CardFormat) -> (bytes: [UInt8], losses: [CardLoss]) {
        var writer = CardWriter(format)
        let losses = writer.write(card).losses
        writer.finish()
        return (writer.drain(), losses)
    }

    /// The differences that were not reported as losses.
    var differences: [String] {
        var differences: [String] = []
        func check(_ name: String, _ one: some Equatable, _ other: some Equatable, _ isSame: Bool) {
            if !isSame, !losses.contains(where: { $0.property == name }) {
                differences.append("\(name): \(one) became \(other)\n\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        let (one, other) = (card.person, again.person)
        check("N", one.name, other.name, one.name == other.name)
        check("FN", one.formattedName, other.formattedName, one.formattedName == other.formattedName)
        check("ORG", one.organization, other.organization, one.organization == other.organization)
        check("ORG", one.department, other.department, one.department == other.department)
        check("TITLE", one.jobTitle, other.jobTitle, one.jobTitle == other.jobTitle)
        check("BDAY", one.birthday, other.birthday, one.birthday == other.birthday)
        check("ANNIVERSARY", one.anniversary, other.anniversary, one.anniversary == other.anniversary)
        check("EMAIL", one.emails, other.emails, one.emails == other.emails)
        check("TEL", one.phones, other.phones, one.phones == other.phones)
        check("ADR", one.addresses, other.addresses, one.addresses == other.addresses)
        check("URL", one.urls, other.urls, one.urls == other.urls)
        check("SOCIALPROFILE", one.profiles, other.profiles, one.profiles == other.profiles)
        check("LANG", one.languages, other.languages, one.languages == other.languages)
        check("GEO", one.positions, other.positions, one.positions == other.positions)
        check("LANGUAGE", one.cardLanguage, other.cardLanguage, one.cardLanguage == other.cardLanguage)
        check("IMPP", one.messengers, other.messengers, one.messengers == other.messengers)
        check("RELATED", one.relations, other.relations, one.relations == other.relations)
        check("FIELD", one.customFields, other.customFields, one.customFields == other.customFields)
        check("PHOTO", card.photo?.type, again.photo?.type, card.photo == again.photo)
        check("NOTE", card.notes, again.notes, card.notes == again.notes)
        check("CATEGORIES", card.categories, again.categories, card.categories == again.categories)
        check("UID", card.uid, again.uid, card.uid == nil || card.uid == again.uid)
        check("KIND", card.group, again.group, card.group == again.group)
        if bytes != bytesAgain {
            differences.append(
                "again: \(String(decoding: bytes, as: UTF8.self))\n\(String(decoding: bytesAgain, as: UTF8.self))")
        }
        return differences
    }
}

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
