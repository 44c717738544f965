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
        let cells = layout.cells(of: card)
        rows.write(isGuarded ? cells.map(FormulaGuard.guarded) : cells)
        return WrittenCard(losses: Self.losses(of: card))
    }

    private static func losses(of card: ContactCard) -> [CardLoss] {
        var lost = CardLines.newNames(in: card.person.card, beside: []).map { (property: $0, words: $0) }
        if card.planet != nil { lost.insert(("X-ALMANAC-PLANET", "home planet"), at: 0) }
        if card.photo != nil { lost.insert(("PHOTO", "photo"), at: 0) }
        return lost.map { property, words in
            CardLoss(
                title: card.person.title, property: property, sentence: "Not included in CSV: \(words).")
        }
    }

    public mutating func drain() -> [UInt8] { rows.drain() }
}

/// The columns that are needed for a set of cards. Call `include` for each card before writing the first card.
public struct ContactCSVLayout: Hashable, Sendable {
    /// The number of column groups for each field with labeled values.
    private(set) var counts = several.map { _ in 1 }

    public init() {}

    public mutating func include(_ card: ContactCard) {
        for (index, field) in Self.several.enumerated() {
            counts[index] = max(counts[index], field.read(card.person).count)
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
            } + ["UID"] + ContactRow.headings
    }

    /// Returns the cells of a contact, one for each heading.
    func cells(of card: ContactCard) -> [String] {
        var cells = Self.singles.map { $0.text(of: card.person) }
        cells += [GoogleList.cell(card.notes), GoogleList.cell(card.categories)]
        for (field, count) in zip(Self.several, counts) {
            let values = Self.cells(of: field, card.person)
            let none = Array(repeating: "", count: Self.parts(of: field).count)
            for number in 0..<count { cells += number < values.count ? values[number] : none }
        }
        return cells + [card.uid ?? "", card.record?.id.description ?? "", ContactRow.version(of: card)]
    }

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

    static func parts(of field: EditableField<Person>) -> [String] {
        if case .addresses = field.value { postal } else { labeled }
    }
}

/// A list in one cell, in the format of Google Contacts: ` ::: ` separates values, and `* ` precedes the preferred
/// label. Almanac escapes both with a backslash.
enum GoogleList {
    static let separator = " ::: "
    private static let star = "* "

    static func elements(of text: String, in dialect: ContactHeadings.Dialect) -> [String] {
        switch dialect {
        case .google: pieces(of: text).map(\.trimmed).filter { !$0.isEmpty }
        case .almanac: pieces(of: text).map(unescaped)
        case .outlook, .thunderbird, .yahoo, .linkedIn, .hubSpot, .other: [text]
        }
    }

    /// Returns the values of one part of the postal addresses, such as their cities. An empty string represents a
    /// missing part.
    static func parts(of text: String, in dialect: ContactHeadings.Dialect) -> [String] {
        dialect == .google ? pieces(of: text).map(\.trimmed) : [text]
    }

    static func labels(in text: String, of key: String, _ dialect: ContactHeadings.Dialect) -> [String] {
        (dialect == .google ? pieces(of: text) : [text]).map { label($0, of: key, in: dialect) }
    }

    /// Splits a list into its values.
    private static func pieces(of text: String) -> [String] {
        // Splits bytes, because a combining character at the start of a value merges with the preceding space.
        text.utf8.split(separator: separator.utf8, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    private static func label(_ text: String, of key: String, in dialect: ContactHeadings.Dialect) -> String {
        switch dialect {
        case .almanac: return text.hasEscaped(star) ? String(text.dropFirst()) : text
        case .google, .outlook, .thunderbird, .yahoo, .linkedIn, .hubSpot, .other:
            let label = text.hasPrefix(star) || text == "*" ? String(text.dropFirst()).trimmed : text.trimmed
            let usual = ["home", "work", "mobile", "other", "main", "pager", "home fax", "work fax", "homepage"]
            if usual.contains(label.lowercased()) { return label.lowercased() }
            let isLocalized = [.google, .other].contains(dialect) && placed.contains(key)
            return isLocalized ? HeadingVocabulary.label(label) ?? label : label
        }
    }

    /// The fields whose labels name places, such as *work*. The labels of other fields are the user’s own words.
    private static let placed: Set = ["email", "phone", "address", "url", "im"]

    /// Returns whether a cell with groups marks the contact as a favorite in Google Contacts.
    static func isStarred(_ text: String, _ dialect: ContactHeadings.Dialect) -> Bool {
        dialect == .google && elements(of: text, in: .google).contains { starred.contains($0) }
    }

    /// Returns the groups in a cell. The group of all contacts, the group of favorites, and the star before Google’s
    /// other groups are omitted.
    static func groups(in text: String, _ dialect: ContactHeadings.Dialect) -> [String] {
        switch dialect {
        case .almanac: elements(of: text, in: .almanac)
        case .google:
            elements(of: text, in: .google).filter { !ofEverybody.contains($0) && !starred.contains($0) }.map {
                $0.hasPrefix(star) ? String($0.dropFirst(star.count)) : $0
            }
        case .outlook, .thunderbird, .yahoo, .linkedIn, .hubSpot, .other:
            text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
        }
    }

    /// The names of the favorites group, including those in older exports.
    private static let starred: Set = ["* starred", "* Starred", "Starred in Android"]

    private static let ofEverybody: Set = ["* myContacts", "* My Contacts"]

    static func cell(_ elements: [String]) -> String { elements.map(escaped).joined(separator: separator) }

    static func cell(label: String) -> String { label.hasPrefix(star) || label.hasEscaped(star) ? "\\" + label : label }

    /// Adds a backslash before each `:::`.
    private static func escaped(_ text: String) -> String { text.changingColons { $0 + "\\" } }

    private static func unescaped(_ text: String) -> String { text.changingColons { String($0.dropLast()) } }
}

extension String {
    /// Returns whether the text starts with one or more backslashes followed by the prefix.
    fileprivate func hasEscaped(_ prefix: String) -> Bool {
        utf8.first == UInt8(ascii: "\\") && utf8.drop { $0 == UInt8(ascii: "\\") }.starts(with: prefix.utf8)
    }

    /// Returns the text with a change applied to the backslashes before each `:::`.
    fileprivate func changingColons(_ change: (String) -> String) -> String {
        let colons = Array(":::".utf8)
        var result: [UInt8] = []
        var rest = Array(utf8)[...]
        while let place = rest.firstRange(of: colons) {
            let before = rest[..<place.lowerBound]
            let slashes = before.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            result += before.dropLast(slashes) + change(String(repeating: "\\", count: slashes)).utf8 + colons
            rest = rest[place.upperBound...]
        }
        return String(decoding: result + rest, as: UTF8.self)
    }
}
