import Localization
import Model
import Text

/// Writes contacts as a table with the headings of Google Contacts, which others know, too: `write`, `drain` as often
/// as you like. What a spreadsheet would take for a formula is guarded; ``ContactCSVReader`` gives back what was
/// written.
public struct ContactCSVWriter: ContactEncoder {
    private let layout: ContactCSVLayout
    private var rows = CSVWriter(lineEnd: "\r\n")

    /// - Parameter layout: With every card that is going to be written.
    public init(_ layout: ContactCSVLayout) {
        self.layout = layout
        rows.write(layout.headings)
    }

    public mutating func finish() {}

    /// - Returns: What a table has no place for.
    public mutating func write(_ card: ContactCard) -> [CardLoss] {
        let person = card.person
        let name = person.name
        var cells = [
            name.prefix, name.given, name.middle, name.family, name.suffix, name.nickname, name.phonetic,
            person.organization, person.department, person.jobTitle, person.birthday?.description ?? "",
            person.anniversary?.description ?? "", GoogleList.cell(card.notes), GoogleList.cell(card.categories),
        ]
        cells += pairs(person.emails, layout.emails) + pairs(person.phones, layout.phones)
        for number in 0..<layout.addresses {
            cells += number < person.addresses.count ? Self.cells(of: person.addresses[number]) : Self.noAddress
        }
        cells += pairs(person.urls, layout.urls) + pairs(person.messengers, layout.messengers)
        cells += pairs(person.relations, layout.relations) + pairs(person.customFields, layout.customFields)
        rows.write((cells + [card.uid ?? ""]).map(FormulaGuard.guarded))
        return Self.losses(of: card)
    }

    private static func losses(of card: ContactCard) -> [CardLoss] {
        let lines = card.person.card
        let kept = lines.isEmpty ? [] : ParsedCard(CardBytes(lines: lines)).lines.filter(\.isOnlyKept)
        var lost = kept.map(\.name).unique.map { (property: $0, words: $0) }
        if card.planet != nil { lost.insert(("X-ALMANAC-PLANET", "home planet"), at: 0) }
        if card.photo != nil { lost.insert(("PHOTO", "photo"), at: 0) }
        return lost.map { property, words in
            CardLoss(
                title: card.person.title, property: property, sentence: "A table has no \(words); it is left out.")
        }
    }

    /// Hands over what has been written so far.
    public mutating func drain() -> [UInt8] { rows.drain() }

    private func pairs(_ values: [Labeled<String>], _ count: Int) -> [String] {
        (0..<count).flatMap { number in
            number < values.count
                ? [GoogleList.cell(label: values[number].label), GoogleList.cell([values[number].value])] : ["", ""]
        }
    }

    private static let noAddress = ContactCSVLayout.postal.map { _ in "" }

    private static func cells(of address: Labeled<PostalAddress>) -> [String] {
        let value = address.value
        return [
            GoogleList.cell(label: address.label), value.street, value.locality, value.region, value.postalCode,
            value.country,
        ]
    }
}
