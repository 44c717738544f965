import Localization
import Model
import Text

/// A writer of contacts in CSV with the headings of Google Contacts. ``ContactCSVReader`` can restore the values.
public struct ContactCSVWriter: ContactEncoder {
    private let layout: ContactCSVLayout
    private let isGuarded: Bool
    private var rows = CSVWriter(lineEnd: "\r\n")

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - layout: A layout that includes all cards to write.
    ///   - isGuarded: Whether cells that look like formulas are prefixed with an apostrophe.
    public init(_ layout: ContactCSVLayout, isGuarded: Bool = true) {
        self.layout = layout
        self.isGuarded = isGuarded
        rows.write(layout.headings)
    }

    public mutating func finish() {}

    public mutating func write(_ card: ContactCard) -> WrittenCard {
        var cells = ContactCSVLayout.singles.map { $0.text(of: card.person) }
        cells += [GoogleList.cell(card.notes), GoogleList.cell(card.categories)]
        for (field, count) in zip(ContactCSVLayout.several, layout.counts) {
            let values = Self.cells(of: field, card.person)
            let none = Array(repeating: "", count: ContactCSVLayout.parts(of: field).count)
            for number in 0..<count { cells += number < values.count ? values[number] : none }
        }
        cells.append(card.uid ?? "")
        rows.write(isGuarded ? cells.map(FormulaGuard.guarded) : cells)
        return WrittenCard(losses: Self.losses(of: card))
    }

    private static func losses(of card: ContactCard) -> [CardLoss] {
        let lines = card.person.card
        let kept = lines.isEmpty ? [] : ParsedCard(CardBytes(lines: lines)).lines.filter(\.isUninterpreted)
        var lost = kept.map(\.name).unique.map { (property: $0, words: $0) }
        if card.planet != nil { lost.insert(("X-ALMANAC-PLANET", "home planet"), at: 0) }
        if card.photo != nil { lost.insert(("PHOTO", "photo"), at: 0) }
        return lost.map { property, words in
            CardLoss(
                title: card.person.title, property: property, sentence: "Not included in CSV: \(words).")
        }
    }

    public mutating func drain() -> [UInt8] { rows.drain() }

    private static func cells(of field: EditableField<Person>, _ person: Person) -> [[String]] {
        guard case .addresses(let path) = field.value else {
            return field.read(person).map { [GoogleList.cell(label: $0.label), GoogleList.cell([$0.value])] }
        }
        return person[keyPath: path].map { address in
            let value = address.value
            return [
                GoogleList.cell(label: address.label), value.street, value.locality, value.region, value.postalCode,
                value.country,
            ]
        }
    }
}

/// The columns that are needed for a set of cards. Call `include` for each card before writing the first card.
public struct ContactCSVLayout: Hashable, Sendable {
    /// The number of column groups for each field with labeled values.
    private(set) var counts = several.map { _ in 1 }

    public init() {}

    public mutating func include(_ card: ContactCard) {
        for (index, field) in Self.several.enumerated() {
            counts[index] = max(counts[index], field.value.count(in: card.person))
        }
    }

    static let singles = fields(.single)
    static let several = fields(.labeled)
    static let postal = ["Label", "Street", "City", "Region", "Postal Code", "Country"]
    private static let labeled = ["Label", "Value"]

    private static func fields(_ shape: EditableField<Person>.Shape) -> [EditableField<Person>] {
        Person.fields.filter { $0.heading != nil && $0.shape == shape }
    }

    /// The headings of Google Contacts, and those of additional columns.
    var headings: [String] {
        Self.singles.compactMap(\.heading) + ["Notes", "Labels"]
            + zip(Self.several, counts).flatMap { field, count in
                (1...count).flatMap { number in
                    Self.parts(of: field).map { "\(field.heading ?? "") \(number) - \($0)" }
                }
            } + ["UID"]
    }

    static func parts(of field: EditableField<Person>) -> [String] {
        if case .addresses = field.value { postal } else { labeled }
    }
}
