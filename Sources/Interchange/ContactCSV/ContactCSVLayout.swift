import Model

/// The columns that a table of contacts needs: `include` every card, then write them all.
public struct ContactCSVLayout: Hashable, Sendable {
    /// How many of each there are at most, at least one.
    private(set) var emails = 1
    private(set) var phones = 1
    private(set) var addresses = 1
    private(set) var urls = 1
    private(set) var messengers = 1
    private(set) var relations = 1
    private(set) var customFields = 1

    public init() {}

    public mutating func include(_ card: ContactCard) {
        let person = card.person
        emails = max(emails, person.emails.count)
        phones = max(phones, person.phones.count)
        addresses = max(addresses, person.addresses.count)
        urls = max(urls, person.urls.count)
        messengers = max(messengers, person.messengers.count)
        relations = max(relations, person.relations.count)
        customFields = max(customFields, person.customFields.count)
    }

    static let singles = [
        "Name Prefix", "First Name", "Middle Name", "Last Name", "Name Suffix", "Nickname", "Phonetic First Name",
        "Organization Name", "Organization Department", "Organization Title", "Birthday", "Anniversary", "Notes",
        "Labels",
    ]
    static let postal = ["Label", "Street", "City", "Region", "Postal Code", "Country"]

    /// As Google Contacts calls them, with two of our own.
    var headings: [String] {
        Self.singles + Self.pairs("E-mail", emails) + Self.pairs("Phone", phones)
            + (1...addresses).flatMap { number in Self.postal.map { "Address \(number) - \($0)" } }
            + Self.pairs("Website", urls) + Self.pairs("IM", messengers) + Self.pairs("Relation", relations)
            + Self.pairs("Custom Field", customFields) + ["UID"]
    }

    private static func pairs(_ name: String, _ count: Int) -> [String] {
        (1...count).flatMap { ["\(name) \($0) - Label", "\(name) \($0) - Value"] }
    }
}
